#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The time for which a processor has run code.
///
/// The host of a virtual machine can run something else during that time, so a single measurement can be too large.
package enum ProcessorTime {
    /// Returns the processor time of the current thread in nanoseconds.
    package static func ofThread() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec)
    }
}

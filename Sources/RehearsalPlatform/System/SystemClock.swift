#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The clocks of the system, in the units that the loops use.
package enum SystemClock {
    /// Monotonic nanoseconds; only differences mean anything.
    @inline(__always)
    package static func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }

    /// Milliseconds since 1970, UTC.
    package static func wallMilliseconds() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) &* 1_000 &+ Int64(time.tv_nsec) / 1_000_000
    }

    /// Seconds since 1970, UTC.
    package static func wallSeconds() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec)
    }
}

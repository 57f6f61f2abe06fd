#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The processors of this machine.
package enum Processors {
    /// The number of processors that the system runs threads on, at least 1.
    package static var count: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
}

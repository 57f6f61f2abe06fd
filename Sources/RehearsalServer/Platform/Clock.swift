#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The clocks of the system, in the units that the loops use.
enum SystemClock {
    /// Monotonic nanoseconds; only differences mean anything.
    @inline(__always)
    static func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }

    /// Seconds since 1970, UTC.
    static func wallSeconds() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec)
    }
}

extension Duration {
    /// Whole nanoseconds, held within what a deadline can bear.
    var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let most: Int64 = 1 << 32
        return min(max(seconds, 0), most) * 1_000_000_000 + attoseconds / 1_000_000_000
    }
}

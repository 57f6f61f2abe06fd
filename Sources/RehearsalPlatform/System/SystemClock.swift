import CRehearsalPlatform

/// The monotonic clock and the wall clock of the system.
package enum SystemClock {
    /// Returns the monotonic time in nanoseconds since an arbitrary instant.
    @inline(__always)
    package static func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }

    /// Returns the time in nanoseconds until an instant, at least 0; nil for `.max`.
    static func time(until instant: Int64) -> Int64? {
        let now = now()
        return instant == .max ? nil : instant > now ? instant - now : 0
    }

    /// Returns milliseconds since 1970, UTC.
    package static func wallMilliseconds() -> Int64 { wallNanoseconds() / 1_000_000 }

    /// Returns nanoseconds since 1970, UTC.
    package static func wallNanoseconds() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }
}

/// The error of a failed system call.
package struct SystemError: Error, CustomStringConvertible {
    /// The failed action, as the continuation of "cannot".
    package let action: String
    /// The value of `errno`.
    package let code: Int32

    package init(_ action: String, code: Int32 = errno) {
        self.action = action
        self.code = code
    }

    package var description: String { "cannot \(action): \(String(cString: strerror(code)))" }
}

/// The memory of this process.
package enum Memory {
    /// Releases freed memory that the allocator caches to the system. With glibc, this takes some milliseconds; with
    /// other libraries, it has no effect.
    package static func releaseFreed() { rehearsal_give_back_memory() }

    /// Begins to load the first 320 bytes from an address into the caches of the processor, and does not wait.
    @inline(__always)
    package static func prefetch(_ start: UnsafeRawPointer) { rehearsal_prefetch(start) }
}

/// The processors of this machine.
package enum Processors {
    /// The number of online processors, at least 1.
    package static var count: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
}

/// The signals SIGINT and SIGTERM, which are blocked and received by ``wait()``.
///
/// Callers must create the value before the process starts threads, so that every thread inherits the signal mask.
package struct StopSignals: Sendable {
    private static let numbers = [SIGINT, SIGTERM]

    package init() {
        // A background process of a shell script inherits SIGINT as ignored, and ignored signals never arrive.
        for number in Self.numbers { signal(number, SIG_DFL) }
        signal(SIGPIPE, SIG_IGN)
        var set = Self.set
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    /// Waits until one of the signals arrives; the next one ends the process at once.
    package func wait() {
        var set = Self.set
        var number: Int32 = 0
        while sigwait(&set, &number) != 0 {}
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
    }

    private static var set: sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        for number in numbers { sigaddset(&set, number) }
        return set
    }
}

import CRehearsalPlatform

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

/// A system call that failed.
package struct SystemError: Error, CustomStringConvertible {
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
    /// Gives back to the system what has been freed and is kept for the next time, where the system's allocator does
    /// not by itself. Takes some milliseconds.
    package static func giveBack() { rehearsal_give_back_memory() }
}

/// The processors of this machine.
package enum Processors {
    /// The number of processors that the system runs threads on, at least 1.
    package static var count: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
}

/// The signals that ask this process to stop, taken by waiting for them.
///
/// Made before any thread is started, so that every thread inherits the mask and none is interrupted.
package struct StopSignals: Sendable {
    private static let numbers = [SIGINT, SIGTERM]

    package init() {
        // A process that a script starts with `&` inherits SIGINT as ignored, and an ignored signal never arrives.
        for number in Self.numbers { signal(number, SIG_DFL) }
        signal(SIGPIPE, SIG_IGN)
        var set = Self.set
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    /// Returns when one of them has arrived; the next one ends the process at once.
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

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

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

import RehearsalPlatform

/// The signals that `run` and `verify` handle themselves, to end cleanly or to relay them to a command.
///
/// Create it before any thread starts, so that every thread inherits the mask that blocks these signals.
struct HandledSignals: Sendable {
    /// Whether SIGHUP was ignored when this process started, as `nohup` does, and so stays ignored.
    let isHangupIgnored: Bool
    private let numbers: [Int32]

    /// A signal that has arrived.
    struct Arrival: Sendable, Hashable {
        let number: Int32
        /// Whether the terminal sent the signal to every process of the foreground group.
        let isFromTerminal: Bool

        /// Whether the signal requests the end of the process.
        var isStop: Bool { [SIGINT, SIGTERM, SIGHUP].contains(number) }
        /// Whether this process sent the signal to itself; see ``HandledSignals/sendMarker()``.
        var isMark: Bool { number == HandledSignals.markNumber }
    }

    init() {
        var hangup = sigaction()
        sigaction(SIGHUP, nil, &hangup)
        isHangupIgnored = Self.isIgnored(hangup)
        numbers = [SIGINT, SIGTERM, SIGQUIT, SIGUSR1, SIGUSR2] + (isHangupIgnored ? [] : [SIGHUP])
        // A shell script that starts a process with `&` makes it ignore SIGINT, and `sigwait` does not return ignored
        // signals.
        for number in numbers + [Self.markNumber] { signal(number, SIG_DFL) }
        signal(SIGPIPE, SIG_IGN)
        var set = set
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    /// The signal number of the mark. It is above those of all stop signals, because pending signals are delivered in
    /// ascending order.
    private static let markNumber = SIGPROF

    /// Makes ``next()`` return a mark after the stop signals that are pending.
    ///
    /// Ctrl-C also ends the command, and a run may notice that exit first. The mark tells it that no stop signal is
    /// pending.
    static func sendMarker() { kill(getpid(), markNumber) }

    /// Waits for the next signal and returns it.
    func next() -> Arrival {
        var set = set
        #if canImport(Darwin)
            // Darwin has no sigwaitinfo, so the sender of a signal is unknown.
            var number: Int32 = 0
            while sigwait(&set, &number) != 0 {}
            return Arrival(number: number, isFromTerminal: false)
        #else
            var information = siginfo_t()
            while true {
                let number = sigwaitinfo(&set, &information)
                if number > 0 { return Arrival(number: number, isFromTerminal: information.si_code == Self.fromKernel) }
            }
        #endif
    }

    /// `SI_KERNEL` of sigaction(2).
    private static let fromKernel: Int32 = 0x80

    private static func isIgnored(_ action: sigaction) -> Bool {
        #if canImport(Darwin)
            let handler = action.__sigaction_u.__sa_handler
        #else
            let handler = action.__sigaction_handler.sa_handler
        #endif
        return unsafeBitCast(handler, to: Int.self) == 1
    }

    private var set: sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        for number in numbers + [Self.markNumber] { sigaddset(&set, number) }
        return set
    }
}

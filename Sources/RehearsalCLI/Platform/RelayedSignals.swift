import RehearsalPlatform

/// The signals that a run handles itself, to end cleanly or to relay them to its command.
///
/// Create it before any thread, so that every thread inherits the signal mask.
struct RelayedSignals: Sendable {
    /// Whether SIGHUP was ignored when this process started (`nohup`) and stays ignored.
    let isHangupIgnored: Bool
    private let numbers: [Int32]

    /// A signal that has arrived.
    struct Arrival: Sendable, Hashable {
        let number: Int32
        /// Whether the terminal sent the signal to every process of the foreground group.
        let isFromTerminal: Bool

        /// Whether the signal requests the end of the process.
        var isStop: Bool { [SIGINT, SIGTERM, SIGHUP].contains(number) }
        /// Whether this process sent the signal to itself; see ``RelayedSignals/sendMark()``.
        var isMark: Bool { number == RelayedSignals.markNumber }
    }

    init() {
        var hangup = sigaction()
        sigaction(SIGHUP, nil, &hangup)
        isHangupIgnored = Self.isIgnored(hangup)
        numbers = [SIGINT, SIGTERM, SIGQUIT, SIGUSR1, SIGUSR2] + (isHangupIgnored ? [] : [SIGHUP])
        // A script that starts a process with `&` sets SIGINT to ignored, and ignored signals do not arrive.
        for number in numbers + [Self.markNumber] { signal(number, SIG_DFL) }
        signal(SIGPIPE, SIG_IGN)
        var set = set
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    /// A signal number above all stop signals: pending signals are delivered in ascending order.
    private static let markNumber = SIGPROF

    /// Makes ``next()`` return a mark after every pending stop signal.
    ///
    /// Ctrl-C also reaches the command, whose exit may be noticed before the signal.
    static func sendMark() { kill(getpid(), markNumber) }

    /// Waits for the next signal.
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

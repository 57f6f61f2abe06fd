import RehearsalPlatform

/// The signals that a run takes itself, to end in order or to hand on to its command.
///
/// Made before any thread is started, so that every thread inherits the mask and none is interrupted.
struct RelayedSignals: Sendable {
    /// SIGHUP was ignored when this process began (`nohup`), and stays so.
    let isHangupIgnored: Bool
    private let numbers: [Int32]

    /// A signal that has come.
    struct Arrival: Sendable, Hashable {
        let number: Int32
        /// It comes from the terminal, which has sent it to every process of the foreground group.
        let isFromTerminal: Bool

        /// It asks for an end.
        var isStop: Bool { [SIGINT, SIGTERM, SIGHUP].contains(number) }
        /// It is the one that this process sends itself; see ``RelayedSignals/mark()``.
        var isMark: Bool { number == RelayedSignals.markNumber }
    }

    init() {
        var hangup = sigaction()
        sigaction(SIGHUP, nil, &hangup)
        isHangupIgnored = Self.isIgnored(hangup)
        numbers = [SIGINT, SIGTERM, SIGQUIT, SIGUSR1, SIGUSR2] + (isHangupIgnored ? [] : [SIGHUP])
        // A process that a script starts with `&` inherits SIGINT as ignored, and an ignored signal never arrives.
        for number in numbers + [Self.markNumber] { signal(number, SIG_DFL) }
        signal(SIGPIPE, SIG_IGN)
        var set = set
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    /// Of two signals that wait the lower number is taken first, and this one is above all that ask for an end.
    private static let markNumber = SIGPROF

    /// Makes ``next()`` return a mark, after every signal that has come by now and asks for an end.
    ///
    /// Ctrl-C reaches the command as well, whose end may be known here before the signal itself is.
    static func mark() { kill(getpid(), markNumber) }

    /// Waits for the next of them.
    func next() -> Arrival {
        var set = set
        #if canImport(Darwin)
            // There is no sigwaitinfo, so nobody can say where a signal comes from.
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

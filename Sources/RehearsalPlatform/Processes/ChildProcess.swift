import CRehearsalPlatform

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A process that this process has started, known by its id until it is reaped.
///
/// A command starts as a shell would start it: with this process's standard streams where nothing else is said, and
/// with nothing of what this process has arranged for itself.
package struct ChildProcess: Sendable, Hashable {
    package let id: Int32

    /// Starts a command.
    ///
    /// Signals are at their defaults there and none is blocked, as this process blocks what it waits for.
    ///
    /// - Parameters:
    ///   - words: the command and its arguments.
    ///   - additions: variables of the environment, which replace those of the same name.
    package init(
        _ words: [String],
        adding additions: [(name: String, value: String)] = [],
        in place: Place = Place(),
    ) throws(StartError) {
        guard let command = words.first else { throw StartError(command: "", code: ENOENT) }
        var attributes = Self.attributes(place)
        var (actions, copies, failure) = Self.actions(place)
        var arguments = words.map { strdup($0) } + [nil]
        var environment = Self.variables(adding: additions)
        defer {
            posix_spawnattr_destroy(&attributes)
            posix_spawn_file_actions_destroy(&actions)
            for pointer in arguments + environment { free(pointer) }
            for copy in copies { close(copy) }
        }
        guard failure == 0 else { throw StartError(command: command, code: failure) }
        var process = pid_t()
        let code = posix_spawnp(&process, command, &actions, &attributes, &arguments, &environment)
        guard code == 0 else { throw StartError(command: command, code: code) }
        id = process
    }

    private init(id: Int32) { self.id = id }

    /// Sends a signal to this process alone.
    package func signal(_ number: Int32) { kill(id, number) }
}

extension ChildProcess {
    /// How a command stands to this process.
    package struct Place: Sendable {
        package var group = Group.ours
        /// Descriptors of this process and what they are in the child; anything else that is closed on exec stays here.
        package var descriptors: [(ours: Int32, theirs: Int32)] = []
        /// Whether its standard input is empty rather than ours.
        package var hasNoInput = false
        /// SIGHUP stays ignored where it was when this process began, because that is all that `nohup` does.
        package var leavesHangup = false

        /// In our group, with our streams.
        package init() {}
    }

    /// Which processes a signal from the terminal reaches together.
    package enum Group: Sendable, Hashable {
        /// Ours: Ctrl-C reaches both.
        case ours
        /// One of its own, which it leads.
        case own
        /// A session of its own: it outlives the terminal, too.
        case session
    }

    /// Why a command did not start.
    package struct StartError: Error, Sendable, Hashable {
        package let command: String
        package let code: Int32

        private var isFolder: Bool {
            var status = stat()
            return stat(command, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
        }

        /// What to do about it.
        package var hint: String? {
            switch code {
            case ENOENT where !command.contains("/"): "it is in no folder of PATH; give its path, as in ./\(command)"
            case ENOENT: "there is no such file, or what its #! line names is not there"
            case EACCES where isFolder: "it is a folder"
            case EACCES: "it is no program, or it may not be run; try: chmod +x \(command)"
            case ENOEXEC: "it has no #! line; start it with its interpreter, as in: sh \(command)"
            default: nil
            }
        }
    }

    #if canImport(Darwin)
        private typealias Attributes = posix_spawnattr_t?
        private typealias Actions = posix_spawn_file_actions_t?
    #else
        private typealias Attributes = posix_spawnattr_t
        private typealias Actions = posix_spawn_file_actions_t
    #endif

    private static func attributes(_ place: Place) -> Attributes {
        #if canImport(Darwin)
            var attributes: posix_spawnattr_t?
        #else
            var attributes = posix_spawnattr_t()
        #endif
        posix_spawnattr_init(&attributes)
        var defaults = sigset_t()
        sigfillset(&defaults)
        for number in [SIGKILL, SIGSTOP] + (place.leavesHangup ? [SIGHUP] : []) { sigdelset(&defaults, number) }
        var mask = sigset_t()
        sigemptyset(&mask)
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        posix_spawnattr_setsigmask(&attributes, &mask)
        let standing =
            switch place.group {
            case .ours: Int16(0)
            case .own: Int16(POSIX_SPAWN_SETPGROUP)
            case .session: rehearsal_spawn_in_session()
            }
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK) | standing)
        return attributes
    }

    /// Returns the actions that put descriptors in place, copies of those that would be overwritten before they are in
    /// place, and the code of the first error; 0 if there is none.
    private static func actions(_ place: Place) -> (actions: Actions, copies: [Int32], failure: Int32) {
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
        #else
            var actions = posix_spawn_file_actions_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        if place.hasNoInput { posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0) }
        let first = (place.descriptors.map(\.theirs).max() ?? -1) + 1
        var copies: [Int32] = []
        for pair in place.descriptors {
            var ours = pair.ours
            if ours < first {
                ours = fcntl(ours, F_DUPFD_CLOEXEC, first)
                guard ours >= 0 else { return (actions, copies, errno) }
                copies.append(ours)
            }
            let code = posix_spawn_file_actions_adddup2(&actions, ours, pair.theirs)
            guard code == 0 else { return (actions, copies, code) }
        }
        return (actions, copies, 0)
    }

    /// Copies of this process's variables, byte for byte, without those that are replaced.
    private static func variables(
        adding additions: [(name: String, value: String)]
    ) -> [UnsafeMutablePointer<CChar>?] {
        let replaced = additions.map { "\($0.name)=" }
        var copies: [UnsafeMutablePointer<CChar>?] = []
        if var next = rehearsal_environment() {
            while let variable = next.pointee {
                if !replaced.contains(where: { strncmp(variable, $0, $0.utf8.count) == 0 }) {
                    copies.append(strdup(variable))
                }
                next += 1
            }
        }
        return copies + additions.map { strdup("\($0.name)=\($0.value)") } + [nil]
    }
}

/// The end of a command.
package enum CommandEnd: Sendable, Hashable {
    case exited(Int)
    /// By a signal of that name.
    case ended(by: String)

    /// Creates the end that a status of `waitpid` stands for.
    package init(status: Int32) {
        let signal = status & 0x7F
        self = signal == 0 ? .exited(Int(status >> 8 & 0xFF)) : .ended(by: SignalName.of(signal))
    }
}

/// The names of signals; their numbers differ between systems.
package enum SignalName {
    private static let names: [Int32: String] = [
        SIGHUP: "SIGHUP", SIGINT: "SIGINT", SIGQUIT: "SIGQUIT", SIGILL: "SIGILL", SIGTRAP: "SIGTRAP",
        SIGABRT: "SIGABRT", SIGBUS: "SIGBUS", SIGFPE: "SIGFPE", SIGKILL: "SIGKILL", SIGUSR1: "SIGUSR1",
        SIGSEGV: "SIGSEGV", SIGUSR2: "SIGUSR2", SIGPIPE: "SIGPIPE", SIGALRM: "SIGALRM", SIGTERM: "SIGTERM",
        SIGXCPU: "SIGXCPU", SIGXFSZ: "SIGXFSZ", SIGVTALRM: "SIGVTALRM", SIGPROF: "SIGPROF", SIGSYS: "SIGSYS",
    ]

    package static func of(_ number: Int32) -> String { names[number] ?? "signal \(number)" }
}

extension CommandEnd: CustomStringConvertible {
    /// `exited with 22`, `was ended by SIGKILL`.
    package var description: String {
        switch self {
        case .exited(let status): "exited with \(status)"
        case .ended(let signal): "was ended by \(signal)"
        }
    }
}

extension ChildProcess {
    /// Waits for the end of any child, which keeps its id until it is reaped; nil if there is no child.
    package static func nextEnded() -> ChildProcess? {
        var information = siginfo_t()
        while waitid(P_ALL, 0, &information, WEXITED | WNOWAIT) != 0 {
            if errno != EINTR { return nil }
        }
        return ChildProcess(id: information.process.id)
    }

    /// Returns how it ended, without reaping it; nil while it runs.
    ///
    /// - Throws: ``SystemError`` if there is no such child any more.
    package func end() throws(SystemError) -> CommandEnd? {
        var information = siginfo_t()
        guard waitid(P_PID, id_t(id), &information, WEXITED | WNOHANG | WNOWAIT) == 0 else {
            throw SystemError("wait for a process")
        }
        let (process, status) = information.process
        guard process == id else { return nil }
        return information.si_code == CLD_EXITED ? .exited(Int(status)) : .ended(by: SignalName.of(status))
    }

    /// Waits for its end, after which its id may become another's.
    @discardableResult
    package func reap() -> CommandEnd {
        var status: Int32 = 0
        while waitpid(id, &status, 0) < 0, errno == EINTR {}
        return CommandEnd(status: status)
    }

    /// Waits for its end for a while, then ends it; returns nil if it had to be ended.
    package func reap(within patience: Duration) -> CommandEnd? {
        var status: Int32 = 0
        let deadline = ContinuousClock.now + patience
        while waitpid(id, &status, WNOHANG) == 0 {
            if deadline < .now {
                signal(SIGKILL)
                reap()
                return nil
            }
            usleep(2_000)
        }
        return CommandEnd(status: status)
    }

    /// Ends it, all that it has started and all of the group that it leads, and reaps it.
    package func endTree() {
        // What is stopped starts nothing any more, so that all of it can be found before any of it goes.
        signal(SIGSTOP)
        var found: Set<pid_t> = []
        while true {
            let others = ProcessTree.descendants(of: id).filter { found.insert($0).inserted }
            if others.isEmpty { break }
            for other in others { kill(other, SIGSTOP) }
        }
        for other in found { kill(other, SIGKILL) }
        // Also those of its group whose parents have gone; its leader is not reaped yet,
        // so the number is still its own.
        kill(-id, SIGKILL)
        signal(SIGKILL)
        reap()
    }
}

extension siginfo_t {
    /// The child that a wait was about, and its exit status or signal.
    fileprivate var process: (id: Int32, status: Int32) {
        #if canImport(Darwin)
            (si_pid, si_status)
        #else
            (_sifields._sigchld.si_pid, _sifields._sigchld.si_status)
        #endif
    }
}

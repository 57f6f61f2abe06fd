import CRehearsalPlatform

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A child process of this process, identified by its process id until it is reaped.
///
/// A command starts as from a shell: with this process's standard streams unless the caller replaces them, and with
/// default signal handling.
package struct ChildProcess: Sendable, Hashable {
    package let id: Int32

    /// Starts a command.
    ///
    /// The child has default signal handlers and blocks no signals, although this process blocks those it waits for.
    ///
    /// - Parameters:
    ///   - words: the command and its arguments.
    ///   - additions: environment variables, which replace those of the same name.
    package init(
        _ words: [String],
        adding additions: [(name: String, value: String)] = [],
        options: LaunchOptions = LaunchOptions(),
    ) throws(StartError) {
        guard let command = words.first else { throw StartError(command: "", code: ENOENT) }
        var attributes = Self.attributes(options)
        var (actions, copies, failure) = Self.actions(options)
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

    /// Sends a signal to this process only.
    package func signal(_ number: Int32) { kill(id, number) }
}

extension ChildProcess {
    /// The process group, descriptors and input of a command.
    package struct LaunchOptions: Sendable {
        package var group = Group.inherited
        /// The descriptors of this process with their numbers in the child; close-on-exec applies to all others.
        package var descriptors: [(ours: Int32, theirs: Int32)] = []
        /// Whether the standard input is empty instead of inherited.
        package var hasNoInput = false
        /// Whether SIGHUP stays ignored if this process inherited it as ignored; `nohup` relies on that.
        package var keepsIgnoredHangup = false

        /// Creates options for the process group and the standard streams of this process.
        package init() {}
    }

    /// A process group, whose members receive signals of the terminal together.
    package enum Group: Sendable, Hashable {
        /// The group of this process: Ctrl-C reaches both.
        case inherited
        /// A new group that the command leads.
        case newGroup
        /// A new session, which outlives the terminal.
        case newSession
    }

    /// The error of a command that did not start.
    package struct StartError: Error, Sendable, Hashable {
        package let command: String
        package let code: Int32

        private var isFolder: Bool {
            var status = stat()
            return stat(command, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
        }

        /// The cause of the error and, if there is one, a remedy; nil for other errors.
        package var hint: String? {
            switch code {
            case ENOENT where !command.contains("/"): "it is not in a folder of PATH; give its path, as in ./\(command)"
            case ENOENT: "the file, or the interpreter of its #! line, does not exist"
            case EACCES where isFolder: "it is a folder"
            case EACCES: "it is not executable; try: chmod +x \(command)"
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

    private static func attributes(_ options: LaunchOptions) -> Attributes {
        #if canImport(Darwin)
            var attributes: posix_spawnattr_t?
        #else
            var attributes = posix_spawnattr_t()
        #endif
        posix_spawnattr_init(&attributes)
        var defaults = sigset_t()
        sigfillset(&defaults)
        for number in [SIGKILL, SIGSTOP] + (options.keepsIgnoredHangup ? [SIGHUP] : []) { sigdelset(&defaults, number) }
        var mask = sigset_t()
        sigemptyset(&mask)
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        posix_spawnattr_setsigmask(&attributes, &mask)
        let groupFlag =
            switch options.group {
            case .inherited: Int16(0)
            case .newGroup: Int16(POSIX_SPAWN_SETPGROUP)
            case .newSession: rehearsal_spawn_in_session()
            }
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK) | groupFlag)
        return attributes
    }

    /// Returns the actions that assign descriptors, copies of descriptors that an assignment would overwrite, and the
    /// code of the first error, which is 0 if all succeed.
    private static func actions(_ options: LaunchOptions) -> (actions: Actions, copies: [Int32], failure: Int32) {
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
        #else
            var actions = posix_spawn_file_actions_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        if options.hasNoInput { posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0) }
        let first = (options.descriptors.map(\.theirs).max() ?? -1) + 1
        var copies: [Int32] = []
        for pair in options.descriptors {
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

    /// Returns byte-wise copies of this process's variables, without replaced ones, and the additions.
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

/// The way in which a command ended.
package enum Termination: Sendable, Hashable {
    case exited(Int)
    /// A signal with this name ended the command.
    case signaled(by: String)

    /// Creates the end from a status of `waitpid`.
    package init(status: Int32) {
        let signal = status & 0x7F
        self = signal == 0 ? .exited(Int(status >> 8 & 0xFF)) : .signaled(by: SignalName.of(signal))
    }
}

/// The names of signals, whose numbers differ between systems.
package enum SignalName {
    private static let names: [Int32: String] = [
        SIGHUP: "SIGHUP", SIGINT: "SIGINT", SIGQUIT: "SIGQUIT", SIGILL: "SIGILL", SIGTRAP: "SIGTRAP",
        SIGABRT: "SIGABRT", SIGBUS: "SIGBUS", SIGFPE: "SIGFPE", SIGKILL: "SIGKILL", SIGUSR1: "SIGUSR1",
        SIGSEGV: "SIGSEGV", SIGUSR2: "SIGUSR2", SIGPIPE: "SIGPIPE", SIGALRM: "SIGALRM", SIGTERM: "SIGTERM",
        SIGXCPU: "SIGXCPU", SIGXFSZ: "SIGXFSZ", SIGVTALRM: "SIGVTALRM", SIGPROF: "SIGPROF", SIGSYS: "SIGSYS",
    ]

    package static func of(_ number: Int32) -> String { names[number] ?? "signal \(number)" }
}

extension Termination: CustomStringConvertible {
    /// The phrase for messages: `exited with 22`, `was ended by SIGKILL`.
    package var description: String {
        switch self {
        case .exited(let status): "exited with \(status)"
        case .signaled(let signal): "was ended by \(signal)"
        }
    }
}

extension ChildProcess {
    /// Waits until any child ends, without reaping it; returns nil without children.
    package static func waitForAnyExit() -> ChildProcess? {
        var information = siginfo_t()
        while waitid(P_ALL, 0, &information, WEXITED | WNOWAIT) != 0 {
            if errno != EINTR { return nil }
        }
        return ChildProcess(id: information.process.id)
    }

    /// Returns the end of this process without reaping it; nil while it runs.
    ///
    /// - Throws: ``SystemError`` if the child no longer exists.
    package func exitStatus() throws(SystemError) -> Termination? {
        var information = siginfo_t()
        guard waitid(P_PID, id_t(id), &information, WEXITED | WNOHANG | WNOWAIT) == 0 else {
            throw SystemError("wait for a process")
        }
        let (process, status) = information.process
        guard process == id else { return nil }
        return information.si_code == CLD_EXITED ? .exited(Int(status)) : .signaled(by: SignalName.of(status))
    }

    /// Waits until the process ends and releases its id, which another process may receive afterwards.
    @discardableResult
    package func reap() -> Termination {
        var status: Int32 = 0
        while waitpid(id, &status, 0) < 0, errno == EINTR {}
        return Termination(status: status)
    }

    /// Waits at most this long for the process to end, and then kills it. Returns nil if the process was killed.
    package func reap(within timeout: Duration) -> Termination? {
        var status: Int32 = 0
        let deadline = ContinuousClock.now + timeout
        while waitpid(id, &status, WNOHANG) == 0 {
            if deadline < .now {
                signal(SIGKILL)
                reap()
                return nil
            }
            usleep(2_000)
        }
        return Termination(status: status)
    }

    /// Kills this process, its descendants and its process group, and reaps it.
    package func killTree() {
        // A stopped process starts no others, so all are found before any is killed.
        signal(SIGSTOP)
        var found: Set<pid_t> = []
        while true {
            let others = ProcessTree.descendants(of: id).filter { found.insert($0).inserted }
            if others.isEmpty { break }
            for other in others { kill(other, SIGSTOP) }
        }
        for other in found { kill(other, SIGKILL) }
        // This also kills orphans of the group. The leader is not reaped yet, so the group id is still valid.
        kill(-id, SIGKILL)
        signal(SIGKILL)
        reap()
    }
}

extension siginfo_t {
    /// The child that the wait reports, with its exit status or signal.
    fileprivate var process: (id: Int32, status: Int32) {
        #if canImport(Darwin)
            (si_pid, si_status)
        #else
            (_sifields._sigchld.si_pid, _sifields._sigchld.si_status)
        #endif
    }
}

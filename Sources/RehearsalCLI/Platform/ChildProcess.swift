import CRehearsalPlatform
import Rehearsal

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Starts a command as a shell would: in this process group, with this process's standard streams, and with nothing of
/// what this process has arranged for itself.
enum ChildProcess {
    /// What a command has that leads a session of its own: it outlives the terminal, and no Ctrl-C reaches it.
    struct Apart: Sendable {
        /// Its standard output and standard error.
        var output: Int32
        /// What becomes its descriptor ``Background/news``.
        var news: Int32
    }

    /// Why a command did not start.
    struct StartError: Error, Sendable, Hashable {
        let command: String
        let code: Int32

        var description: String { "cannot start \"\(command.printable)\": \(String(cString: strerror(code)))" }

        /// What to do about it.
        var hint: String? {
            switch code {
            case ENOENT where !command.contains("/"): "it is in no folder of PATH; give its path, as in ./\(command)"
            case ENOENT: "there is no such file, or what its #! line names is not there"
            case EACCES: "it is no program, or it may not be run; try: chmod +x \(command)"
            case ENOEXEC: "it has no #! line; start it with its interpreter, as in: sh \(command)"
            default: nil
            }
        }
    }

    /// Starts it and returns its process id.
    ///
    /// Signals are at their defaults there and none is blocked, as this process blocks what it waits for; only SIGHUP
    /// stays ignored where it was when this process began, because that is all that `nohup` does.
    ///
    /// - Parameters:
    ///   - words: the command and its arguments.
    ///   - additions: variables of the environment, which replace those of the same name.
    ///   - apart: what it has where it is to go on without this process; nil for one that stays with it.
    static func start(
        _ words: [String],
        adding additions: [(name: String, value: String)],
        leavingHangup: Bool = false,
        apart: Apart? = nil,
    ) throws(StartError) -> pid_t {
        #if canImport(Darwin)
            var attributes: posix_spawnattr_t?
        #else
            var attributes = posix_spawnattr_t()
        #endif
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var defaults = sigset_t()
        sigfillset(&defaults)
        for number in [SIGKILL, SIGSTOP] + (leavingHangup ? [SIGHUP] : []) { sigdelset(&defaults, number) }
        var mask = sigset_t()
        sigemptyset(&mask)
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        posix_spawnattr_setsigmask(&attributes, &mask)
        let session = apart == nil ? 0 : rehearsal_spawn_in_session()
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK) | session)
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
        #else
            var actions = posix_spawn_file_actions_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if let apart {
            posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
            posix_spawn_file_actions_adddup2(&actions, apart.output, 1)
            posix_spawn_file_actions_adddup2(&actions, apart.output, 2)
            posix_spawn_file_actions_adddup2(&actions, apart.news, Background.news)
        }

        var arguments = words.map { strdup($0) } + [nil]
        var environment = variables(adding: additions)
        defer {
            for pointer in arguments + environment { free(pointer) }
        }
        var process = pid_t()
        let code = posix_spawnp(&process, words[0], &actions, &attributes, &arguments, &environment)
        guard code == 0 else { throw StartError(command: words[0], code: code) }
        return process
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

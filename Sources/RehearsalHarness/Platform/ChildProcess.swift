import CRehearsalPlatform
import Rehearsal
import RehearsalPlatform

/// Starts a command as a shell would: with this process's standard streams where nothing else is said, and with nothing
/// of what this process has arranged for itself.
package enum ChildProcess {
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
    package struct StartError: Error, Sendable, Hashable, CustomStringConvertible {
        package let command: String
        package let code: Int32

        package var description: String { "cannot start \"\(command.printable)\": \(String(cString: strerror(code)))" }

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

    /// Starts it and returns its process id.
    ///
    /// Signals are at their defaults there and none is blocked, as this process blocks what it waits for.
    ///
    /// - Parameters:
    ///   - words: the command and its arguments.
    ///   - additions: variables of the environment, which replace those of the same name.
    package static func start(
        _ words: [String],
        adding additions: [(name: String, value: String)] = [],
        in place: Place = Place(),
    ) throws(StartError) -> Int32 {
        guard let command = words.first else { throw StartError(command: "", code: ENOENT) }
        #if canImport(Darwin)
            var attributes: posix_spawnattr_t?
            var actions: posix_spawn_file_actions_t?
        #else
            var attributes = posix_spawnattr_t()
            var actions = posix_spawn_file_actions_t()
        #endif
        posix_spawnattr_init(&attributes)
        posix_spawn_file_actions_init(&actions)
        defer {
            posix_spawnattr_destroy(&attributes)
            posix_spawn_file_actions_destroy(&actions)
        }
        arrange(&attributes, place)
        if place.hasNoInput { posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0) }
        for pair in place.descriptors { posix_spawn_file_actions_adddup2(&actions, pair.ours, pair.theirs) }
        var arguments = words.map { strdup($0) } + [nil]
        var environment = variables(adding: additions)
        defer {
            for pointer in arguments + environment { free(pointer) }
        }
        var process = pid_t()
        let code = posix_spawnp(&process, command, &actions, &attributes, &arguments, &environment)
        guard code == 0 else { throw StartError(command: command, code: code) }
        return process
    }

    #if canImport(Darwin)
        private typealias Attributes = posix_spawnattr_t?
    #else
        private typealias Attributes = posix_spawnattr_t
    #endif

    private static func arrange(_ attributes: inout Attributes, _ place: Place) {
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

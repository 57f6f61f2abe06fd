import CRehearsalPlatform
import RehearsalHarness
import RehearsalPlatform

/// Everything that this process has started since this was made, and what that has started.
///
/// On Linux a process whose parent has gone becomes a child of this one, so that none can slip away.
struct Descendants: Sendable {
    /// Children that this process already had when it began, as after `exec` in a shell.
    private let strangers: Set<pid_t>

    init() {
        // Where it is inherited as ignored, the system reaps children and tells nobody how they ended.
        signal(SIGCHLD, SIG_DFL)
        #if os(Linux)
            _ = rehearsal_adopt_orphans()
        #endif
        strangers = Self.children()
    }

    /// Those that run.
    var living: [pid_t] { ProcessTree.descendants(of: getpid(), without: strangers) }

    /// Ends them all, also what they start meanwhile.
    func endAll() {
        var ended: Set<pid_t> = []
        while true {
            // What has been sent SIGKILL starts nothing any more, so this comes to an end.
            let others = living.filter { !ended.contains($0) }
            if others.isEmpty { return }
            for process in others { kill(process, SIGKILL) }
            ended.formUnion(others)
        }
    }

    private static func children() -> Set<pid_t> {
        var information = siginfo_t()
        guard waitid(P_ALL, 0, &information, WEXITED | WNOHANG | WNOWAIT) == 0 else { return [] }
        return Set(ProcessTree.descendants(of: getpid()))
    }
}

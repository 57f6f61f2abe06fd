import RehearsalPlatform

/// A command and its descendants, which can be awaited, signaled and killed.
///
/// On Linux this process becomes the parent of orphaned descendants, so that it can signal and reap all of them.
final class ProcessGroup: RunningCommand {
    private let child: ChildProcess
    private let isReaped = Locked(false)
    private let descendants: Descendants

    /// Starts a command.
    init(
        _ words: [String],
        adding variables: [(name: String, value: String)],
        keepsIgnoredHangup: Bool,
    ) throws(ChildProcess.StartError) {
        descendants = Descendants()
        var launchOptions = ChildProcess.LaunchOptions()
        launchOptions.keepsIgnoredHangup = keepsIgnoredHangup
        child = try ChildProcess(words, adding: variables, options: launchOptions)
    }

    /// Reaps child processes as they exit, and returns when no child process remains.
    ///
    /// - Parameter onEnd: called for each reaped process, with the termination of the command, or nil for any other
    ///   process.
    func reap(_ onEnd: (Termination?) -> Void) {
        // A process ID can be reused once its process is reaped. The lock prevents that while a signal is sent.
        while let ended = ChildProcess.waitForAnyExit() {
            let end = isReaped.withLock {
                if ended == child { $0 = true }
                return ended.reap()
            }
            onEnd(ended == child ? end : nil)
        }
    }

    var isAlive: Bool { isReaped.withLock { _ in !descendants.living.isEmpty } }

    func signalCommand(_ number: Int32) {
        isReaped.withLock {
            if !$0 { child.signal(number) }
        }
    }

    func terminateCommand() {
        signalCommand(SIGTERM)
        // A stopped process handles SIGTERM only after SIGCONT.
        signalCommand(SIGCONT)
    }

    var sharesProcessGroup: Bool { getpgid(child.id) == getpgrp() }

    func terminateAll() {
        isReaped.withLock { _ in
            for process in descendants.living {
                kill(process, SIGTERM)
                kill(process, SIGCONT)
            }
        }
    }

    func killAll() { isReaped.withLock { _ in descendants.killAll() } }
}

import RehearsalPlatform

/// The command and everything that it has started: told of their ends, sent signals, and ended without exception.
///
/// On Linux a process whose parent has gone becomes a child of this one, so that none can slip away.
final class Offspring: RunningCommand {
    private let child: ChildProcess
    private let isReaped = Locked(false)
    private let descendants: Descendants

    /// Starts a command.
    init(
        _ words: [String],
        adding variables: [(name: String, value: String)],
        leavingHangup: Bool,
    ) throws(ChildProcess.StartError) {
        descendants = Descendants()
        var place = ChildProcess.Place()
        place.leavesHangup = leavingHangup
        child = try ChildProcess(words, adding: variables, in: place)
    }

    /// Waits for the end of every child; returns when there is none left.
    ///
    /// - Parameter onEnd: gets how the command ended; nil for any other child.
    func reap(_ onEnd: (CommandEnd?) -> Void) {
        // A child is left in place until the lock is held: its number must not become another's while a signal is sent.
        while let ended = ChildProcess.nextEnded() {
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

    func askCommandToEnd() {
        signalCommand(SIGTERM)
        // What is stopped could not hear it.
        signalCommand(SIGCONT)
    }

    var isInOurGroup: Bool { getpgid(child.id) == getpgrp() }

    func askAllToEnd() {
        isReaped.withLock { _ in
            for process in descendants.living {
                kill(process, SIGTERM)
                kill(process, SIGCONT)
            }
        }
    }

    func endAll() { isReaped.withLock { _ in descendants.endAll() } }
}

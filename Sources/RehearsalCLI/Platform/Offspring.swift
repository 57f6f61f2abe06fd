import CRehearsalPlatform
import RehearsalFiles
import RehearsalHarness
import RehearsalServer

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The command and everything that it has started: told of their ends, sent signals, and ended without exception.
///
/// On Linux a process whose parent has gone becomes a child of this one, so that none can slip away.
final class Offspring: RunningCommand, @unchecked Sendable {
    // Sendable: `isReaped` is reached under the lock, the rest never changes.
    let command: pid_t
    private let lock = Lock()
    private var isReaped = false
    /// Children that this process already had when it began, as after `exec` in a shell.
    private let strangers: Set<pid_t>

    /// Why a command did not start.
    typealias StartError = ChildProcess.StartError

    /// Starts a command.
    init(
        _ words: [String],
        adding variables: [(name: String, value: String)],
        leavingHangup: Bool,
    ) throws(StartError) {
        // Where it is inherited as ignored, the system reaps children and tells nobody how they ended.
        signal(SIGCHLD, SIG_DFL)
        #if os(Linux)
            _ = rehearsal_adopt_orphans()
        #endif
        strangers = Self.children()
        var place = ChildProcess.Place()
        place.leavesHangup = leavingHangup
        command = try ChildProcess.start(words, adding: variables, in: place)
    }

    /// Waits for the end of every child; returns when there is none left.
    ///
    /// - Parameter onEnd: gets how the command ended; nil for any other child.
    func reap(_ onEnd: (CommandEnd?) -> Void) {
        while true {
            var information = siginfo_t()
            // It is left in place until the lock is held: its number must not become another's while a signal is sent.
            guard waitid(P_ALL, 0, &information, WEXITED | WNOWAIT) == 0 else {
                if errno == EINTR { continue }
                return
            }
            #if canImport(Darwin)
                let process = information.si_pid
            #else
                let process = information._sifields._sigchld.si_pid
            #endif
            var status: Int32 = 0
            lock.withLock {
                waitpid(process, &status, 0)
                if process == command { isReaped = true }
            }
            onEnd(process == command ? Self.end(status) : nil)
        }
    }

    var isAlive: Bool { lock.withLock { !survivors().isEmpty } }

    func signalCommand(_ number: Int32) {
        lock.withLock {
            if !isReaped { kill(command, number) }
        }
    }

    func askCommandToEnd() {
        signalCommand(SIGTERM)
        // What is stopped could not hear it.
        signalCommand(SIGCONT)
    }

    var isInOurGroup: Bool { getpgid(command) == getpgrp() }

    func askAllToEnd() {
        lock.withLock {
            for process in survivors() {
                kill(process, SIGTERM)
                kill(process, SIGCONT)
            }
        }
    }

    func endAll() {
        lock.withLock {
            var ended: Set<pid_t> = []
            while true {
                // What has been sent SIGKILL starts nothing any more, so this comes to an end.
                let others = survivors().filter { !ended.contains($0) }
                if others.isEmpty { return }
                for process in others { kill(process, SIGKILL) }
                ended.formUnion(others)
            }
        }
    }

    private func survivors() -> [pid_t] { ProcessTree.descendants(of: getpid(), without: strangers) }

    private static func children() -> Set<pid_t> {
        var information = siginfo_t()
        guard waitid(P_ALL, 0, &information, WEXITED | WNOHANG | WNOWAIT) == 0 else { return [] }
        return Set(ProcessTree.descendants(of: getpid()))
    }

    private static func end(_ status: Int32) -> CommandEnd {
        let number = status & 0x7F
        return number == 0 ? .exited(Int(status >> 8 & 0xFF)) : .ended(by: SignalName.of(number))
    }
}

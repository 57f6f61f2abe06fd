import RehearsalReports
import RehearsalHarness
import RehearsalPlatform
import RehearsalServer

/// The command and everything that it has started: told of their ends, sent signals, and ended without exception.
///
/// On Linux a process whose parent has gone becomes a child of this one, so that none can slip away.
final class Offspring: RunningCommand {
    let command: pid_t
    private let isReaped = Locked(false)
    private let descendants: Descendants

    /// Why a command did not start.
    typealias StartError = ChildProcess.StartError

    /// Starts a command.
    init(
        _ words: [String],
        adding variables: [(name: String, value: String)],
        leavingHangup: Bool,
    ) throws(StartError) {
        descendants = Descendants()
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
            isReaped.withLock {
                waitpid(process, &status, 0)
                if process == command { $0 = true }
            }
            onEnd(process == command ? Self.end(status) : nil)
        }
    }

    var isAlive: Bool { isReaped.withLock { _ in !descendants.living.isEmpty } }

    func signalCommand(_ number: Int32) {
        isReaped.withLock {
            if !$0 { kill(command, number) }
        }
    }

    func askCommandToEnd() {
        signalCommand(SIGTERM)
        // What is stopped could not hear it.
        signalCommand(SIGCONT)
    }

    var isInOurGroup: Bool { getpgid(command) == getpgrp() }

    func askAllToEnd() {
        isReaped.withLock { _ in
            for process in descendants.living {
                kill(process, SIGTERM)
                kill(process, SIGCONT)
            }
        }
    }

    func endAll() { isReaped.withLock { _ in descendants.endAll() } }

    private static func end(_ status: Int32) -> CommandEnd {
        let number = status & 0x7F
        return number == 0 ? .exited(Int(status >> 8 & 0xFF)) : .ended(by: SignalName.of(number))
    }
}

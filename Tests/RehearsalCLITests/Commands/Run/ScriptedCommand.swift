import RehearsalReports
import RehearsalPlatform
import RehearsalServer

@testable import RehearsalCLI

/// A simulated command that records the calls that it receives and ends by some of them.
final class ScriptedCommand: RunningCommand, @unchecked Sendable {
    // Sendable: all stored state is accessed under the lock or never changes.
    enum Call: Equatable {
        case signal(Int32), ask, askAll, endAll
    }

    private let lock = Lock()
    private let events: RunEventQueue
    /// The calls that end the command.
    private let endsBy: [Call]
    /// Whether a process that it started remains until that is asked to end or killed.
    private let leavesSomething: Bool
    let sharesProcessGroup: Bool
    private var received: [Call] = []
    private var isRunning = true
    private var hasRest: Bool

    init(_ events: RunEventQueue, endsBy: [Call] = [.ask], leavesSomething: Bool = false, isInOurGroup: Bool = true) {
        self.events = events
        self.endsBy = endsBy
        self.leavesSomething = leavesSomething
        self.sharesProcessGroup = isInOurGroup
        hasRest = leavesSomething
    }

    var calls: [Call] { lock.withLock { received } }
    var isAlive: Bool { lock.withLock { isRunning || hasRest } }

    func signalCommand(_ number: Int32) { take(.signal(number)) }
    func terminateCommand() { take(.ask) }
    func terminateAll() { take(.askAll) }
    func killAll() { take(.endAll) }

    /// Ends the command by itself.
    func exit(_ status: Int) {
        lock.withLock { isRunning = false }
        events.post(.commandEnded(.exited(status)))
    }

    private func take(_ call: Call) {
        let (ends, restEnds) = lock.withLock {
            received.append(call)
            let ends = isRunning && (endsBy.contains(call) || call == .endAll)
            let restEnds = hasRest && (call == .askAll || call == .endAll)
            if ends { isRunning = false }
            if restEnds { hasRest = false }
            return (ends, restEnds)
        }
        if ends { events.post(.commandEnded(.signaled(by: "SIGTERM"))) }
        if restEnds { events.post(.descendantEnded) }
    }
}

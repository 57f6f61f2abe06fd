import RehearsalReports
import RehearsalPlatform
import RehearsalServer

/// A queue of the events of a run.
final class RunEventQueue: Sendable {
    private let state = Locked(State())

    private struct State {
        var events: [Event] = []
        var hasJournalChanged = false
    }

    enum Event: Sendable, Hashable {
        case commandEnded(Termination)
        /// A descendant of the command exited.
        case descendantEnded
        case signal(HandledSignals.Arrival)
        /// All signals that arrived before this event was requested have been posted.
        case signalsDelivered
        /// The journal changed after the previous event of this kind.
        case journal
    }

    /// A closure that requests the event ``Event/signalsDelivered``.
    let requestSignals: @Sendable (RunEventQueue) -> Void

    init(requestSignals: @escaping @Sendable (RunEventQueue) -> Void) {
        self.requestSignals = requestSignals
    }

    func post(_ event: Event) {
        state.withLock {
            if event == .journal { $0.hasJournalChanged = true } else { $0.events.append(event) }
        }
        state.notify()
    }

    /// Waits for the next event and returns it; nil after the instant. Every other event precedes a change of the
    /// journal.
    func next(until instant: Int64) -> Event? {
        state.wait(until: instant) { state in
            if !state.events.isEmpty { return state.events.removeFirst() }
            guard state.hasJournalChanged, SystemClock.now() < instant else { return nil }
            state.hasJournalChanged = false
            return .journal
        }
    }
}

/// A running command that can be signaled and killed, with its descendants.
protocol RunningCommand: Sendable {
    /// Whether the command or a descendant is still running.
    var isAlive: Bool { get }
    /// Whether the command is in this process group, which receives the signals of the terminal.
    var sharesProcessGroup: Bool { get }

    /// Sends a signal to the command only.
    func signalCommand(_ number: Int32)
    /// Sends SIGTERM to the command.
    func terminateCommand()
    /// Sends SIGTERM to the command and its descendants.
    func terminateAll()
    /// Kills the command and its descendants, including those that start in the meantime.
    func killAll()
}

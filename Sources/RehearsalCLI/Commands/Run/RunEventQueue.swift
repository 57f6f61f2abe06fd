import RehearsalReports
import RehearsalPlatform
import RehearsalServer

/// A queue of the events of a run.
final class RunEventQueue: Sendable {
    private let state = Locked(State())

    private struct State {
        var events: [Event] = []
        var hasJournalNews = false
    }

    enum Event: Sendable, Hashable {
        case commandEnded(Termination)
        /// A descendant of the command exited.
        case descendantEnded
        case signal(RelayedSignals.Arrival)
        /// Every signal that arrived before the request for this event has been posted.
        case signalsDelivered
        /// The journal changed since the last such event.
        case journal
    }

    /// Requests the event ``Event/signalsDelivered``.
    let requestSignals: @Sendable (RunEventQueue) -> Void

    init(askForSignals: @escaping @Sendable (RunEventQueue) -> Void) { self.requestSignals = askForSignals }

    func post(_ event: Event) {
        state.withLock {
            if event == .journal { $0.hasJournalNews = true } else { $0.events.append(event) }
        }
        state.notify()
    }

    /// Returns the next event, journal changes last; nil when the instant has passed.
    func next(until instant: Int64) -> Event? {
        state.wait(until: instant) { state in
            if !state.events.isEmpty { return state.events.removeFirst() }
            guard state.hasJournalNews, SystemClock.now() < instant else { return nil }
            state.hasJournalNews = false
            return .journal
        }
    }
}

/// A running command whose end can be awaited and forced.
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
    /// Kills the command and its descendants, including processes started meanwhile.
    func killAll()
}

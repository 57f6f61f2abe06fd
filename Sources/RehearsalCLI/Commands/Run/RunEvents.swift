import RehearsalReports
import RehearsalPlatform
import RehearsalServer

/// What happens during a run, in one place to wait at.
final class RunEvents: Sendable {
    private let state = Locked(State())

    private struct State {
        var events: [Event] = []
        var hasJournalNews = false
    }

    enum Event: Sendable, Hashable {
        case commandEnded(CommandEnd)
        /// Another of its processes has ended.
        case descendantEnded
        case signal(RelayedSignals.Arrival)
        /// Every signal that had come when this was asked for has been told.
        case signalsTold
        /// Something was written into the journal since this was last told.
        case journal
    }

    /// Asks for ``Event/signalsTold``.
    let askForSignals: @Sendable (RunEvents) -> Void

    init(askForSignals: @escaping @Sendable (RunEvents) -> Void) { self.askForSignals = askForSignals }

    func post(_ event: Event) {
        state.withLock {
            if event == .journal { $0.hasJournalNews = true } else { $0.events.append(event) }
        }
        state.notify()
    }

    /// Waits for the next event, signals and ends before any news of the journal; nil when the instant has come.
    func next(until instant: Int64) -> Event? {
        state.wait(until: instant) { state in
            if !state.events.isEmpty { return state.events.removeFirst() }
            guard state.hasJournalNews, SystemClock.now() < instant else { return nil }
            state.hasJournalNews = false
            return .journal
        }
    }
}

/// A command that runs, as the one who waits for its end sees it.
protocol RunningCommand: Sendable {
    /// Whether anything of it still runs, also what it has started and left behind.
    var isAlive: Bool { get }
    /// Whether a signal that the terminal sends to its foreground group reaches the command too.
    var isInOurGroup: Bool { get }

    /// Sends a signal to the command alone.
    func signalCommand(_ number: Int32)
    /// Asks the command to end.
    func askCommandToEnd()
    /// Asks everything to end.
    func askAllToEnd()
    /// Ends everything, also what is started meanwhile.
    func endAll()
}

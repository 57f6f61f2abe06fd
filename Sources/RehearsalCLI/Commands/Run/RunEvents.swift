import RehearsalFiles
import RehearsalPlatform
import RehearsalServer

/// What happens during a run, in one place to wait at.
final class RunEvents: @unchecked Sendable {
    // Sendable: all stored state is reached under the lock.
    private let lock = Lock()
    private let news = Lock.Condition()
    private var events: [Event] = []
    private var hasJournalNews = false

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
        lock.withLock {
            if event == .journal { hasJournalNews = true } else { events.append(event) }
            news.signal()
        }
    }

    /// Waits for the next event, signals and ends before any news of the journal; nil when the instant has come.
    func next(until instant: Int64) -> Event? {
        lock.withLock {
            while true {
                if !events.isEmpty { return events.removeFirst() }
                if SystemClock.now() >= instant { return nil }
                if hasJournalNews {
                    hasJournalNews = false
                    return .journal
                }
                lock.wait(for: news, until: instant)
            }
        }
    }
}

import RehearsalPlatform
import RehearsalServer

/// The moment at which a call was cancelled: on a busy machine, later than it was meant to be.
final class Cancelling: Sendable {
    private let instant = Locked<ContinuousClock.Instant?>(nil)

    /// The call is cancelled now.
    func begin() { instant.withLock { $0 = .now } }

    /// How long a call has taken that has just ended, as if it had been cancelled when it was meant to be.
    func elapsed(since start: ContinuousClock.Instant, asked: Duration?) -> Duration {
        guard let asked, let instant = instant.withLock({ $0 }) else { return .now - start }
        return asked + (.now - instant)
    }
}

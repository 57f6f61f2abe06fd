import RehearsalPlatform
import RehearsalServer

/// The moment at which a call was cancelled: on a busy machine, later than it was meant to be.
final class Cancelling: @unchecked Sendable {
    // Sendable: `instant` is reached under the lock.
    private let lock = Lock()
    private var instant: ContinuousClock.Instant?

    /// The call is cancelled now.
    func begin() { lock.withLock { instant = .now } }

    /// How long a call has taken that has just ended, as if it had been cancelled when it was meant to be.
    func elapsed(since start: ContinuousClock.Instant, asked: Duration?) -> Duration {
        guard let asked, let instant = lock.withLock({ instant }) else { return .now - start }
        return asked + (.now - instant)
    }
}

import Rehearsal
import RehearsalPlatform

/// A limit that counts only the time in which the client could run.
///
/// Time that the client lost, because nothing ran it although it was ready, is added: a minute at most, so that every
/// case ends.
struct UsableTimeLimit: Sendable {
    private static let mostAdded = Duration.seconds(60)

    private let limit: Duration
    private let lost: @Sendable () -> Duration
    private let lostBefore: Duration
    private let startedAt = SystemClock.now()

    /// Begins now.
    ///
    /// - Parameter lost: the time lost up to the moment of the call; it never falls.
    init(_ limit: Duration, lost: @escaping @Sendable () -> Duration) {
        (self.limit, self.lost, lostBefore) = (limit, lost, lost())
    }

    /// The time that is left; not positive when the limit has passed.
    var left: Duration {
        let added = min(lost() - lostBefore, Self.mostAdded)
        return limit + added - .nanoseconds(SystemClock.now() - startedAt)
    }

    /// Waits until the limit has passed.
    ///
    /// - Throws: `CancellationError` at once if the task is cancelled.
    func pass() async throws {
        while case let left = left, left > .zero { try await Task.sleep(for: left) }
    }

    /// Does something that waits for so long at the most, again until it is done or the limit has passed.
    func attempt(_ body: (Duration) async -> Bool) async {
        while !Task.isCancelled, case let left = left, left > .zero {
            if await body(left) { return }
        }
    }
}

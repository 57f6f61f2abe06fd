import Foundation

/// A clock that records every pause and ends it at once.
final class RecordingClock: Clock, @unchecked Sendable {
    // Sendable: `pauses` is accessed under the lock.
    struct Instant: InstantProtocol {
        var offset = Duration.zero

        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private let lock = NSLock()
    private var pauses: [Duration] = []
    private let whenAsked: @Sendable () -> Void

    /// - Parameter whenAsked: Called at each pause.
    init(whenAsked: @escaping @Sendable () -> Void = {}) { self.whenAsked = whenAsked }

    var now: Instant { Instant() }
    var minimumResolution: Duration { .nanoseconds(1) }

    /// The requested pauses.
    var requested: [Duration] { lock.withLock { pauses } }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        lock.withLock { pauses.append(deadline.offset) }
        whenAsked()
        try Task.checkCancellation()
    }
}

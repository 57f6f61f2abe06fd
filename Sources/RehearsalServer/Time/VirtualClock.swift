import Rehearsal

/// A clock on which nothing takes long: waits end when everybody waits, and not when their time has passed.
///
/// One is given to a backend and to the client that talks to it, so that the delays of the one and the pauses of the
/// other pass together. Its time stands still until nothing else can happen: no exchange is on its way that is not
/// itself delayed, somebody waits, and for five real milliseconds neither a byte has moved nor anybody begun to wait.
/// Then it goes on, at once and exactly, to the earliest time that is waited for: those of the backend first, those of
/// sleeping tasks after them.
///
/// What does not wait by it, the timeouts of `URLSession` for one, takes the time that it takes.
public final class VirtualClock: Clock, Sendable {
    /// A moment of a virtual clock.
    public struct Instant: InstantProtocol {
        /// How long after the beginning of the clock it is.
        public var offset: Duration

        /// The moment that much later.
        public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        /// From this moment to another.
        public func duration(to other: Instant) -> Duration { other.offset - offset }
        /// Whether it comes first.
        public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    /// What makes its time go on.
    public enum Advancing: Sendable, Hashable {
        /// It goes on by itself when everybody waits.
        case automatically
        /// Only ``VirtualClock/advance(by:)``.
        case byHand
    }

    let sleepers = Sleepers()
    private let advancing: Advancing

    /// A clock at its beginning.
    public init(_ advancing: Advancing = .automatically) { self.advancing = advancing }

    /// The moment that it is.
    public var now: Instant { Instant(offset: .nanoseconds(sleepers.now)) }

    /// A nanosecond.
    public var minimumResolution: Duration { .nanoseconds(1) }

    /// Waits until it is that moment.
    ///
    /// - Throws: `CancellationError` at once if the task is cancelled.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        try await sleep(until: deadline, isOnRecord: true)
    }

    /// Waits so long without that it counts as asked for: for those who watch a client, and are none.
    package func pause(for duration: Duration) async throws {
        try await sleep(until: now.advanced(by: duration), isOnRecord: false)
    }

    private func sleep(until deadline: Instant, isOnRecord: Bool) async throws {
        try Task.checkCancellation()
        let sleeper = sleepers.number()
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                sleepers.add(sleeper, until: deadline.offset.nanoseconds, isOnRecord: isOnRecord, continuation)
                stir()
            }
        } onCancel: {
            sleepers.wake(sleeper)
        }
    }

    /// Lets so much time pass, at once: first for the backends, whose delayed replies go out, then for whoever sleeps.
    ///
    /// - Parameter duration: nothing happens for one that is not positive.
    public func advance(by duration: Duration) {
        let nanoseconds = duration.nanoseconds
        guard nanoseconds > 0 else { return }
        pass(nanoseconds, wakesSleepers: true)
    }

    /// What was asked of it so far: when by this machine's clock, and for how long.
    package var requested: [(at: Int64, duration: Duration)] { sleepers.requested }

    /// Calls a closure with the number of sleeps that have been requested: now, and after each one to come.
    package func observeRequests(_ observer: @escaping @Sendable (Int) -> Void) { sleepers.observeRequests(observer) }

    /// How many tasks sleep.
    package var sleeping: Int { sleepers.count }

    /// Its time goes on; the backends' goes with it.
    func pass(_ nanoseconds: Int64, wakesSleepers: Bool) {
        // A client that has its delayed reply finds the clock where the delay has ended.
        sleepers.pass(nanoseconds, wakes: false)
        for session in sleepers.sessions { session.advance(by: nanoseconds) }
        if wakesSleepers { sleepers.pass(0, wakes: true) }
    }

    /// Somebody waits: from now on it is looked after, until nobody does.
    func stir() {
        if advancing == .automatically { VirtualTime.shared.follow(self) }
    }
}

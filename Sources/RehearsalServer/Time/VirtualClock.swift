import Rehearsal
import RehearsalPlatform

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

/// The tasks that sleep by a virtual clock, and the sessions that go by it.
final class Sleepers: Sendable {
    private let state = Locked(State())

    private struct State {
        var time: Int64 = 0
        var waiting: [Int: Sleeper] = [:]
        var cancelled: Set<Int> = []
        var next = 0
        var requests: [(at: Int64, duration: Duration)] = []
        var members: [WeakSession] = []
        var observers: [@Sendable (Int) -> Void] = []
    }

    private struct Sleeper {
        var deadline: Int64
        var continuation: CheckedContinuation<Void, any Error>
    }

    private struct WeakSession {
        weak var session: Session?
    }

    /// Nanoseconds since the beginning.
    var now: Int64 { state.withLock { $0.time } }
    var count: Int { state.withLock { $0.waiting.count } }
    var requested: [(at: Int64, duration: Duration)] { state.withLock { $0.requests } }
    var sessions: [Session] { state.withLock { $0.members.compactMap(\.session) } }

    /// Calls a closure with the number of waits that have been requested: now, and after each one to come.
    func observeRequests(_ observer: @escaping @Sendable (Int) -> Void) {
        let count = state.withLock {
            $0.observers.append(observer)
            return $0.requests.count
        }
        observer(count)
    }

    func join(_ session: Session) {
        state.withLock {
            $0.members.removeAll { $0.session == nil }
            $0.members.append(WeakSession(session: session))
        }
    }

    /// How often something has been begun or ended, and the time that the earliest waits for.
    var progress: (changes: Int, left: Int64?) {
        state.withLock { state in
            let left = state.waiting.values.map { $0.deadline - state.time }.min()
            return (state.next &+ state.requests.count &- state.waiting.count, left)
        }
    }

    /// What a new sleeper is known by.
    func number() -> Int {
        state.withLock {
            $0.next += 1
            return $0.next
        }
    }

    func add(
        _ number: Int,
        until deadline: Int64,
        isOnRecord: Bool,
        _ continuation: CheckedContinuation<Void, any Error>,
    ) {
        var (observers, count): ([@Sendable (Int) -> Void], Int) = ([], 0)
        let result: Result<Void, any Error>? = state.withLock {
            if $0.cancelled.remove(number) != nil { return .failure(CancellationError()) }
            if isOnRecord {
                $0.requests.append((SystemClock.now(), .nanoseconds(deadline - $0.time)))
                (observers, count) = ($0.observers, $0.requests.count)
            }
            if deadline <= $0.time { return .success(()) }
            $0.waiting[number] = Sleeper(deadline: deadline, continuation: continuation)
            return nil
        }
        for observer in observers { observer(count) }
        if let result { continuation.resume(with: result) }
    }

    /// One is cancelled, perhaps before it sleeps.
    func wake(_ number: Int) {
        let sleeper = state.withLock {
            let sleeper = $0.waiting.removeValue(forKey: number)
            if sleeper == nil { $0.cancelled.insert(number) }
            return sleeper
        }
        sleeper?.continuation.resume(throwing: CancellationError())
    }

    /// The time goes on, no farther than that of a session, and those whose time has come wake, in its order.
    func pass(_ nanoseconds: Int64, wakes: Bool) {
        let woken: [(key: Int, value: Sleeper)] = state.withLock { state in
            state.time += min(nanoseconds, SessionTime.farthest - state.time)
            guard wakes else { return [] }
            let due = state.waiting.filter { $0.value.deadline <= state.time }
            for number in due.keys { state.waiting[number] = nil }
            return due.sorted { ($0.value.deadline, $0.key) < ($1.value.deadline, $1.key) }
        }
        for sleeper in woken { sleeper.value.continuation.resume() }
    }
}

import Rehearsal
import RehearsalPlatform

/// A virtual clock that a backend and its client share, so that their delays take almost no real time.
///
/// The time stands still until the backend and the client are idle. They are idle if a wait is pending, every open
/// exchange is delayed, and nothing happens for five real milliseconds: no byte is sent or received, and no wait
/// begins. The clock then jumps to the earliest deadline. At equal deadlines, the backend continues before sleeping
/// tasks.
///
/// Waits on other clocks, such as the timeouts of `URLSession`, take real time.
public final class VirtualClock: Clock, Sendable {
    /// An instant of a virtual clock.
    public struct Instant: InstantProtocol {
        /// The time since the start of the clock.
        public var offset: Duration

        /// Returns the instant after a duration.
        public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        /// Returns the duration from this instant to another.
        public func duration(to other: Instant) -> Duration { other.offset - offset }
        /// Returns whether the left instant precedes the right one.
        public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    /// A mode of advancing the time.
    public enum AdvanceMode: Sendable, Hashable {
        /// The clock advances itself when the backend and the client are idle.
        case automatically
        /// Only ``VirtualClock/advance(by:)`` advances the clock.
        case manually
    }

    /// The real time without activity after which the clock advances.
    package static let quietTime = Duration.milliseconds(5)

    let waiters = ClockWaiters()
    private let advancing: AdvanceMode

    /// Whether the clock advances only after the threads that are ready have run.
    ///
    /// It takes longer on a busy machine, so that real timeouts may pass. Without it, a client with threads of its own
    /// can be late there.
    let waitsForThreads: Bool

    /// Creates a clock at the instant zero.
    public convenience init(_ advancing: AdvanceMode = .automatically) {
        self.init(advancing, waitsForThreads: false)
    }

    package init(_ advancing: AdvanceMode = .automatically, waitsForThreads: Bool) {
        (self.advancing, self.waitsForThreads) = (advancing, waitsForThreads)
    }

    /// The current instant.
    public var now: Instant { Instant(offset: .nanoseconds(waiters.now)) }

    /// The resolution: a nanosecond.
    public var minimumResolution: Duration { .nanoseconds(1) }

    /// Suspends the task until an instant.
    ///
    /// - Throws: `CancellationError` as soon as the task is cancelled.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        try await sleep(until: deadline.offset.nanoseconds, isOnRecord: true)
    }

    /// Suspends the task for a duration without listing it in ``requestedWaits``, for code that observes a client.
    package func pause(for duration: Duration) async throws {
        try await sleep(until: now.advanced(by: duration).offset.nanoseconds, isOnRecord: false)
    }

    /// Suspends the task until the backend and the client are idle and no wait is pending.
    ///
    /// Only an action of the caller, such as the release of a held reply, can make progress then. A client that is busy
    /// for longer than five milliseconds outside of Swift's concurrency also counts as idle.
    ///
    /// - Throws: `CancellationError` as soon as the task is cancelled.
    package func untilIdle() async throws {
        try await sleep(until: ClockWaiters.whenIdle, isOnRecord: false)
    }

    /// Suspends the task until the backend and the client are idle, whether or not a wait is pending.
    ///
    /// The clock does not advance before the task has continued. An exchange that is open then waits for a hold or for
    /// virtual time.
    ///
    /// - Throws: `CancellationError` as soon as the task is cancelled.
    package func untilPaused() async throws {
        try await sleep(until: ClockWaiters.whenPaused, isOnRecord: false)
    }

    /// - Parameter deadline: the nanoseconds since the start of the clock, ``ClockWaiters/whenIdle``, or
    ///   ``ClockWaiters/whenPaused``.
    private func sleep(until deadline: Int64, isOnRecord: Bool) async throws {
        try Task.checkCancellation()
        let sleeper = waiters.makeID()
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                waiters.add(sleeper, until: deadline, isOnRecord: isOnRecord, continuation)
                wake()
            }
        } onCancel: {
            waiters.cancel(sleeper)
        }
    }

    /// Advances the clock: first the backends, which send due replies, then sleeping tasks.
    ///
    /// - Parameter duration: the time to add; ignored unless positive.
    public func advance(by duration: Duration) {
        let nanoseconds = duration.nanoseconds
        guard nanoseconds > 0 else { return }
        advance(nanoseconds, wakesSleepers: true)
    }

    /// The waits that tasks requested: the system time of each request, in nanoseconds, and its duration.
    package var requestedWaits: [(at: Int64, duration: Duration)] { waiters.requestedWaits }

    /// Calls a closure with the number of requested waits, first at once and then after each further request.
    package func observeRequests(_ observer: @escaping @Sendable (Int) -> Void) { waiters.observeRequests(observer) }

    /// The number of sleeping tasks.
    package var sleeping: Int { waiters.count }

    /// Advances the clock and its backends.
    func advance(_ nanoseconds: Int64, wakesSleepers: Bool) {
        // The clock advances first, because a client that receives a delayed reply must read the time after the delay.
        waiters.advance(nanoseconds, wakes: false)
        for session in waiters.sessions { session.advance(by: nanoseconds) }
        if wakesSleepers { waiters.advance(0, wakes: true) }
    }

    /// Starts automatic advancing after a wait has begun. Advancing stops when no wait is pending.
    func wake() {
        if advancing == .automatically { VirtualClockDriver.shared.follow(self) }
    }
}

/// The sleeping tasks and the sessions of a virtual clock.
final class ClockWaiters: Sendable {
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

    /// The deadline of tasks that wait until the users of the clock are idle and no other wait is pending.
    ///
    /// It exceeds every time of the clock, whose limit is that of ``SessionTime``.
    static let whenIdle = Int64.max

    /// The deadline of tasks that wait until the users of the clock are idle, even if another wait is pending.
    static let whenPaused = Int64.max - 1

    /// The nanoseconds since the start of the clock.
    var now: Int64 { state.withLock { $0.time } }
    var count: Int { state.withLock { $0.waiting.values.count { $0.deadline < Self.whenPaused } } }
    var requestedWaits: [(at: Int64, duration: Duration)] { state.withLock { $0.requests } }
    var sessions: [Session] { state.withLock { $0.members.compactMap(\.session) } }

    /// Calls a closure with the number of requested waits, first at once and then after each further request.
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

    /// The waits of a virtual clock at one moment.
    struct Progress {
        /// A number that changes whenever a wait begins or ends.
        let changes: Int
        /// The nanoseconds that remain of the earliest wait; nil without a wait.
        let left: Int64?
        /// Whether a task waits until the users of the clock are idle and no wait is pending.
        let isIdleAwaited: Bool
        /// Whether a task waits until the users of the clock are idle.
        let isPauseAwaited: Bool
    }

    var progress: Progress {
        state.withLock { state in
            let deadlines = state.waiting.values.map(\.deadline)
            return Progress(
                changes: 2 &* state.next &+ state.requests.count &- state.waiting.count,
                left: deadlines.filter { $0 < Self.whenPaused }.min().map { $0 - state.time },
                isIdleAwaited: deadlines.contains(Self.whenIdle),
                isPauseAwaited: deadlines.contains(Self.whenPaused)
            )
        }
    }

    /// Wakes the tasks with a deadline of idle users, in the order in which they began to wait.
    ///
    /// - Parameter deadline: ``whenIdle`` or ``whenPaused``.
    func wakeTasks(waitingUntil deadline: Int64) {
        let woken = state.withLock { state in
            let idle = state.waiting.filter { $0.value.deadline == deadline }
            for number in idle.keys { state.waiting[number] = nil }
            return idle.sorted { $0.key < $1.key }
        }
        for sleeper in woken { sleeper.value.continuation.resume() }
    }

    /// Returns the identifier of a new sleeping task.
    func makeID() -> Int {
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

    /// Cancels a sleeping task, or a task that is about to sleep.
    func cancel(_ number: Int) {
        let sleeper = state.withLock {
            let sleeper = $0.waiting.removeValue(forKey: number)
            if sleeper == nil { $0.cancelled.insert(number) }
            return sleeper
        }
        sleeper?.continuation.resume(throwing: CancellationError())
    }

    /// Advances the time, at most to the limit of ``SessionTime``.
    ///
    /// - Parameter wakes: whether tasks that are due wake, in the order of their deadlines.
    func advance(_ nanoseconds: Int64, wakes: Bool) {
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

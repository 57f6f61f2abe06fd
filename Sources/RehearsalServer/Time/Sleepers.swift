import RehearsalPlatform

/// The tasks that sleep by a virtual clock, and the sessions that go by it.
final class Sleepers: @unchecked Sendable {
    // Sendable: everything below is reached under the lock.
    private let lock = Lock()
    private var time: Int64 = 0
    private var waiting: [Int: Sleeper] = [:]
    private var cancelled: Set<Int> = []
    private var next = 0
    private var requests: [(at: Int64, duration: Duration)] = []
    private var members: [WeakSession] = []
    private var observers: [@Sendable (Int) -> Void] = []

    private struct Sleeper {
        var deadline: Int64
        var continuation: CheckedContinuation<Void, any Error>
    }

    private struct WeakSession {
        weak var session: Session?
    }

    /// Nanoseconds since the beginning.
    var now: Int64 { lock.withLock { time } }
    var count: Int { lock.withLock { waiting.count } }
    var requested: [(at: Int64, duration: Duration)] { lock.withLock { requests } }
    var sessions: [Session] { lock.withLock { members.compactMap(\.session) } }

    /// Calls a closure with the number of waits that have been requested: now, and after each one to come.
    func observeRequests(_ observer: @escaping @Sendable (Int) -> Void) {
        let count = lock.withLock {
            observers.append(observer)
            return requests.count
        }
        observer(count)
    }

    func join(_ session: Session) {
        lock.withLock {
            members.removeAll { $0.session == nil }
            members.append(WeakSession(session: session))
        }
    }

    /// How often something has been begun or ended, and the time that the earliest waits for.
    var state: (changes: Int, left: Int64?) {
        lock.withLock { (next &+ requests.count &- waiting.count, waiting.values.map { $0.deadline - time }.min()) }
    }

    /// What a new sleeper is known by.
    func number() -> Int {
        lock.withLock {
            next += 1
            return next
        }
    }

    func add(
        _ number: Int,
        until deadline: Int64,
        isOnRecord: Bool,
        _ continuation: CheckedContinuation<Void, any Error>,
    ) {
        var (observers, count): ([@Sendable (Int) -> Void], Int) = ([], 0)
        let result: Result<Void, any Error>? = lock.withLock {
            if cancelled.remove(number) != nil { return .failure(CancellationError()) }
            if isOnRecord {
                requests.append((SystemClock.now(), .nanoseconds(deadline - time)))
                (observers, count) = (self.observers, requests.count)
            }
            if deadline <= time { return .success(()) }
            waiting[number] = Sleeper(deadline: deadline, continuation: continuation)
            return nil
        }
        for observer in observers { observer(count) }
        if let result { continuation.resume(with: result) }
    }

    /// One is cancelled, perhaps before it sleeps.
    func wake(_ number: Int) {
        let sleeper = lock.withLock {
            let sleeper = waiting.removeValue(forKey: number)
            if sleeper == nil { cancelled.insert(number) }
            return sleeper
        }
        sleeper?.continuation.resume(throwing: CancellationError())
    }

    /// The time goes on, no farther than that of a session, and those whose time has come wake, in its order.
    func pass(_ nanoseconds: Int64, wakes: Bool) {
        let woken: [(key: Int, value: Sleeper)] = lock.withLock {
            time += min(nanoseconds, SessionTime.farthest - time)
            guard wakes else { return [] }
            let due = waiting.filter { $0.value.deadline <= time }
            for number in due.keys { waiting[number] = nil }
            return due.sorted { ($0.value.deadline, $0.key) < ($1.value.deadline, $1.key) }
        }
        for sleeper in woken { sleeper.value.continuation.resume() }
    }
}

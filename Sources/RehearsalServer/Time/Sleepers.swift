import RehearsalPlatform

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

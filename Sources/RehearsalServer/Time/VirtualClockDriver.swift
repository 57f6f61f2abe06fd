import Rehearsal
import RehearsalPlatform

/// The thread that advances all virtual clocks when their users are idle; it sleeps while no wait is pending.
final class VirtualClockDriver: Sendable {
    static let shared = VirtualClockDriver()

    private let state = Locked(State())

    private struct State {
        var followed: [ObjectIdentifier: Followed] = [:]
        var isRunning = false
    }

    /// The time without activity after which a clock advances, in nanoseconds.
    private static let quiet: Int64 = 5_000_000
    /// The time after which a delayed reply is sent although the pool is blocked, in nanoseconds.
    private static let blocked: Int64 = 10_000_000_000
    /// The interval between two checks, in nanoseconds.
    private static let step: Int64 = 1_000_000

    /// A clock and the number of waits that have begun since the thread follows it.
    private struct Followed {
        let clock: VirtualClock
        var waitCount = 0
    }

    /// The last observed state of a clock, and the time of its first observation.
    private struct Look {
        let fingerprint: Int
        let since: Int64
        /// A probe that runs on the pool after the tasks that were ready when the state was observed again.
        let probe = PoolProbe()
    }

    func follow(_ clock: VirtualClock) {
        state.withLock {
            $0.followed[ObjectIdentifier(clock), default: Followed(clock: clock)].waitCount += 1
            if !$0.isRunning { $0.isRunning = start() }
        }
        state.notify()
    }

    /// Starts the thread; returns whether it runs. Without it, virtual time only advances by hand.
    private func start() -> Bool {
        guard let thread = try? Thread.start({ [self] in run() }) else { return false }
        thread.detach()
        return true
    }

    private func run() {
        var looks: [ObjectIdentifier: Look] = [:]
        while true {
            let clocks = state.wait { $0.followed.isEmpty ? nil : $0.followed }
            looks = looks.filter { clocks[$0.key] != nil }
            for (id, followed) in clocks where !look(at: followed.clock, &looks[id]) { leave(id, followed.waitCount) }
            state.pause(until: SystemClock.now() + Self.step)
        }
    }

    /// Stops following a clock, unless a wait has begun in the meantime.
    private func leave(_ id: ObjectIdentifier, _ stirs: Int) {
        state.withLock {
            if $0.followed[id]?.waitCount == stirs { $0.followed[id] = nil }
        }
    }

    /// Checks a clock and advances it if its users are idle; returns whether another check is needed.
    private func look(at clock: VirtualClock, _ look: inout Look?) -> Bool {
        let stillness = IdleSnapshot(of: clock)
        let now = SystemClock.now()
        guard stillness.isWaiting else {
            look = nil
            return stillness.isBusy
        }
        guard !stillness.isBusy, let last = look, last.fingerprint == stillness.fingerprint else {
            look = Look(fingerprint: stillness.fingerprint, since: now)
            return true
        }
        // A task that waits for a thread of the pool is not idle, however long the state is unchanged.
        last.probe.start()
        guard now - last.since >= Self.quiet, let jump = stillness.nextAdvance else { return true }
        // A client that blocks the pool's threads may wait for exactly this delayed reply.
        let isBlocked = !jump.wakesSleepers && now - last.since >= Self.blocked
        guard last.probe.hasRun || isBlocked else { return true }
        look = nil
        clock.advance(max(0, jump.by), wakesSleepers: jump.wakesSleepers)
        return true
    }
}

/// A snapshot of the activity of a virtual clock's users.
struct IdleSnapshot {
    /// Whether an exchange progresses without waiting for virtual time.
    private(set) var isBusy = false
    /// A hash of the state; equal values mean that nothing happened in between.
    private(set) var fingerprint = 0
    private var serverLeft: Int64?
    private var sleeperLeft: Int64?

    /// Whether a wait for virtual time is pending.
    var isWaiting: Bool { serverLeft != nil || sleeperLeft != nil }

    init(of clock: VirtualClock) {
        var hasher = Hasher()
        for session in clock.waiters.sessions {
            for part in session.activity() {
                isBusy = isBusy || part.isBusy
                hasher.combine(part.fingerprint)
                serverLeft = [serverLeft, part.left].compactMap(\.self).min()
            }
        }
        let state = clock.waiters.progress
        hasher.combine(state.changes)
        sleeperLeft = state.left
        fingerprint = hasher.finalize()
    }

    /// The duration to the earliest deadline, and whether sleeping tasks wake; the backend precedes them.
    var nextAdvance: (by: Int64, wakesSleepers: Bool)? {
        switch (serverLeft, sleeperLeft) {
        case (let server?, let sleeper?): (min(server, sleeper), sleeper < server)
        case (let server?, nil): (server, false)
        case (nil, let sleeper?): (sleeper, true)
        case (nil, nil): nil
        }
    }

    /// The activity of one session on one of its loops.
    struct SessionActivity: Sendable {
        var isBusy = false
        var fingerprint = 0
        /// The remaining wait of its first due exchange, in nanoseconds; nil without a wait.
        var left: Int64?
    }
}

/// A probe that detects whether the tasks that are ready on Swift's cooperative pool have run.
///
/// A task that is enqueued after them runs after them. It yields several times, because each may enqueue another.
final class PoolProbe: Sendable {
    private let isStarted = Locked(false)
    private let isDone = Locked(false)

    private static let yields = 3

    /// Whether the probe has run to its end.
    var hasRun: Bool { isDone.withLock { $0 } }

    /// Enqueues the probe on the first call.
    func start() {
        let isFirst = isStarted.withLock { value in
            defer { value = true }
            return !value
        }
        guard isFirst else { return }
        Task.detached(priority: .medium) { [self] in
            for _ in 0..<Self.yields { await Task.yield() }
            isDone.withLock { $0 = true }
        }
    }
}

/// The time of a session: the system time plus the advanced time.
///
/// With a virtual clock it is the start time plus the virtual time. Delays, paces, lifetimes, rate windows and dates
/// use it; timeouts for requests use the system time.
final class SessionTime: Sendable {
    private let nanoseconds = Locked<Int64>(0)
    /// The limit of `offset`, in nanoseconds; adding an equal lifetime does not overflow.
    static let farthest = Duration.seconds(Int64.max).nanoseconds
    /// The system time at the start of a session with a virtual clock; nil without one.
    private let beginning: (now: Int64, wallMilliseconds: Int64)?

    init(isVirtual: Bool) {
        beginning = isVirtual ? (SystemClock.now(), SystemClock.wallMilliseconds()) : nil
    }

    /// The time by which it is ahead, in nanoseconds.
    var offset: Int64 { nanoseconds.withLock { $0 } }

    /// The monotonic time of the session, in nanoseconds.
    var now: Int64 { at(SystemClock.now()) }

    /// Returns the session time for an instant of the system clock.
    func at(_ instant: Int64) -> Int64 { (beginning?.now ?? instant) &+ offset }

    /// The wall time of the session in milliseconds since 1970.
    var wallMilliseconds: Int64 {
        (beginning?.wallMilliseconds ?? SystemClock.wallMilliseconds()) &+ offset / 1_000_000
    }

    /// Advances the time by a duration, up to the limit.
    ///
    /// - Returns: the time that was added, and the total time ahead.
    func advance(by duration: Int64) -> (passed: Int64, ahead: Int64) {
        nanoseconds.withLock {
            let passed = min(duration, Self.farthest - $0)
            $0 += passed
            return (passed, $0)
        }
    }
}

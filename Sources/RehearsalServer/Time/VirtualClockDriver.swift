import Rehearsal
import RehearsalPlatform

/// The thread that advances all virtual clocks when their users are idle. It sleeps while no wait is pending.
final class VirtualClockDriver: Sendable {
    static let shared = VirtualClockDriver()

    private let state = Locked(State())

    private struct State {
        var followed: [ObjectIdentifier: Followed] = [:]
        var isRunning = false
    }

    /// The time without activity after which a clock advances, in nanoseconds.
    private static let quiet = VirtualClock.quietTime.nanoseconds
    /// The time without activity after which a delayed reply is sent even if the pool is blocked, in nanoseconds.
    private static let blocked: Int64 = 10_000_000_000
    /// The interval between two checks, in nanoseconds.
    private static let step: Int64 = 1_000_000

    /// A clock, and the number of waits that have begun since the thread began to follow it.
    private struct Followed {
        let clock: VirtualClock
        var waitCount = 0
    }

    /// The last observed state of a clock, and the time at which that state was first observed.
    private struct ObservedState {
        let fingerprint: Int
        let since: Int64
        /// A probe that runs after the threads and the tasks that were ready when the same state was observed again.
        let probe = ReadinessProbe()
    }

    /// Advances a clock when its users are idle, until no wait is pending.
    func follow(_ clock: VirtualClock) {
        state.withLock {
            $0.followed[ObjectIdentifier(clock), default: Followed(clock: clock)].waitCount += 1
            if !$0.isRunning { $0.isRunning = start() }
        }
        state.notify()
    }

    /// Starts the thread. Returns whether it was started; without it, only `advance(by:)` advances virtual time.
    private func start() -> Bool {
        guard let thread = try? Thread.start({ [self] in run() }) else { return false }
        thread.detach()
        return true
    }

    private func run() {
        var states: [ObjectIdentifier: ObservedState] = [:]
        while true {
            let clocks = state.wait { $0.followed.isEmpty ? nil : $0.followed }
            states = states.filter { clocks[$0.key] != nil }
            for (id, followed) in clocks where !check(followed.clock, &states[id]) { unfollow(id, followed.waitCount) }
            state.pause(until: SystemClock.now() + Self.step)
        }
    }

    /// Stops following a clock, unless a wait has begun in the meantime.
    private func unfollow(_ id: ObjectIdentifier, _ waitCount: Int) {
        state.withLock {
            if $0.followed[id]?.waitCount == waitCount { $0.followed[id] = nil }
        }
    }

    /// Checks a clock and advances it if its users are idle. Returns whether another check is needed.
    private func check(_ clock: VirtualClock, _ observed: inout ObservedState?) -> Bool {
        let snapshot = IdleSnapshot(of: clock)
        let now = SystemClock.now()
        guard snapshot.isWaiting else {
            observed = nil
            return snapshot.isBusy
        }
        guard !snapshot.isBusy, let last = observed, last.fingerprint == snapshot.fingerprint else {
            observed = ObservedState(fingerprint: snapshot.fingerprint, since: now)
            return true
        }
        // A task that waits for a thread is not idle, so an unchanged state alone does not suffice.
        last.probe.start(onThread: clock.waitsForThreads)
        guard now - last.since >= Self.quiet else { return true }
        if snapshot.isPauseAwaited {
            guard last.probe.hasRun else { return true }
            observed = nil
            clock.waiters.wakeTasks(waitingUntil: ClockWaiters.whenPaused)
            return true
        }
        guard let jump = snapshot.nextAdvance else {
            guard last.probe.hasRun else { return true }
            observed = nil
            clock.waiters.wakeTasks(waitingUntil: ClockWaiters.whenIdle)
            return true
        }
        // A client may block the pool's threads while it waits for this delayed reply.
        let isBlocked = !jump.wakesSleepers && now - last.since >= Self.blocked
        guard last.probe.hasRun || isBlocked else { return true }
        observed = nil
        clock.advance(max(0, jump.by), wakesSleepers: jump.wakesSleepers)
        return true
    }
}

/// A snapshot of the activity of a virtual clock's users.
struct IdleSnapshot {
    /// Whether an exchange can make progress without an advance of virtual time.
    private(set) var isBusy = false
    /// A hash of the state. Equal hashes mean that nothing happened between two snapshots.
    private(set) var fingerprint = 0
    private var serverLeft: Int64?
    private var sleeperLeft: Int64?
    private var isIdleAwaited = false
    /// Whether a task waits until the users are idle, before the clock advances.
    private(set) var isPauseAwaited = false

    /// Whether a wait is pending, for virtual time or for idle users.
    var isWaiting: Bool { serverLeft != nil || sleeperLeft != nil || isIdleAwaited || isPauseAwaited }

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
        (sleeperLeft, isIdleAwaited, isPauseAwaited) = (state.left, state.isIdleAwaited, state.isPauseAwaited)
        fingerprint = hasher.finalize()
    }

    /// The time to the earliest deadline in nanoseconds, and whether sleeping tasks wake; nil without a wait.
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
        /// The remaining time of the earliest wait, in nanoseconds; nil without a wait.
        var left: Int64?
    }
}

/// A probe that detects whether the threads and the tasks that are ready have run.
///
/// The probe is a new thread if the clock waits for threads, and then a task on Swift's cooperative pool. The scheduler
/// runs the thread after those that were ready, and the pool runs the task after those that were ready. Each of them
/// may start another one, so that the probe gives way several times.
final class ReadinessProbe: Sendable {
    private let isStarted = Locked(false)
    private let isDone = Locked(false)

    private static let yields = 3

    /// Whether the probe has run to its end.
    var hasRun: Bool { isDone.withLock { $0 } }

    /// Starts the probe; later calls have no effect.
    func start(onThread usesThread: Bool) {
        let isFirst = isStarted.withLock { value in
            defer { value = true }
            return !value
        }
        guard isFirst else { return }
        guard usesThread else { return probePool() }
        let thread = try? Thread.start { [self] in
            for _ in 0..<Self.yields { sched_yield() }
            probePool()
        }
        if let thread { thread.detach() } else { probePool() }
    }

    private func probePool() {
        Task.detached(priority: .medium) { [self] in
            for _ in 0..<Self.yields { await Task.yield() }
            isDone.withLock { $0 = true }
        }
    }
}

/// The time of a session: the system time plus the time by which it was advanced.
///
/// With a virtual clock, it is the start time plus the virtual time. Delays, paces, lifetimes, rate windows and `Date`
/// use the session's time. Timeouts for requests use the system time.
final class SessionTime: Sendable {
    private let nanoseconds = Locked<Int64>(0)
    /// The limit of `offset`, in nanoseconds. The sum with a lifetime of the same length does not overflow.
    static let farthest = Duration.seconds(Int64.max).nanoseconds
    /// The system time at the start of a session with a virtual clock; nil without one.
    private let virtualStart: (now: Int64, wallMilliseconds: Int64)?

    init(isVirtual: Bool) {
        virtualStart = isVirtual ? (SystemClock.now(), SystemClock.wallMilliseconds()) : nil
    }

    /// Whether the session has a virtual clock.
    var isVirtual: Bool { virtualStart != nil }

    /// The time by which the session is ahead of the system clock or of its start, in nanoseconds.
    var offset: Int64 { nanoseconds.withLock { $0 } }

    /// The monotonic time of the session, in nanoseconds.
    var now: Int64 { at(SystemClock.now()) }

    /// Returns the session's time at an instant of the system clock. With a virtual clock, the instant does not matter.
    func at(_ instant: Int64) -> Int64 { (virtualStart?.now ?? instant) &+ offset }

    /// The wall time of the session in milliseconds since 1970.
    var wallMilliseconds: Int64 {
        (virtualStart?.wallMilliseconds ?? SystemClock.wallMilliseconds()) &+ offset / 1_000_000
    }

    /// Advances the time by a duration, up to the limit.
    ///
    /// - Returns: the time that was added, and the new `offset`.
    func advance(by duration: Int64) -> (passed: Int64, ahead: Int64) {
        nanoseconds.withLock {
            let passed = min(duration, Self.farthest - $0)
            $0 += passed
            return (passed, $0)
        }
    }
}

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
    /// The age of a state at which a probe is started for all states that have none, in nanoseconds.
    private static let probeDelay: Int64 = 2_000_000
    /// The interval between two checks, in nanoseconds.
    private static let step: Int64 = 1_000_000

    /// A clock, and the number of waits that have begun since the thread began to follow it.
    private struct Followed {
        let clock: VirtualClock
        var waitCount = 0
    }

    /// The state of a clock whose users look idle, and the time at which it was observed.
    private struct ObservedState {
        let fingerprint: Int
        let waitChanges: Int
        let since: Int64
        /// A probe that runs after the threads and the tasks that were ready when it was started; nil before that.
        var probe: ReadinessProbe?
    }

    /// A clock of which a snapshot must be taken. The event loops of its sessions interrupt their work for it.
    private struct DueClock {
        let id: ObjectIdentifier
        let followed: Followed
        /// Whether the quiet time has passed, and the probe has run. If the snapshot is equal to the observed state,
        /// nothing happened in this time.
        private(set) var isReady = false
        /// Whether the probe may be waiting for a blocked pool.
        private(set) var isBlocked = false

        /// Creates the clock; nil if it needs no snapshot.
        init?(_ id: ObjectIdentifier, _ followed: Followed, _ observed: ObservedState?) {
            (self.id, self.followed) = (id, followed)
            guard let observed else { return }
            let age = SystemClock.now() - observed.since
            // A task that waits for a thread is not idle, so an unchanged state alone does not suffice.
            isReady = age >= VirtualClockDriver.quiet && observed.probe?.hasRun == true
            isBlocked = age >= VirtualClockDriver.blocked
            let hasChanged = followed.clock.waiters.progress.changes != observed.waitChanges
            guard isReady || isBlocked || hasChanged else { return nil }
        }
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
            startProbes(of: &states, clocks)
            let due = clocks.compactMap { DueClock($0, $1, states[$0]) }
            let snapshots = IdleSnapshot.snapshots(of: due.map(\.followed.clock))
            for (due, snapshot) in zip(due, snapshots) where !check(due, snapshot, &states[due.id]) {
                unfollow(due.id, due.followed.waitCount)
            }
            state.pause(until: SystemClock.now() + Self.step)
        }
    }

    /// Starts a probe for the states that have none, if one of them is old enough.
    ///
    /// They share it, because a thread for each of them is slow.
    private func startProbes(
        of states: inout [ObjectIdentifier: ObservedState],
        _ clocks: [ObjectIdentifier: Followed],
    ) {
        let now = SystemClock.now()
        guard states.values.contains(where: { $0.probe == nil && now - $0.since >= Self.probeDelay }) else { return }
        var probes: [Bool: ReadinessProbe] = [:]
        for (id, observed) in states where observed.probe == nil {
            let waitsForThreads = clocks[id]?.clock.waitsForThreads ?? false
            let probe = probes[waitsForThreads] ?? ReadinessProbe(onThread: waitsForThreads)
            probes[waitsForThreads] = probe
            states[id]?.probe = probe
        }
    }

    /// Stops following a clock, unless a wait has begun in the meantime.
    private func unfollow(_ id: ObjectIdentifier, _ waitCount: Int) {
        state.withLock {
            if $0.followed[id]?.waitCount == waitCount { $0.followed[id] = nil }
        }
    }

    /// Checks a clock and advances it if its users are idle. Returns whether another check is needed.
    private func check(_ due: DueClock, _ snapshot: IdleSnapshot, _ observed: inout ObservedState?) -> Bool {
        guard snapshot.isWaiting, !snapshot.isBusy else {
            observed = nil
            return snapshot.isBusy
        }
        guard let last = observed, last.fingerprint == snapshot.fingerprint else {
            let (fingerprint, changes) = (snapshot.fingerprint, snapshot.waitChanges)
            observed = ObservedState(fingerprint: fingerprint, waitChanges: changes, since: SystemClock.now())
            return true
        }
        let clock = due.followed.clock
        // The snapshot is older than the advances of other clocks.
        guard clock.waiters.progress.changes == snapshot.waitChanges else { return true }
        guard !snapshot.isPauseAwaited, let jump = snapshot.nextAdvance else {
            guard due.isReady else { return true }
            observed = nil
            let deadline = snapshot.isPauseAwaited ? ClockWaiters.whenPaused : ClockWaiters.whenIdle
            clock.waiters.wakeTasks(waitingUntil: deadline)
            return true
        }
        // A client may block the pool's threads while it waits for this delayed reply.
        guard due.isReady || (due.isBlocked && !jump.wakesSleepers) else { return true }
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
    /// A number that changes whenever a wait begins or ends.
    let waitChanges: Int
    private var serverLeft: Int64?
    private var sleeperLeft: Int64?
    private var isIdleAwaited = false
    /// Whether a task waits until the users are idle, before the clock advances.
    private(set) var isPauseAwaited = false

    /// Whether a wait is pending, for virtual time or for idle users.
    var isWaiting: Bool { serverLeft != nil || sleeperLeft != nil || isIdleAwaited || isPauseAwaited }

    /// Returns the snapshots of clocks. All event loops are asked at once.
    static func snapshots(of clocks: [VirtualClock]) -> [IdleSnapshot] {
        let sessions = clocks.map(\.waiters.sessions)
        var activities = Session.activities(of: sessions.flatMap(\.self))[...]
        return zip(clocks, sessions).map { clock, sessions in
            defer { activities.removeFirst(sessions.count) }
            return IdleSnapshot(of: clock, activities.prefix(sessions.count).flatMap(\.self))
        }
    }

    private init(of clock: VirtualClock, _ activities: [SessionActivity]) {
        var hasher = Hasher()
        for part in activities {
            isBusy = isBusy || part.isBusy
            hasher.combine(part.fingerprint)
            serverLeft = [serverLeft, part.left].compactMap(\.self).min()
        }
        let state = clock.waiters.progress
        waitChanges = state.changes
        hasher.combine(waitChanges)
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
    private let isDone = Locked(false)

    private static let yields = 3

    /// Whether the probe has run to its end.
    var hasRun: Bool { isDone.withLock { $0 } }

    /// Starts the probe.
    init(onThread usesThread: Bool) {
        guard usesThread else {
            probePool()
            return
        }
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

import Rehearsal
import RehearsalPlatform

/// Lets virtual clocks go on when nothing else can happen: one thread for all of them, asleep while nobody waits.
final class VirtualTime: Sendable {
    static let shared = VirtualTime()

    private let state = Locked(State())

    private struct State {
        var followed: [ObjectIdentifier: Followed] = [:]
        var isRunning = false
    }

    /// So long nothing must have happened, in nanoseconds.
    private static let quiet: Int64 = 5_000_000
    /// After so long a delayed reply goes out although the pool runs nothing, in nanoseconds.
    private static let blocked: Int64 = 10_000_000_000
    /// Between two looks, in nanoseconds.
    private static let step: Int64 = 1_000_000

    /// A clock, and how often somebody has begun to wait by it since it is followed.
    private struct Followed {
        let clock: VirtualClock
        var stirs = 0
    }

    /// The state that a clock was seen in, and since when.
    private struct Look {
        let mark: Int
        let since: Int64
        /// Runs on the pool after the tasks that were ready when this state was seen again.
        let probe = PoolProbe()
    }

    func follow(_ clock: VirtualClock) {
        state.withLock {
            $0.followed[ObjectIdentifier(clock), default: Followed(clock: clock)].stirs += 1
            if !$0.isRunning { $0.isRunning = start() }
        }
        state.notify()
    }

    /// Returns whether there is a thread now; without one, virtual time is only let pass by hand.
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
            for (id, followed) in clocks where !look(at: followed.clock, &looks[id]) { leave(id, followed.stirs) }
            state.pause(until: SystemClock.now() + Self.step)
        }
    }

    /// Nobody waits by a clock any more, unless somebody has begun to meanwhile.
    private func leave(_ id: ObjectIdentifier, _ stirs: Int) {
        state.withLock {
            if $0.followed[id]?.stirs == stirs { $0.followed[id] = nil }
        }
    }

    /// Returns whether it has to be looked at again.
    private func look(at clock: VirtualClock, _ look: inout Look?) -> Bool {
        let stillness = Stillness(of: clock)
        let now = SystemClock.now()
        guard stillness.isWaiting else {
            look = nil
            return stillness.isBusy
        }
        guard !stillness.isBusy, let last = look, last.mark == stillness.mark else {
            look = Look(mark: stillness.mark, since: now)
            return true
        }
        // A task that is ready and has no thread yet is not asleep, however long the state stays the same.
        last.probe.start()
        guard now - last.since >= Self.quiet, let jump = stillness.jump else { return true }
        // A client that blocks a thread of the pool may wait for the reply that waits for this.
        let isBlocked = !jump.wakesSleepers && now - last.since >= Self.blocked
        guard last.probe.hasRun || isBlocked else { return true }
        look = nil
        clock.pass(max(0, jump.by), wakesSleepers: jump.wakesSleepers)
        return true
    }
}

/// What everybody who goes by a virtual clock is doing at one moment.
struct Stillness {
    /// Something is on its way that no time is waited for.
    private(set) var isBusy = false
    /// Equal numbers mean that nothing has happened.
    private(set) var mark = 0
    private var serverLeft: Int64?
    private var sleeperLeft: Int64?

    /// Somebody waits for a time.
    var isWaiting: Bool { serverLeft != nil || sleeperLeft != nil }

    init(of clock: VirtualClock) {
        var hasher = Hasher()
        for session in clock.sleepers.sessions {
            for part in session.stillness() {
                isBusy = isBusy || part.isBusy
                hasher.combine(part.mark)
                serverLeft = [serverLeft, part.left].compactMap(\.self).min()
            }
        }
        let state = clock.sleepers.progress
        hasher.combine(state.changes)
        sleeperLeft = state.left
        mark = hasher.finalize()
    }

    /// How far time goes: to the earliest that is waited for.
    /// Whoever sleeps stays asleep while the backend has its turn.
    var jump: (by: Int64, wakesSleepers: Bool)? {
        switch (serverLeft, sleeperLeft) {
        case (let server?, let sleeper?): (min(server, sleeper), sleeper < server)
        case (let server?, nil): (server, false)
        case (nil, let sleeper?): (sleeper, true)
        case (nil, nil): nil
        }
    }

    /// One session on one of its loops.
    struct Part: Sendable {
        var isBusy = false
        var mark = 0
        /// How long the first of its exchanges still waits, in nanoseconds.
        var left: Int64?
    }
}

/// Finds out whether the tasks that are ready to run on Swift's cooperative pool have run.
///
/// A task that is enqueued after them gets a thread after them. It yields a few times, because each of them may have
/// enqueued another.
final class PoolProbe: Sendable {
    private let isStarted = Locked(false)
    private let isDone = Locked(false)

    private static let yields = 3

    /// Whether the probe has run to its end.
    var hasRun: Bool { isDone.withLock { $0 } }

    /// Enqueues the probe, once.
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

/// The time of a session: that of this machine, or ahead of it by as much as somebody has said; with a virtual clock,
/// that of its beginning and as much more as has passed on the clock.
///
/// Delays, paces, lifetimes, windows and dates go by it; what a client may take for its own part does not.
final class SessionTime: Sendable {
    private let nanoseconds = Locked<Int64>(0)
    /// The farthest that it goes ahead, in nanoseconds: a lifetime of that length can still be added to an instant.
    static let farthest = Duration.seconds(Int64.max).nanoseconds
    /// When it began, by this machine, where this machine's time does not count.
    private let beginning: (now: Int64, wallMilliseconds: Int64)?

    init(isVirtual: Bool) {
        beginning = isVirtual ? (SystemClock.now(), SystemClock.wallMilliseconds()) : nil
    }

    /// How far it is ahead, in nanoseconds.
    var ahead: Int64 { nanoseconds.withLock { $0 } }

    /// Nanoseconds of a clock that only goes forward.
    var now: Int64 { at(SystemClock.now()) }

    /// The same at an instant of this machine's clock.
    func at(_ instant: Int64) -> Int64 { (beginning?.now ?? instant) &+ ahead }

    /// Milliseconds since 1970.
    var wallMilliseconds: Int64 {
        (beginning?.wallMilliseconds ?? SystemClock.wallMilliseconds()) &+ ahead / 1_000_000
    }

    /// Lets so much time pass, or what is left to the farthest.
    ///
    /// - Returns: how much has passed, and how far it is ahead from now on.
    func advance(by duration: Int64) -> (passed: Int64, ahead: Int64) {
        nanoseconds.withLock {
            let passed = min(duration, Self.farthest - $0)
            $0 += passed
            return (passed, $0)
        }
    }
}

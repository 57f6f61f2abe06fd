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

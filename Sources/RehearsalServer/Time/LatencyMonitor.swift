import RehearsalPlatform

/// A measurement of scheduling delays in this process: those of its threads, and those of Swift's cooperative pool.
///
/// While an observation exists, a thread wakes every ten milliseconds, and compares the clock with the due instant.
/// It then enqueues a task, called a *beat*, unless the previous beat still waits. The lateness of the thread or the
/// beat estimates the delay of other code that became ready at the same instant.
package final class LatencyMonitor: Sendable {
    /// The heartbeat of this process.
    package static let shared = LatencyMonitor()

    /// The time between two beats, in nanoseconds.
    static let interval: Int64 = 10_000_000
    /// The age of a waiting beat above which the pool counts as blocked and its threads are recorded, in nanoseconds.
    private static let blockedThreshold: Int64 = 250_000_000
    /// The maximum number of threads that an observation records.
    private static let mostHolders = 4

    /// The executor on which the observed code runs.
    package enum Executor: Sendable, Hashable {
        /// The tasks of Swift's cooperative pool in this process.
        case tasks
        /// Dedicated threads, in this process or another.
        case threads
    }

    /// The delays that an observation has measured.
    package struct SchedulerLatency: Sendable, Hashable {
        /// The sum of all delays, in nanoseconds.
        package var total: Int64 = 0
        /// The longest single delay, in nanoseconds.
        package var longest: Int64 = 0

        mutating func add(_ late: Int64) {
            guard late > 0 else { return }
            total += late
            longest = max(longest, late)
        }
    }

    private let state: Locked<State>

    private struct State {
        var observed: [Int: Observed] = [:]
        var next = 0
        var isRunning = false
        /// The instant at which the waiting beat was due; nil if no beat waits.
        var enqueuedAt: Int64?
        /// The instant at which the thread is due to wake; nil without an observation.
        var dueAt: Int64?
        /// The threads of the pool, as far as they have run a beat.
        var poolThreads: Set<Int32> = []

        /// Adds the delay since the due instant to each observation, without the part before the observation began.
        mutating func add(_ lateness: WritableKeyPath<Observed, SchedulerLatency>, of due: Int64, at now: Int64) {
            for (number, one) in observed { observed[number]?[keyPath: lateness].add(now - max(due, one.startedAt)) }
        }
    }

    private let now: @Sendable () -> Int64
    private let enqueue: @Sendable (@escaping @Sendable () -> Void) -> Void

    /// Creates a heartbeat with its own thread.
    package init() {
        state = Locked(State())
        now = { SystemClock.now() }
        enqueue = { beat in Task.detached(priority: .medium) { beat() } }
    }

    /// Creates a heartbeat for a test: it has no thread, and the test calls ``tick(_:)``.
    init(now: @escaping @Sendable () -> Int64, enqueue: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) {
        (self.now, self.enqueue, state) = (now, enqueue, Locked(State(isRunning: true)))
    }

    private struct Observed {
        let startedAt: Int64
        var tasks = SchedulerLatency()
        var threads = SchedulerLatency()
        var blockingThreads: [String] = []
    }

    /// A measurement of lateness. It ends at a call of ``end()`` or when the last reference to it is released.
    package final class Observation: Sendable {
        private let heartbeat: LatencyMonitor
        private let number: Int
        private let executor: Executor

        fileprivate init(_ heartbeat: LatencyMonitor, _ number: Int, _ executor: Executor) {
            (self.heartbeat, self.number, self.executor) = (heartbeat, number, executor)
        }

        deinit { heartbeat.forget(number) }

        /// The lateness so far, including that of a beat or thread that is overdue now.
        package var lateness: SchedulerLatency { heartbeat.lateness(number, executor) }

        /// The activity of the pool's threads while a beat waited for more than 250 ms, such as
        /// `thread 4711 in clock_nanosleep`; at most four.
        package var blockingThreads: [String] { heartbeat.holders(number) }

        /// Ends the observation and returns its lateness.
        package func end() -> SchedulerLatency {
            defer { heartbeat.forget(number) }
            return lateness
        }
    }

    /// Starts an observation of the lateness of an executor.
    package func observe(_ executor: Executor) -> Observation {
        let now = now()
        let number = state.withLock {
            $0.next += 1
            $0.observed[$0.next] = Observed(startedAt: now)
            if !$0.isRunning { $0.isRunning = start() }
            return $0.next
        }
        state.notify()
        return Observation(self, number, executor)
    }

    private func forget(_ number: Int) { state.withLock { $0.observed[number] = nil } }

    private func holders(_ number: Int) -> [String] { state.withLock { $0.observed[number]?.blockingThreads ?? [] } }

    private func lateness(_ number: Int, _ executor: Executor) -> SchedulerLatency {
        state.withLock {
            guard let observed = $0.observed[number] else { return SchedulerLatency() }
            let now = now()
            // A beat or thread that is overdue has not recorded its lateness yet.
            var lateness = executor == .tasks ? observed.tasks : observed.threads
            let since = executor == .tasks ? $0.enqueuedAt : $0.dueAt
            if let since { lateness.add(now - max(since, observed.startedAt)) }
            return lateness
        }
    }
}

extension LatencyMonitor {
    /// Starts the thread, and returns whether it runs. If it does not, no lateness is measured.
    private func start() -> Bool {
        guard let thread = try? Thread.start({ [self] in run() }) else { return false }
        thread.detach()
        return true
    }

    private func run() {
        while true {
            let due = state.wait { state -> Int64? in
                state.dueAt = nil
                guard !state.observed.isEmpty else { return nil }
                // Missed instants are skipped: several beats at once would measure the same delay.
                let due = SystemClock.now() + Self.interval
                state.dueAt = due
                return due
            }
            while SystemClock.now() < due { state.pause(until: due) }
            tick(due)
        }
    }

    /// Records the lateness of the thread, and enqueues a beat unless one waits.
    ///
    /// - Parameter due: the instant at which the thread was due to wake.
    func tick(_ due: Int64) {
        let now = now()
        let (sends, held) = state.withLock { state in
            state.add(\.threads, of: due, at: now)
            let isFree = state.enqueuedAt == nil
            let isHeld = state.enqueuedAt.map { now - $0 > Self.blockedThreshold } ?? false
            // The lateness of the beat includes that of the thread, so that both are counted from the same instant.
            if isFree { state.enqueuedAt = due }
            return (isFree, isHeld ? state.poolThreads : [])
        }
        if sends { enqueue { self.beat(enqueuedAt: due) } }
        if !held.isEmpty { note(ThreadActivity.descriptions(of: held)) }
    }

    /// Records the lateness of a beat. It runs on the cooperative pool.
    private func beat(enqueuedAt instant: Int64) {
        let (now, thread) = (now(), ThreadActivity.current)
        state.withLock {
            $0.enqueuedAt = nil
            if let thread { $0.poolThreads.insert(thread) }
            $0.add(\.tasks, of: instant, at: now)
        }
    }

    private func note(_ holders: [String]) {
        state.withLock { state in
            for (number, one) in state.observed {
                let new = holders.filter { !one.blockingThreads.contains($0) }
                state.observed[number]?.blockingThreads.append(
                    contentsOf: new.prefix(Self.mostHolders - one.blockingThreads.count)
                )
            }
        }
    }
}

import RehearsalPlatform

/// A monitor of scheduling delays in this process: those of threads, and those of tasks on Swift's cooperative pool.
///
/// While an observation exists, a thread wakes every ten milliseconds, and compares the clock with the due instant.
/// It then enqueues a task, called a *beat*, unless the previous beat still waits to run. The delay of the thread or
/// the beat estimates the delay of other code that became ready at the same instant.
package final class LatencyMonitor: Sendable {
    /// The monitor of this process.
    package static let shared = LatencyMonitor()

    /// The time between two beats, in nanoseconds.
    static let interval: Int64 = 10_000_000
    /// The waiting time of a beat above which the pool counts as blocked and its threads are recorded, in nanoseconds.
    private static let blockedThreshold: Int64 = 250_000_000
    /// The maximum number of threads that an observation records.
    private static let maxBlockingThreads = 4

    /// An executor whose delays can be observed.
    package enum Executor: Sendable, Hashable {
        /// Swift's cooperative pool in this process, which runs tasks.
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
        /// The instant at which the waiting beat became ready; nil if no beat waits to run.
        var enqueuedAt: Int64?
        /// The instant at which the last beat ran.
        var lastBeatAt = Int64.min
        /// The instant at which the thread is due to wake; nil without an observation.
        var dueAt: Int64?
        /// The threads of the pool that have run a beat.
        var poolThreads: Set<Int32> = []

        /// Adds the delay since a due instant to each observation, without the time before the observation began.
        mutating func add(_ lateness: WritableKeyPath<Observed, SchedulerLatency>, of due: Int64, at now: Int64) {
            for (number, entry) in observed {
                observed[number]?[keyPath: lateness].add(now - max(due, entry.startedAt))
            }
        }
    }

    private let now: @Sendable () -> Int64
    private let enqueue: @Sendable (@escaping @Sendable () -> Void) -> Void

    /// Creates a monitor that starts its own thread at the first observation.
    package init() {
        state = Locked(State())
        now = { SystemClock.now() }
        enqueue = { beat in Task.detached(priority: .medium) { beat() } }
    }

    /// Creates a monitor without a thread, for a test that calls ``tick(_:)``.
    package init(
        now: @escaping @Sendable () -> Int64,
        enqueue: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void,
    ) {
        (self.now, self.enqueue, state) = (now, enqueue, Locked(State(isRunning: true)))
    }

    private struct Observed {
        let startedAt: Int64
        var tasks = SchedulerLatency()
        var threads = SchedulerLatency()
        var blockingThreads: [String] = []
    }

    /// An observation of scheduling delays. It ends at a call of ``end()``, or when its last reference is released.
    package final class Observation: Sendable {
        private let monitor: LatencyMonitor
        private let number: Int
        private let executor: Executor

        fileprivate init(_ monitor: LatencyMonitor, _ number: Int, _ executor: Executor) {
            (self.monitor, self.number, self.executor) = (monitor, number, executor)
        }

        deinit { monitor.removeObservation(number) }

        /// The delays so far, including that of a beat or thread that is overdue now.
        package var lateness: SchedulerLatency { monitor.lateness(number, executor) }

        /// The activity of threads of the pool while a beat waited for more than 250 ms; at most four entries.
        ///
        /// An entry is a text such as `thread 4711 in clock_nanosleep`.
        package var blockingThreads: [String] { monitor.blockingThreads(number) }

        /// Ends the observation and returns its delays.
        package func end() -> SchedulerLatency {
            defer { monitor.removeObservation(number) }
            return lateness
        }
    }

    /// Starts an observation of the delays of an executor.
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

    private func removeObservation(_ number: Int) { state.withLock { $0.observed[number] = nil } }

    private func blockingThreads(_ number: Int) -> [String] {
        state.withLock { $0.observed[number]?.blockingThreads ?? [] }
    }

    private func lateness(_ number: Int, _ executor: Executor) -> SchedulerLatency {
        state.withLock {
            guard let observed = $0.observed[number] else { return SchedulerLatency() }
            let now = now()
            // A beat or thread that is overdue has not recorded its delay yet.
            var lateness = executor == .tasks ? observed.tasks : observed.threads
            let since = executor == .tasks ? $0.enqueuedAt : $0.dueAt
            if let since { lateness.add(now - max(since, observed.startedAt)) }
            return lateness
        }
    }
}

extension LatencyMonitor {
    /// Starts the thread. Returns whether it was started; without it, no delay is measured.
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
                // Missed instants are skipped, because several beats at once would measure the same delay.
                let due = SystemClock.now() + Self.interval
                state.dueAt = due
                return due
            }
            while SystemClock.now() < due { state.pause(until: due) }
            tick(due)
        }
    }

    /// Records the delay of the thread, and enqueues a beat unless one waits to run.
    ///
    /// - Parameter due: the instant at which the thread was due to wake.
    package func tick(_ due: Int64) {
        let now = now()
        let (beatInstant, blockedThreads) = state.withLock { state -> (Int64?, Set<Int32>) in
            state.add(\.threads, of: due, at: now)
            let isNoBeatWaiting = state.enqueuedAt == nil
            let isBlocked = state.enqueuedAt.map { now - $0 > Self.blockedThreshold } ?? false
            // The delay of the beat counts from the same instant as that of the thread, so it includes that delay. The
            // time before the last beat ran is part of that beat's delay already.
            let instant = max(due, state.lastBeatAt)
            if isNoBeatWaiting { state.enqueuedAt = instant }
            return (isNoBeatWaiting ? instant : nil, isBlocked ? state.poolThreads : [])
        }
        if let beatInstant { enqueue { self.beat(enqueuedAt: beatInstant) } }
        if !blockedThreads.isEmpty { recordBlocking(ThreadActivity.descriptions(of: blockedThreads)) }
    }

    /// Records the delay of a beat. It runs on the cooperative pool.
    private func beat(enqueuedAt instant: Int64) {
        let (now, thread) = (now(), ThreadActivity.current)
        state.withLock {
            $0.enqueuedAt = nil
            $0.lastBeatAt = now
            if let thread { $0.poolThreads.insert(thread) }
            $0.add(\.tasks, of: instant, at: now)
        }
    }

    private func recordBlocking(_ threads: [String]) {
        state.withLock { state in
            for (number, entry) in state.observed {
                let newThreads = threads.filter { !entry.blockingThreads.contains($0) }
                state.observed[number]?.blockingThreads.append(
                    contentsOf: newThreads.prefix(Self.maxBlockingThreads - entry.blockingThreads.count)
                )
            }
        }
    }
}

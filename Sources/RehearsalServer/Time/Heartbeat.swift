import RehearsalPlatform

/// A measurement of the scheduling delay of this process: of its threads and of Swift's cooperative pool.
///
/// While an observation exists, a thread wakes every ten milliseconds and compares the clock with the requested
/// instant. It enqueues a task, a *beat*, unless the previous beat still waits. Code that became ready at that instant
/// was delayed as long as the thread or the beat.
package final class LatencyMonitor: Sendable {
    /// The heartbeat of this process.
    package static let shared = LatencyMonitor()

    /// The time between two beats, in nanoseconds.
    static let interval: Int64 = 10_000_000
    /// The age of a waiting beat from which the threads that block the pool are named, in nanoseconds.
    private static let blockedThreshold: Int64 = 250_000_000
    private static let mostHolders = 4

    /// The kind of threads on which observed code runs.
    package enum Executor: Sendable, Hashable {
        /// The tasks of Swift's cooperative pool in this process.
        case tasks
        /// Dedicated threads, in this process or another.
        case threads
    }

    /// The lateness that an observation has seen.
    package struct SchedulerLatency: Sendable, Hashable {
        /// The sum, in nanoseconds.
        package var total: Int64 = 0
        /// The longest single wait, in nanoseconds.
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
        /// The instant at which the waiting beat was due; nil without one.
        var enqueuedAt: Int64?
        /// The instant at which the thread must wake; nil while nothing is observed.
        var dueAt: Int64?
        /// The threads that have run a beat: those of the pool.
        var poolThreads: Set<Int32> = []

        /// Adds the lateness at an instant to each observation, but not the part before the observation's start.
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

    /// Creates a heartbeat without a thread, whose owner calls ``tick(_:)``.
    init(now: @escaping @Sendable () -> Int64, enqueue: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) {
        (self.now, self.enqueue, state) = (now, enqueue, Locked(State(isRunning: true)))
    }

    private struct Observed {
        let startedAt: Int64
        var tasks = SchedulerLatency()
        var threads = SchedulerLatency()
        var blockingThreads: [String] = []
    }

    /// A measurement of lateness that ends with ``end()`` or with its last reference.
    package final class Observation: Sendable {
        private let heartbeat: LatencyMonitor
        private let number: Int
        private let executor: Executor

        fileprivate init(_ heartbeat: LatencyMonitor, _ number: Int, _ executor: Executor) {
            (self.heartbeat, self.number, self.executor) = (heartbeat, number, executor)
        }

        deinit { heartbeat.forget(number) }

        /// The lateness so far, including that of a beat or thread that is late now.
        package var lateness: SchedulerLatency { heartbeat.lateness(number, executor) }

        /// The threads that blocked the pool for more than 250 ms, such as `thread 4711 in clock_nanosleep`.
        package var blockingThreads: [String] { heartbeat.holders(number) }

        /// Ends the observation and returns its lateness.
        package func end() -> SchedulerLatency {
            defer { heartbeat.forget(number) }
            return lateness
        }
    }

    /// Starts an observation of an executor.
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
            // A beat that has not run, and a thread that has not woken, are late already.
            var lateness = executor == .tasks ? observed.tasks : observed.threads
            let since = executor == .tasks ? $0.enqueuedAt : $0.dueAt
            if let since { lateness.add(now - max(since, observed.startedAt)) }
            return lateness
        }
    }
}

extension LatencyMonitor {
    /// Starts the thread; returns whether it runs. Without it no lateness is measured.
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
                // Missed beats are skipped: beats that arrive together measure nothing.
                let due = SystemClock.now() + Self.interval
                state.dueAt = due
                return due
            }
            while SystemClock.now() < due { state.pause(until: due) }
            tick(due)
        }
    }

    /// Records the lateness of the thread, which was due at an instant, and enqueues a beat unless one waits.
    func tick(_ due: Int64) {
        let now = now()
        let (sends, held) = state.withLock { state in
            state.add(\.threads, of: due, at: now)
            let isFree = state.enqueuedAt == nil
            let isHeld = state.enqueuedAt.map { now - $0 > Self.blockedThreshold } ?? false
            // The due time includes the lateness of the thread that enqueues the beat.
            if isFree { state.enqueuedAt = due }
            return (isFree, isHeld ? state.poolThreads : [])
        }
        if sends { enqueue { self.beat(enqueuedAt: due) } }
        if !held.isEmpty { note(ThreadActivity.descriptions(of: held)) }
    }

    /// Runs on the pool.
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

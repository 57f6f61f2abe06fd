import RehearsalPlatform

/// Measures how late this process runs what is ready to run: its threads, and the tasks of Swift's cooperative pool.
///
/// One thread wakes every ten milliseconds while anything is observed. It compares the clock with the instant it asked
/// for, and enqueues a task, a *beat*, unless the previous beat still waits for a thread. Code that became ready at the
/// same moment was kept waiting as long as the thread or the beat.
package final class Heartbeat: Sendable {
    /// The heartbeat of this process.
    package static let shared = Heartbeat()

    /// The time between two beats, in nanoseconds.
    static let interval: Int64 = 10_000_000
    /// The age of a beat, in nanoseconds, from which the threads that hold the pool are named.
    private static let isHeld: Int64 = 250_000_000
    private static let mostHolders = 4

    /// The threads on which observed code runs.
    package enum Executor: Sendable, Hashable {
        /// The tasks of Swift's cooperative pool in this process.
        case tasks
        /// Threads of their own, in this process or another.
        case threads
    }

    /// The lateness that an observation has seen.
    package struct Lateness: Sendable, Hashable {
        /// All of it, in nanoseconds.
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
        /// The instant at which the beat was due that has not run yet.
        var enqueuedAt: Int64?
        /// The instant at which the thread is to wake; nil while nothing is observed.
        var dueAt: Int64?
        /// The threads that have run a beat: those of the pool.
        var poolThreads: Set<Int32> = []

        /// Adds what is late at an instant to each observation, counted from the observation's start at the earliest.
        mutating func add(_ lateness: WritableKeyPath<Observed, Lateness>, of due: Int64, at now: Int64) {
            for (number, one) in observed { observed[number]?[keyPath: lateness].add(now - max(due, one.startedAt)) }
        }
    }

    private let now: @Sendable () -> Int64
    private let enqueue: @Sendable (@escaping @Sendable () -> Void) -> Void

    /// A heartbeat with a thread of its own.
    package init() {
        state = Locked(State())
        now = { SystemClock.now() }
        enqueue = { beat in Task.detached(priority: .medium) { beat() } }
    }

    /// A heartbeat without a thread, whose caller is the clock, the pool and the thread: see ``tick(_:)``.
    init(now: @escaping @Sendable () -> Int64, enqueue: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) {
        (self.now, self.enqueue, state) = (now, enqueue, Locked(State(isRunning: true)))
    }

    private struct Observed {
        let startedAt: Int64
        var tasks = Lateness()
        var threads = Lateness()
        var holders: [String] = []
    }

    /// A stretch of time in which lateness is measured; it ends with ``end()`` or with its last reference.
    package final class Observation: Sendable {
        private let heartbeat: Heartbeat
        private let number: Int
        private let executor: Executor

        fileprivate init(_ heartbeat: Heartbeat, _ number: Int, _ executor: Executor) {
            (self.heartbeat, self.number, self.executor) = (heartbeat, number, executor)
        }

        deinit { heartbeat.forget(number) }

        /// The lateness up to now, with that of what waits at this moment.
        package var lateness: Lateness { heartbeat.lateness(number, executor) }

        /// The threads that held the pool for longer than a quarter of a second: `thread 4711 in clock_nanosleep`.
        package var holders: [String] { heartbeat.holders(number) }

        /// Ends the observation and returns the lateness that it has seen.
        package func end() -> Lateness {
            defer { heartbeat.forget(number) }
            return lateness
        }
    }

    /// Begins to measure how late code on an executor runs.
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

    private func holders(_ number: Int) -> [String] { state.withLock { $0.observed[number]?.holders ?? [] } }

    private func lateness(_ number: Int, _ executor: Executor) -> Lateness {
        state.withLock {
            guard let observed = $0.observed[number] else { return Lateness() }
            let now = now()
            // A beat that has not run, and a thread that has not woken, are late already.
            var lateness = executor == .tasks ? observed.tasks : observed.threads
            let since = executor == .tasks ? $0.enqueuedAt : $0.dueAt
            if let since { lateness.add(now - max(since, observed.startedAt)) }
            return lateness
        }
    }
}

extension Heartbeat {
    /// Returns whether there is a thread now; without one no lateness is measured.
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
                // What is missed is not made up for: beats that arrive all at once would say nothing.
                let due = SystemClock.now() + Self.interval
                state.dueAt = due
                return due
            }
            while SystemClock.now() < due { state.pause(until: due) }
            tick(due)
        }
    }

    /// Takes the lateness of a thread that was to wake at an instant, and enqueues a beat unless one waits.
    func tick(_ due: Int64) {
        let now = now()
        let (sends, held) = state.withLock { state in
            state.add(\.threads, of: due, at: now)
            let isFree = state.enqueuedAt == nil
            let isHeld = state.enqueuedAt.map { now - $0 > Self.isHeld } ?? false
            // A beat that a late thread enqueues late is as late as the thread.
            if isFree { state.enqueuedAt = due }
            return (isFree, isHeld ? state.poolThreads : [])
        }
        if sends { enqueue { self.beat(enqueuedAt: due) } }
        if !held.isEmpty { note(ThreadActivity.shown(of: held)) }
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
                let new = holders.filter { !one.holders.contains($0) }
                state.observed[number]?.holders.append(contentsOf: new.prefix(Self.mostHolders - one.holders.count))
            }
        }
    }
}

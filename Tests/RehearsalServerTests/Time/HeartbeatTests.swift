import RehearsalPlatform
import TestAdmission
import Testing

@testable import RehearsalServer

@Suite("The heartbeat of a process", .limitedConcurrency)
struct HeartbeatTests {
    /// A clock and a thread pool that a test controls. A task that never runs keeps the monitor and the machine.
    private final class Machine: @unchecked Sendable {
        // Sendable: the properties are accessed under the lock only.
        private let lock = Lock()
        private var time: Int64 = 0
        private var enqueued: [@Sendable () -> Void] = []

        var now: Int64 { lock.withLock { time } }
        var waiting: Int { lock.withLock { enqueued.count } }
        func pass(milliseconds: Int64) { lock.withLock { time += milliseconds * 1_000_000 } }
        func enqueue(_ task: @escaping @Sendable () -> Void) { lock.withLock { enqueued.append(task) } }

        /// Runs the waiting tasks.
        func runPool() {
            let tasks = lock.withLock {
                defer { enqueued = [] }
                return enqueued
            }
            for task in tasks { task() }
        }
    }

    private let machine = Machine()
    private let sut: LatencyMonitor

    init() {
        let machine = machine
        sut = LatencyMonitor(now: { machine.now }, enqueue: { machine.enqueue($0) })
    }

    private func lateness(_ total: Int64, longest: Int64) -> LatencyMonitor.SchedulerLatency {
        var lateness = LatencyMonitor.SchedulerLatency()
        (lateness.total, lateness.longest) = (total * 1_000_000, longest * 1_000_000)
        return lateness
    }

    @Test("A beat that waits for a thread counts as lateness of tasks, not of threads.")
    func tasks() {
        let (tasks, threads) = (sut.observe(.tasks), sut.observe(.threads))
        sut.tick(machine.now)
        machine.pass(milliseconds: 30)
        machine.runPool()
        #expect(tasks.end() == lateness(30, longest: 30))
        #expect(threads.end() == lateness(0, longest: 0))
    }

    @Test("A thread that wakes late counts as lateness of threads.")
    func threads() {
        let sut = sut.observe(.threads)
        machine.pass(milliseconds: 10)
        self.sut.tick(machine.now - 4_000_000)
        machine.runPool()
        machine.pass(milliseconds: 10)
        self.sut.tick(machine.now - 7_000_000)
        #expect(sut.end() == lateness(11, longest: 7))
        machine.runPool()
    }

    @Test("A process that did not run counts as lateness of tasks too.")
    func stopped() {
        let sut = sut.observe(.tasks)
        machine.pass(milliseconds: 3_010)
        self.sut.tick(machine.now - 3_000_000_000)
        machine.runPool()
        #expect(sut.end() == lateness(3_000, longest: 3_000))
    }

    @Test("A beat that has not run counts up to the present and is not sent again.")
    func held() {
        let sut = sut.observe(.tasks)
        self.sut.tick(machine.now)
        machine.pass(milliseconds: 100)
        self.sut.tick(machine.now)
        #expect(machine.waiting == 1)
        #expect(sut.lateness == lateness(100, longest: 100))
        machine.pass(milliseconds: 50)
        machine.runPool()
        #expect(sut.end() == lateness(150, longest: 150))
    }

    @Test("An observation excludes lateness before its beginning.")
    func beginning() {
        let before = sut.observe(.tasks)
        sut.tick(machine.now)
        machine.pass(milliseconds: 80)
        let sut = sut.observe(.tasks)
        machine.pass(milliseconds: 20)
        machine.runPool()
        #expect(sut.end() == lateness(20, longest: 20))
        #expect(before.end() == lateness(100, longest: 100))
    }

    @Test("The heartbeat of this process reaches its pool.", .timeLimit(.minutes(20)))
    func real() async {
        let clock = SystemClock.now()
        let sut = LatencyMonitor.shared.observe(.tasks)
        await withCheckedContinuation { continuation in
            Task.detached { continuation.resume() }
        }
        #expect(sut.end().total <= SystemClock.now() - clock)
    }
}

import Rehearsal
import RehearsalContracts
import RehearsalHarness
import RehearsalPlatform
import RehearsalServer
import RehearsalVerify
import TestAdmission
import Testing

@Suite("Clauses that are run again", .limitedConcurrency)
struct RerunningTests {
    /// A rule that a timeout breaks, and that a hang leaves in doubt.
    private static func rule(_ basis: Finding.Basis, isTimed: Bool = false) -> Rule {
        Rule("TIME-01", "Nothing is late.", source: "a test") { call in
            var exercise = TestCase(call.operation, replies: [call.recordedReply])
            exercise.isTimed = isTimed
            return [
                Rule.Draft("", exercise) { exam in
                    if exam.outcome == .timeout { exam.fail("it was late", basis) }
                    if exam.outcome == .hang { exam.markInconclusive("it was busy", isTransient: true) }
                }
            ]
        }
    }

    private func run(
        _ subject: Late,
        _ basis: Finding.Basis = .late(by: .milliseconds(100)),
        latencies: [SchedulerLatency] = [],
    ) -> ContractRun {
        var run = ContractRun(subject)
        run.plan = Plan(subject.declaration, profile: .extended, rules: [Self.rule(basis)])
        run.runner.calibration = { _, _ in nil }
        let list = Answers(latencies)
        run.runner.recorder = { _ in LatencyRecorder(returning: list.next() ?? SchedulerLatency()) }
        return run
    }

    private static let starved = SchedulerLatency(lost: .seconds(4), longest: .seconds(1))

    @Test("A clause that was late once is run again, and its result is reported once.")
    func once() async {
        let subject = Late(times: 1)
        let reported = Answers<Verdict>([])
        let report = await run(subject).report { reported.add($0.verdict) }
        #expect(report.results.map(\.verdict) == [.pass])
        #expect(reported.rest == [.pass])
        #expect(subject.calls == 2)
    }

    @Test("A clause that is late twice fails.")
    func twice() async {
        let subject = Late(times: 2)
        #expect(await run(subject).report().results.map(\.verdict) == [.fail])
        #expect(subject.calls == 2)
    }

    @Test("A clause that fails on an event fails at once.")
    func certain() async {
        let subject = Late(times: 1)
        #expect(await run(subject, .event).report().results.map(\.verdict) == [.fail])
        #expect(subject.calls == 1)
    }

    @Test("A clause of a starved client is run three more times and then becomes inconclusive.")
    func starved() async {
        let subject = Late(times: 9)
        let report = await run(subject, .event, latencies: Array(repeating: Self.starved, count: 9)).report()
        let reason = "the machine was too busy to judge the clause: \(Self.starved)"
        #expect(report.results.map(\.verdict) == [.inconclusive(reason)])
        #expect(report.results.map(\.findings) == [[]])
        #expect(report.results.map(\.notes) == [["it was late"]])
        #expect(subject.calls == 4)
    }

    @Test("A pass of a starved client does not count until the client is on time.")
    func starvedPass() async {
        let defective = Late(after: 1)
        let report = await run(defective, .event, latencies: [Self.starved]).report()
        #expect(report.results.map(\.verdict) == [.fail])
        let hopeless = Late(times: 0)
        let latencies = Array(repeating: Self.starved, count: 9)
        #expect(await run(hopeless, latencies: latencies).report().count("inconclusive") == 1)
    }

    @Test("A clause fails as soon as one of its further runs was on time.")
    func onTime() async {
        let subject = Late(times: 9)
        let latencies = [Self.starved, Self.starved]
        #expect(await run(subject, .event, latencies: latencies).report().results.map(\.verdict) == [.fail])
        #expect(subject.calls == 3)
    }

    @Test("A lasting doubt makes a clause inconclusive for its own reason.")
    func doubtful() async {
        let hopeless = Late(times: 9, .hang)
        #expect(await run(hopeless).report().results.map(\.verdict) == [.inconclusive("it was busy")])
        #expect(hopeless.calls == 4)
        let calmer = Late(times: 2, .hang)
        #expect(await run(calmer).report().results.map(\.verdict) == [.pass])
        #expect(calmer.calls == 3)
    }

    @Test("The overhead is measured in as many lanes as the run uses, and the worst one counts.")
    func lanes() async {
        let subject = Late(times: 0)
        var run = ContractRun(subject)
        let rule = Self.rule(.event, isTimed: true)
        run.plan = Plan(subject.declaration, profile: .extended, rules: [rule])
        run.runner.recorder = { _ in LatencyRecorder(returning: SchedulerLatency()) }
        let controls = Answers([1, 2, 9, 3, 4].map { Duration.milliseconds($0) })
        run.runner.calibration = { _, _ in controls.next() }
        #expect(await run.report().overhead == .milliseconds(9))
        #expect(controls.next() == .milliseconds(4))
    }

    /// Values that are taken one after another.
    private final class Answers<Value: Sendable>: @unchecked Sendable {
        // Sendable: accessed under the lock.
        private let lock = Lock()
        private var list: [Value]

        init(_ list: [Value]) { self.list = list }

        func next() -> Value? { lock.withLock { list.isEmpty ? nil : list.removeFirst() } }
        func add(_ value: Value) { lock.withLock { list.append(value) } }
        var rest: [Value] { lock.withLock { list } }
    }

    /// A client whose calls return a value, except for the first few, or for all but the first few.
    private final class Late: TestSubject, @unchecked Sendable {
        // Sendable: `made` is accessed under the lock.
        private let lock = Lock()
        private var made = 0
        private let (isWrong, outcome): (@Sendable (Int) -> Bool, ClientOutcome)

        init(times: Int, _ outcome: ClientOutcome = .timeout) {
            (isWrong, self.outcome) = ({ $0 <= times }, outcome)
        }

        init(after times: Int) { (isWrong, outcome) = ({ $0 > times }, .timeout) }

        let declaration = Declaration(
            name: "late",
            operations: [.init("list", .get, "/items", reply: .init(200, body: Array("[]".utf8)))]
        )
        let acceptsClock = false
        let executor = LatencyMonitor.Executor.threads
        var calls: Int { lock.withLock { made } }

        func answer(_ request: CaseRequest, clock: VirtualClock?, _ latency: LatencyRecorder) async -> CaseAnswer {
            let call = lock.withLock {
                made += 1
                return made
            }
            return .outcomes([isWrong(call) ? outcome : .value([])], elapsed: .zero, store: nil)
        }
    }
}

import Rehearsal
import RehearsalContracts
import RehearsalHarness
import RehearsalServer
import Testing

@Suite("What a busy machine may have done")
struct SecondLookTests {
    /// A rule that a call which times out breaks, perhaps by chance, and of which one that is lost says nothing.
    private static func rule(mayBeChance: Bool, isTimed: Bool = false) -> Rule {
        Rule("TIME-01", .must, "Nothing is late.", source: "a test") { _, operation in
            var exercise = Exercise(operation, replies: [operation.recorded])
            exercise.isTimed = isTimed
            return .clauses([
                Rule.Draft("", exercise) { exam in
                    if exam.outcome == .timeout { exam.complain("it was late", mayBeChance: mayBeChance) }
                    if exam.outcome == .hang { exam.doubt("it was busy", mayBeChance: mayBeChance) }
                }
            ])
        }
    }

    private func report(
        _ subject: Late,
        mayBeChance: Bool = true,
        overheads: [Duration] = [],
        lateness: Duration = .zero,
    ) async -> ContractReport {
        var run = ContractRun(subject)
        run.plan = Plan(subject.declaration, profile: .extended, rules: [Self.rule(mayBeChance: mayBeChance)])
        let controls = Controls(overheads)
        run.control = { _, _ in controls.next() }
        run.lateness = { body in (await body(), lateness) }
        return await run.report()
    }

    @Test("What is wrong once is looked at again, and told once.")
    func once() async {
        let subject = Late(times: 1)
        var run = ContractRun(subject)
        run.plan = Plan(subject.declaration, profile: .extended, rules: [Self.rule(mayBeChance: true)])
        run.control = { _, _ in nil }
        let told = Told()
        let report = await run.report { told.add($0.verdict) }
        #expect(report.results.map(\.verdict) == [.pass])
        #expect(told.verdicts == [.pass])
        #expect(subject.calls == 2)
    }

    @Test("What is wrong twice is wrong.")
    func twice() async {
        let subject = Late(times: 2)
        #expect(await report(subject).results.map(\.verdict) == [.fail])
        #expect(subject.calls == 2)
    }

    @Test("What could not be told is looked at a few times, and what is wrong then, once more.")
    func doubtful() async {
        let hopeless = Late(times: 9, .hang)
        #expect(await report(hopeless).results.map(\.verdict) == [.inconclusive("it was busy")])
        #expect(hopeless.calls == 4)
        let calmer = Late(times: 2, .hang)
        #expect(await report(calmer).results.map(\.verdict) == [.pass])
        #expect(calmer.calls == 3)
        let plain = Late(times: 1, .hang)
        #expect(await report(plain, mayBeChance: false).results.map(\.verdict) == [.inconclusive("it was busy")])
        #expect(plain.calls == 1)
    }

    @Test("What is wrong twice is not believed of a machine that is busy before it or right after it.")
    func busy() async {
        let (calm, busy) = (Duration.milliseconds(8), Duration.milliseconds(100))
        let verdict = Verdict.inconclusive("the machine was busy: anything may be seen 100 ms late")
        let hopeless = Late(times: 9)
        let report = await report(hopeless, overheads: [calm, busy, busy, calm, calm, busy])
        #expect(report.results.map(\.verdict) == [verdict])
        #expect(report.results.map(\.findings) == [[]])
        #expect(report.results.map(\.notes) == [["it was late"]])
        #expect(hopeless.calls == 4)
        let calmer = Late(times: 9)
        let later = await self.report(calmer, overheads: [calm, busy, calm, calm])
        #expect(later.results.map(\.verdict) == [.fail])
        #expect(calmer.calls == 3)
    }

    @Test("Nor is it of one that woke others late meanwhile, however quick the controls were that follow.")
    func wokenLate() async {
        let calm = Array(repeating: Duration.milliseconds(8), count: 6)
        let hopeless = Late(times: 9)
        let report = await report(hopeless, overheads: calm, lateness: .milliseconds(40))
        let verdict = Verdict.inconclusive("the machine was busy: anything may be seen 125 ms late")
        #expect(report.results.map(\.verdict) == [verdict])
        let calmer = await self.report(Late(times: 9), overheads: calm, lateness: .milliseconds(2))
        #expect(calmer.results.map(\.verdict) == [.fail])
    }

    @Test("What a wait may cost is measured in as many places at once as are used, and the worst counts.")
    func lanes() async {
        let subject = Late(times: 0)
        var run = ContractRun(subject)
        run.plan = Plan(subject.declaration, profile: .extended, rules: [Self.rule(mayBeChance: true, isTimed: true)])
        let controls = Controls([1, 2, 9, 3, 4].map { .milliseconds($0) })
        run.control = { _, _ in controls.next() }
        #expect(await run.report().overhead == .milliseconds(9))
        #expect(controls.next() == .milliseconds(4))
    }

    @Test("What cannot be chance is believed at once.")
    func certain() async {
        let subject = Late(times: 1)
        #expect(await report(subject, mayBeChance: false).results.map(\.verdict) == [.fail])
        #expect(subject.calls == 1)
    }

    /// What the controls of a run come to, one after the other; nil when there are no more.
    private final class Controls: @unchecked Sendable {
        // Sendable: reached under the lock.
        private let lock = Lock()
        private var list: ArraySlice<Duration>

        init(_ list: [Duration]) { self.list = list[...] }

        func next() -> Duration? { lock.withLock { list.popFirst() } }
    }

    /// Verdicts in the order in which they were told.
    private final class Told: @unchecked Sendable {
        // Sendable: reached under the lock.
        private let lock = Lock()
        private var list: [Verdict] = []

        func add(_ verdict: Verdict) { lock.withLock { list.append(verdict) } }
        var verdicts: [Verdict] { lock.withLock { list } }
    }

    /// A client whose first calls time out.
    private final class Late: TriedSubject, @unchecked Sendable {
        // Sendable: `made` is reached under the lock.
        private let lock = Lock()
        private var made = 0
        private let (times, outcome): (Int, ClientOutcome)

        init(times: Int, _ outcome: ClientOutcome = .timeout) { (self.times, self.outcome) = (times, outcome) }

        let declaration = Declaration(
            name: "late",
            operations: [.init("list", .get, "/items", reply: .init(200, body: Array("[]".utf8)))]
        )
        let takesClock = false
        var calls: Int { lock.withLock { made } }

        func answer(_ request: CaseRequest, clock: VirtualClock?) async -> CaseAnswer {
            let call = lock.withLock {
                made += 1
                return made
            }
            return .outcomes([call <= times ? outcome : .value([])], elapsed: .zero, store: nil)
        }
    }
}

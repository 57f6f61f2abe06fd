import Rehearsal
import RehearsalContracts
import RehearsalHarness
import RehearsalPlatform
import RehearsalReports
import RehearsalServer
import RehearsalVerify
import TestAdmission
import Testing

@Suite("A client that does not return", .limitedConcurrency)
struct HangTests {
    /// Two rules of five clauses each, the first of which stalls.
    private static let rules = ["STALL-01", "PLAIN-01"].map { id in
        Rule(id, "It returns.", source: "a test") { call in
            (1...5).map { number in
                let stall = Fault(.stall(), at: .beforeHead)
                let reply = id == "STALL-01" ? call.recordedReply.stalling(stall) : call.recordedReply
                return Rule.Draft("\(number)", TestCase(call.operation, replies: [reply])) { exam in
                    exam.expectOutcome("an end") { $0 != .hang }
                }
            }
        }
    }

    @Test("Clauses that stall are tried last, and after two hangs of a rule its other clauses are blocked.")
    func capped() async {
        let subject = Stuck()
        var run = ContractRun(subject)
        run.plan = Plan(subject.declaration, profile: .extended, rules: Self.rules)
        (run.runner.calibration, run.width) = ({ _, _ in nil }, 1)
        run.runner.recorder = { _ in LatencyRecorder(returning: SchedulerLatency()) }
        let report = await run.report()
        let reason = "not run, because the client did not return in 2 clauses of STALL-01"
        #expect(
            report.results.map(\.verdict) == [.fail, .fail] + Array(repeating: .blocked(by: "STALL-01"), count: 3)
                + Array(repeating: .pass, count: 5)
        )
        #expect(report.results.flatMap(\.notes) == Array(repeating: reason, count: 3))
        #expect(report.snapshot.failedRules.map(\.blocked.count) == [3])
        #expect(subject.asked == (1...5).map { "PLAIN-01/list/\($0)" } + (1...2).map { "STALL-01/list/\($0)" })
    }

    /// A client that does not return from a stall.
    private final class Stuck: TestSubject, @unchecked Sendable {
        // Sendable: the cases are accessed under the lock.
        private let lock = Lock()
        private var cases: [String] = []

        let declaration = Declaration(
            name: "stuck",
            operations: [.init("list", .get, "/items", reply: .init(200, body: Array("[]".utf8)))]
        )
        let acceptsClock = false
        let executor = LatencyMonitor.Executor.threads
        var asked: [String] { lock.withLock { cases } }

        func answer(_ request: CaseRequest, clock: VirtualClock?, _ latency: LatencyRecorder) async -> CaseAnswer {
            lock.withLock { cases.append(request.id) }
            return request.id.hasPrefix("STALL")
                ? .hang(.seconds(25)) : .outcomes([.value([])], elapsed: .zero, store: nil)
        }
    }
}

extension Scenario.Reply {
    fileprivate func stalling(_ fault: Fault) -> Scenario.Reply {
        var reply = self
        reply.faults = [fault]
        return reply
    }
}

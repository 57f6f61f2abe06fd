import Foundation
import ReferenceClients
import Rehearsal
import RehearsalContracts
import RehearsalHarness
import RehearsalTestSupport
import RehearsalVerify
import TestAdmission
import Testing

@Suite("Clients with other retry policies", .limitedConcurrency)
struct OtherPoliciesTests {
    /// The declared policy of a client, and the jitter that it applies.
    struct Policy: Sendable, CustomTestStringConvertible {
        var name: String
        var declared: DeclaredRetry
        var spread: ReferenceClients.Jitter

        var testDescription: String { name }

        init(
            _ name: String,
            attempts: Int = 3,
            base: Int = 200,
            cap: Duration = .seconds(5),
            _ jitter: DeclaredRetry.Jitter,
            statuses: Set<Int> = [503],
            spread: @escaping @Sendable (Duration) -> Duration,
        ) {
            self.name = name
            declared = DeclaredRetry(
                attempts: attempts,
                base: .milliseconds(base),
                cap: cap,
                jitter: jitter,
                statuses: statuses
            )
            self.spread = ReferenceClients.Jitter(spread)
        }

        var policy: RetryPolicy {
            var policy = RetryPolicy()
            (policy.attempts, policy.base, policy.cap) = (declared.attempts, declared.base, declared.cap)
            (policy.statuses, policy.jitter) = (declared.statuses, spread)
            return policy
        }
    }

    static let policies = [
        Policy("without jitter", base: 500, .none) { $0 },
        Policy("full jitter", base: 1_000, .full) { $0 * Double.random(in: 0...1) },
        Policy("proportional jitter", attempts: 4, .proportional(0.25)) { $0 * Double.random(in: 0.75...1.25) },
        Policy("additive jitter", .additive(.milliseconds(50))) { $0 + .milliseconds(Int.random(in: 0...50)) },
        Policy("two attempts", attempts: 2, .equal, statuses: [429, 500]) { $0 * Double.random(in: 0.5...1) },
        Policy("eight capped attempts", attempts: 8, cap: .seconds(1), .none, statuses: [503, 504]) { $0 },
    ]

    @Test("A client is judged by its declared policy.", arguments: policies)
    func held(_ policy: Policy) async {
        let contract = Contract<ParkingSpotService>(
            "spots",
            declares: .init(retry: policy.declared) { $0.clockInjection = true },
            operations: [
                .value("fetch", .get("/api/v1/parking_spots"), recorded: .json("[]"), golden: []) {
                    try await $0.fetchParkingSpots()
                }
            ]
        )
        var run = ContractRun(
            InProcessSubject(contract) { trial in
                let client = APIClient(
                    baseURL: trial.baseURL,
                    timeout: trial.timeout,
                    retry: policy.policy,
                    clock: trial.clock
                )
                return ParkingSpotService(client: client)
            }
        )
        run.plan.clauses.removeAll { clause in !["RETRY", "BACK-"].contains { clause.rule.id.hasPrefix($0) } }
        run.plan.probes = []
        let report = await run.report()
        let wrong = report.results.filter { !$0.isPassOrMachineBusy }
        #expect(wrong.map { "\($0.id): \($0.verdict) \($0.findings)" } == [])
        let tried = Set(report.results.map(\.rule))
        #expect(tried.isSuperset(of: ["RETRY-01", "RETRY-02", "RETRY-03", "BACK-01", "BACK-05", "BACK-07"]))
    }
}

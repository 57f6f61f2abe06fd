import Rehearsal
import RehearsalContracts
import TestAdmission
import Testing

@Suite("A promise of a contract", .limitedConcurrency)
struct PromiseTests {
    private static func declaration(_ outcome: ClientOutcome?, isFound: Bool = true) -> Declaration {
        var promise = Declaration.Promise("P-1", "It is kept.", of: "list", playing: "x", dependsOn: ["STAT-01"])
        promise.outcome = outcome
        if isFound { promise.scenario = Scenario("x", endpoints: []) }
        var declaration = Declaration(name: "a client")
        declaration.operations = [Declaration.Operation("list", .get, "/list", reply: .init(200))]
        declaration.promises = [promise]
        return declaration
    }

    private static func judge(
        _ wanted: ClientOutcome?,
        _ outcome: ClientOutcome,
        findings: [String] = [],
    ) throws -> ClauseResult {
        let plan = Plan(declaration(wanted))
        let clause = try #require(plan.clauses.first { $0.id == "P-1/list" })
        var evidence = CaseEvidence(answer: .outcomes([outcome], elapsed: .zero, store: nil))
        evidence.findings = findings
        return Judge(plan.declaration).judge(clause, [evidence])
    }

    @Test("A promise is planned under its own name and judged by its scenario.")
    func planned() throws {
        let clause = try #require(Plan(Self.declaration(nil)).clauses.first { $0.rule.id == "P-1" })
        #expect(clause.exercise.request.operation == "P-1")
        #expect(clause.exercise.checksExpectations)
        #expect(clause.exercise.observationTime == .milliseconds(100))
        #expect(clause.rule.statement == "It is kept.")
        #expect(clause.operation.name == "list")
    }

    @Test("A promise whose scenario was not loaded is listed as not applicable.")
    func unfound() {
        let plan = Plan(Self.declaration(nil, isFound: false))
        #expect(!plan.clauses.contains { $0.rule.id == "P-1" })
        #expect(plan.notApplicable.contains { $0.rule == "P-1" })
    }

    @Test("An unmet expectation of the scenario breaks the promise, regardless of the outcome.")
    func wire() throws {
        let result = try Self.judge(nil, .value(1), findings: ["get /list: count: expected 1, saw 2"])
        #expect(result.verdict == .fail)
        #expect(result.findings == ["get /list: count: expected 1, saw 2"])
        #expect(try Self.judge(nil, .http(status: 500)).verdict == .pass)
    }

    @Test(
        "A crash or a hang breaks a promise without an expected outcome.",
        arguments: [ClientOutcome.hang, .crash("abort")]
    )
    func ended(_ outcome: ClientOutcome) throws {
        let result = try Self.judge(nil, outcome)
        #expect(result.verdict == .fail)
        #expect(result.findings == ["the call ended in \(outcome)"])
    }

    @Test(
        "A promised outcome must match in the parts that it states, and may differ in the others.",
        arguments: [
            (.value(1), .value(1), true), (.value(1), .value(2), false), (.value(1), .http(status: 200), false),
            (.http(status: 503), .http(status: 503, headers: ["A": "b"], body: [1]), true),
            (.http(status: 503), .http(status: 500), false),
            (.http(status: 503, headers: ["a": "b"]), .http(status: 503, headers: ["A": "b", "C": "d"]), true),
            (.http(status: 503, headers: ["A": "b"]), .http(status: 503), false),
            (.http(status: 503, body: [1]), .http(status: 503, body: [2]), false),
            (.value(["a": 1, "b": 2.5]), .value(["b": 2.50, "a": 1]), true),
            (.domain("taken"), .domain("taken", status: 409, reason: "why"), true),
            (.domain("taken", reason: "why"), .domain("taken", status: 409), false),
            (.domain("taken"), .domain("gone"), false),
            (.decoding(.keyNotFound), .decoding(.keyNotFound, path: "$.id", status: 200), true),
            (.decoding(.keyNotFound, path: "$.id"), .decoding(.keyNotFound, path: "$.a"), false),
            (.auth(.unauthenticated), .auth(.unauthenticated, status: 401), true),
            (.auth(.unauthenticated), .auth(.refreshFailed), false),
            (.invalidRequest(), .invalidRequest(field: "email"), true),
            (.invalidRequest(field: "email"), .invalidRequest(field: "amount"), false),
            (.transport(.connectionLost), .transport(.connectionLost, code: -1_005), true),
            (.cancelled, .cancelled, true), (.cancelled, .timeout, false),
            (.value(1), .value(1, .init(isStale: true)), true),
            (.value(1, .init(isStale: true)), .value(1), false),
            (.value(1, .init(isStale: true)), .value(1, .init(isStale: true, isFromCache: true)), true),
            (.value(1, .init(isStale: true, isFromCache: true)), .value(1, .init(isStale: true)), false),
        ] as [(ClientOutcome, ClientOutcome, Bool)]
    )
    func outcomes(wanted: ClientOutcome, outcome: ClientOutcome, isKept: Bool) throws {
        #expect((try Self.judge(wanted, outcome).verdict == .pass) == isKept)
    }

    @Test(
        "A cached or stale value breaks a promise that requires a fresh one.",
        arguments: [
            (.value(1), true), (.value(1, .init(isStale: true)), false), (.value(1, .init(isFromCache: true)), false),
            (.value(1, .init(skipped: 2)), true),
        ] as [(ClientOutcome, Bool)]
    )
    func fresh(outcome: ClientOutcome, isKept: Bool) throws {
        for wanted in [ClientOutcome.value(1), nil] {
            var declaration = Self.declaration(wanted)
            declaration.promises[0].mustBeFresh = true
            let plan = Plan(declaration)
            let clause = try #require(plan.clauses.first { $0.id == "P-1/list" })
            let evidence = CaseEvidence(answer: .outcomes([outcome], elapsed: .zero, store: nil))
            let result = Judge(declaration).judge(clause, [evidence])
            #expect((result.verdict == .pass) == isKept)
            #expect(result.findings == (isKept ? [] : ["expected a value from the server, got \(outcome)"]))
        }
    }

    @Test("A promise is blocked by a failed rule that it depends on.")
    func blocked() throws {
        let plan = Plan(Self.declaration(.value(1)))
        let below = try #require(plan.clauses.first { $0.rule.id == "STAT-01" })
        let evidence = CaseEvidence(answer: .outcomes([.http(status: 500)], elapsed: .zero, store: nil))
        let results = Judge.blockingDependents([
            Judge(plan.declaration).judge(below, [evidence]), try Self.judge(.value(1), .http(status: 500)),
        ])
        #expect(results.map(\.verdict) == [.fail, .blocked(by: "STAT-01")])
    }
}

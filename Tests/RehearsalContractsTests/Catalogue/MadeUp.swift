import Rehearsal
import RehearsalContracts
import Testing

/// Evidence that is judged like that of a real run.
struct MadeUp {
    var declaration = Declaration(name: "a client")
    var operation: Declaration.Operation

    /// Judges the outcomes of a client for one clause of a rule.
    func judge(
        _ rule: String,
        _ variant: String = "",
        _ entries: [Journal.Entry] = [],
        _ outcomes: [ClientOutcome],
    ) throws -> ClauseResult {
        let plan = plan(of: rule)
        let clause = try #require(plan.clauses.first { $0.variant == variant }, "\(plan.notApplicable)")
        let answer = CaseAnswer.outcomes(outcomes, elapsed: .zero, store: nil)
        return Judge(plan.declaration).judge(clause, [CaseEvidence(entries: entries, answer: answer)])
    }

    /// Plans the clauses of one rule.
    func plan(of rule: String) -> Plan {
        var declaration = declaration
        declaration.operations = [operation]
        return Plan(declaration, profile: .strict, rules: RuleCatalogue.rules.filter { $0.id == rule })
    }

    /// Returns the reason why a rule does not apply, and nil if it applies.
    func reason(_ rule: String) -> String? {
        let plan = plan(of: rule)
        return plan.clauses.isEmpty ? plan.notApplicable.first?.reason : nil
    }

    /// A request that was answered or, if it is unknown to the test case, unmatched.
    static func entry(
        _ method: String,
        _ target: String,
        _ headers: Scenario.Headers = [:],
        body: String = "",
        isKnown: Bool = true,
    ) -> Journal.Entry {
        let fields = headers.fields.map { "\($0.name): \($0.value ?? "")\r\n" }.joined()
        let head = Array("\(method) \(target) HTTP/1.1\r\n\(fields)\r\n".utf8)
        var entry = Journal.Entry(
            ordinal: 0,
            session: "s",
            connection: 0,
            exchange: 0,
            at: 0,
            headAt: 0,
            rawHead: head
        )
        entry.body = Journal.Body(length: body.utf8.count, kept: Array(body.utf8))
        entry.decision = isKnown ? .reply : .unmatched
        return entry
    }
}

/// The clauses that each clause of a plan rests on.
package struct Foundations: Sendable {
    /// The clauses of a rule for one operation.
    private struct Place: Hashable {
        let rule: String
        let operation: String
    }

    private let plan: Plan
    private var indices: [Place: [Int]] = [:]

    package init(in plan: Plan) {
        self.plan = plan
        for (index, clause) in plan.clauses.enumerated() {
            indices[Place(rule: clause.rule.id, operation: clause.operation.name), default: []].append(index)
        }
    }

    /// The clauses that one rests on, directly or not, in the order of the plan.
    package func clauses(below clause: PlannedClause) -> [PlannedClause] {
        var rules: Set<String> = []
        var rest = clause.restsOn
        while let rule = rest.popLast() {
            guard rules.insert(rule).inserted else { continue }
            rest += Catalogue.rule(rule)?.restsOn ?? []
        }
        return rules.flatMap { indices[Place(rule: $0, operation: clause.operation.name)] ?? [] }.sorted()
            .map { plan.clauses[$0] }
    }
}

extension PlannedClause {
    /// Whether it tries what the contract itself promises, and not what is asked of all clients.
    package var isPromise: Bool { Catalogue.rule(rule.id) == nil }
}

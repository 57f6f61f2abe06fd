extension Plan {
    /// The clauses that one rests on, directly or not, in the order of the plan.
    package func foundations(of clause: PlannedClause) -> [PlannedClause] {
        var rules: Set<String> = []
        var rest = clause.rule.restsOn
        while let rule = rest.popLast() {
            guard rules.insert(rule).inserted else { continue }
            rest += Catalogue.rule(rule)?.restsOn ?? []
        }
        return clauses.filter { rules.contains($0.rule.id) && $0.operation.name == clause.operation.name }
    }
}

extension PlannedClause {
    /// Whether it tries what the contract itself promises, and not what is asked of all clients.
    package var isPromise: Bool { Catalogue.rule(rule.id) == nil }
}

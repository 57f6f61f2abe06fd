/// What is tried with a client, and what cannot be.
package struct Plan: Sendable {
    package var declaration: Declaration
    /// In the order of the catalogue, operation by operation.
    package var clauses: [PlannedClause]
    /// What of the profile nothing is tried of.
    package var notApplicable: [NotApplicable]
    /// What the client is held to.
    package var rules: [Rule]
    /// What is tried for the decoding map only: it counts where it finds something, and is never passed.
    package var probes: [PlannedClause] = []

    package struct NotApplicable: Sendable, Hashable {
        package var rule: String
        package var operation: String
        package var reason: String

        package init(rule: String, operation: String, reason: String) {
            (self.rule, self.operation, self.reason) = (rule, operation, reason)
        }
    }

    /// Which rules are tried.
    package enum Profile: String, Sendable, Hashable, CaseIterable {
        case core, extended
    }

    /// Everything that a client can be held to.
    package init(_ declaration: Declaration, profile: Profile = .core, rules: [Rule] = Catalogue.rules) {
        self.declaration = declaration
        (clauses, self.rules) = ([], rules + declaration.promises.map(Rule.init))
        notApplicable = []
        for rule in rules where rule.isCore || profile == .extended {
            for operation in declaration.operations { add(rule, operation) }
        }
        for promise in declaration.promises { add(Rule(promise), declaration.operation(of: promise)) }
        let tried = Set(rules.map(\.id))
        // Of a part of the catalogue it cannot be told what no rule judges.
        if tried == Set(Catalogue.rules.map(\.id)) { notApplicable += declaration.unjudged }
        for operation in declaration.operations {
            for (rule, draft) in Catalogue.probes(operation) where tried.contains(rule.id) {
                var probe = PlannedClause(rule, operation, draft)
                probe.isProbe = true
                probes.append(probe)
            }
        }
    }

    private mutating func add(_ rule: Rule, _ operation: Declaration.Operation) {
        switch rule.plan(declaration, operation) {
        case .clauses(let drafts):
            for clause in drafts.map({ PlannedClause(rule, operation, $0) }) {
                if let reason = cannotRun(clause) { leaveOut(rule, operation, reason) } else { clauses.append(clause) }
            }
        case .notApplicable(let reason): leaveOut(rule, operation, reason)
        }
    }

    /// Several clauses of one rule that are left out for one reason are listed once.
    private mutating func leaveOut(_ rule: Rule, _ operation: Declaration.Operation, _ reason: String) {
        let listed = NotApplicable(rule: rule.id, operation: operation.name, reason: reason)
        if !notApplicable.contains(listed) { notApplicable.append(listed) }
    }

    private func cannotRun(_ clause: PlannedClause) -> String? {
        if let reason = clause.exercise.impossible { return reason }
        if clause.exercise.request.parallel > 1, !declaration.features.parallel {
            return "the client is not to be asked in parallel"
        }
        if clause.exercise.request.parallel > 1, !clause.operation.isParallel {
            return "\(clause.operation.name) is not to be asked in parallel"
        }
        if clause.exercise.request.cancelAfter != nil, !declaration.features.cancellation {
            return "the client's calls cannot be cancelled"
        }
        return nil
    }
}

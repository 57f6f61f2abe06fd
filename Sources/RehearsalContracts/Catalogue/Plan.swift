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
            for (rule, draft) in DecodingRules.probes(ClientCall(declaration, operation)) where tried.contains(rule.id)
            {
                var probe = PlannedClause(rule, operation, draft)
                probe.isProbe = true
                probes.append(probe)
            }
        }
    }

    private mutating func add(_ rule: Rule, _ operation: Declaration.Operation) {
        do {
            for clause in try rule.plan(ClientCall(declaration, operation)).map({ PlannedClause(rule, operation, $0) })
            {
                if let reason = cannotRun(clause) { leaveOut(rule, operation, reason) } else { clauses.append(clause) }
            }
        } catch {
            leaveOut(rule, operation, "\(error)")
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

/// One rule, tried in one way with one operation of a client.
package struct PlannedClause: Sendable, Identifiable {
    package var rule: Rule
    package var operation: Declaration.Operation
    package var variant: String
    package var exercise: Exercise
    /// What of an answer it changes, call by call.
    package var probes: [Mutation]
    /// Whether it is tried for the decoding map, and counts only if it finds something.
    package var isProbe = false
    /// The ids of the rules that it depends on.
    package var restsOn: [String]
    /// Whether clauses of other rules depend on it, whatever their variant.
    package var isFoundation: Bool
    package var examine: @Sendable (inout Examination) -> Void

    /// `RETRY-02/getUser/503`: stays the same from one run to the next.
    package var id: String { ([rule.id, operation.name] + (variant.isEmpty ? [] : [variant])).joined(separator: "/") }

    init(_ rule: Rule, _ operation: Declaration.Operation, _ draft: Rule.Draft) {
        (self.rule, self.operation, variant) = (rule, operation, draft.variant)
        (exercise, probes, examine) = (draft.exercise, draft.probes, draft.examine)
        (restsOn, isFoundation) = (rule.restsOn + draft.restsOn, draft.isFoundation)
        exercise.request.id = id
    }

    /// Whether it tries what the contract itself promises, and not what is asked of all clients.
    package var isPromise: Bool { Catalogue.rule(rule.id) == nil }
}

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

/// The clauses that are tested with a client, and those that do not apply.
package struct Plan: Sendable {
    package var declaration: Declaration
    /// The clauses in the order of the catalogue, operation by operation.
    package var clauses: [PlannedClause]
    /// The rules of the profile that do not apply.
    package var notApplicable: [NotApplicable]
    /// The rules that the client must follow.
    package var rules: [Rule]
    /// The clauses for the decoding map only: they count if they find something, and never pass.
    package var mutations: [PlannedClause] = []

    /// A rule that does not apply to an operation, with the reason.
    package struct NotApplicable: Sendable, Hashable {
        package var rule: String
        package var operation: String
        package var reason: String

        package init(rule: String, operation: String, reason: String) {
            (self.rule, self.operation, self.reason) = (rule, operation, reason)
        }
    }

    /// The set of rules that are tested.
    package enum Profile: String, Sendable, Hashable, CaseIterable {
        case core, extended
    }

    /// Creates the plan of all clauses that apply to a client.
    package init(_ declaration: Declaration, profile: Profile = .core, rules: [Rule] = RuleCatalogue.rules) {
        self.declaration = declaration
        (clauses, self.rules) = ([], rules + declaration.promises.map(Rule.init))
        notApplicable = []
        for rule in rules where rule.isCore || profile == .extended {
            for operation in declaration.operations { add(rule, operation) }
        }
        for promise in declaration.promises { add(Rule(promise), declaration.operation(of: promise)) }
        let tried = Set(rules.map(\.id))
        // A part of the catalogue cannot show which declarations no rule judges.
        if tried == Set(RuleCatalogue.rules.map(\.id)) { notApplicable += declaration.declarationsWithoutRule }
        for operation in declaration.operations {
            for (rule, draft) in DecodingRules.probes(OperationContext(declaration, operation))
            where tried.contains(rule.id) {
                var probe = PlannedClause(rule, operation, draft)
                probe.isProbe = true
                mutations.append(probe)
            }
        }
    }

    private mutating func add(_ rule: Rule, _ operation: Declaration.Operation) {
        do {
            for clause in try rule.plan(OperationContext(declaration, operation)).map({
                PlannedClause(rule, operation, $0)
            }) {
                if let reason = cannotRun(clause) { leaveOut(rule, operation, reason) } else { clauses.append(clause) }
            }
        } catch {
            leaveOut(rule, operation, "\(error)")
        }
    }

    /// Lists a rule as not applicable; several clauses with one reason are listed once.
    private mutating func leaveOut(_ rule: Rule, _ operation: Declaration.Operation, _ reason: String) {
        let listed = NotApplicable(rule: rule.id, operation: operation.name, reason: reason)
        if !notApplicable.contains(listed) { notApplicable.append(listed) }
    }

    private func cannotRun(_ clause: PlannedClause) -> String? {
        if let reason = clause.exercise.notApplicableReason { return reason }
        if clause.exercise.request.parallel > 1, !declaration.features.parallel {
            return "the client does not support parallel calls (parallel)"
        }
        if clause.exercise.request.parallel > 1, !clause.operation.isParallel {
            return "\(clause.operation.name) does not support parallel calls (parallel)"
        }
        if clause.exercise.request.cancelAfter != nil, !declaration.features.cancellation {
            return "the client's calls cannot be cancelled"
        }
        return nil
    }
}

/// A rule, tested in one way with one operation of a client.
package struct PlannedClause: Sendable, Identifiable {
    package var rule: Rule
    package var operation: Declaration.Operation
    package var variant: String
    package var exercise: TestCase
    /// The changes that it makes to replies, call by call.
    package var mutations: [Mutation]
    /// Whether it belongs to the decoding map, and counts only if it finds something.
    package var isProbe = false
    /// The ids of the rules that it depends on.
    package var dependsOn: [String]
    /// Whether clauses of other rules depend on it, whatever their variant.
    package var isPrerequisite: Bool
    package var examine: @Sendable (inout CaseAssertions) -> Void

    /// The identifier, stable between runs: `RETRY-02/getUser/503`.
    package var id: String { ([rule.id, operation.name] + (variant.isEmpty ? [] : [variant])).joined(separator: "/") }

    init(_ rule: Rule, _ operation: Declaration.Operation, _ draft: Rule.Draft) {
        (self.rule, self.operation, variant) = (rule, operation, draft.variant)
        (exercise, mutations, examine) = (draft.exercise, draft.mutations, draft.examine)
        (dependsOn, isPrerequisite) = (rule.dependsOn + draft.dependsOn, draft.isPrerequisite)
        exercise.request.id = id
    }

    /// Whether it tests a promise of the contract instead of a rule of the catalogue.
    package var isPromise: Bool { RuleCatalogue.rule(rule.id) == nil }
}

/// The prerequisites of the clauses of a plan.
package struct Prerequisites: Sendable {
    /// A key for the clauses of one rule and operation.
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

    /// Returns the direct and indirect prerequisites of a clause, in the order of the plan.
    package func clauses(below clause: PlannedClause) -> [PlannedClause] {
        var rules: Set<String> = []
        var rest = clause.dependsOn
        while let rule = rest.popLast() {
            guard rules.insert(rule).inserted else { continue }
            rest += RuleCatalogue.rule(rule)?.dependsOn ?? []
        }
        return rules.flatMap { indices[Place(rule: $0, operation: clause.operation.name)] ?? [] }.sorted()
            .map { plan.clauses[$0] }
    }
}

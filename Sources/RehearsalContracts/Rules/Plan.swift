/// The clauses to test with a client, and the rules that do not apply to it.
package struct Plan: Sendable {
    package var declaration: Declaration
    /// The clauses in the order of the catalogue, operation by operation.
    package var clauses: [PlannedClause]
    /// The rules of the profile that do not apply, by operation.
    package var notApplicable: [NotApplicable]
    /// The rules of the catalogue, and one for each promise of the client.
    package var rules: [Rule]
    /// The probes: clauses that only fill in the decoding map. They are results only if they have findings.
    package var probes: [PlannedClause] = []

    /// A rule that does not apply to an operation, and the reason.
    package struct NotApplicable: Sendable, Hashable {
        package var rule: String
        package var operation: String
        package var reason: String

        package init(rule: String, operation: String, reason: String) {
            (self.rule, self.operation, self.reason) = (rule, operation, reason)
        }
    }

    /// A set of rules to test. Each profile contains the rules of the previous one.
    package enum Profile: String, Sendable, Hashable, CaseIterable, Comparable {
        /// The rules that every client should be tested with.
        case core
        /// The rules that most clients can follow.
        case extended
        /// All rules, including those that many good clients break on purpose.
        case strict

        package static func < (profile: Self, other: Self) -> Bool { profile.order < other.order }

        private var order: Int { Self.allCases.firstIndex(of: self) ?? 0 }
    }

    /// Creates the plan of all clauses that apply to a client.
    package init(_ declaration: Declaration, profile: Profile = .core, rules: [Rule] = RuleCatalogue.rules) {
        self.declaration = declaration
        (clauses, self.rules) = ([], rules + declaration.promises.map(Rule.init))
        notApplicable = []
        for rule in rules where rule.profile <= profile {
            for operation in declaration.operations { add(rule, operation) }
        }
        for promise in declaration.promises { add(Rule(promise), declaration.operation(of: promise)) }
        let testedRules = Set(rules.map(\.id))
        for operation in declaration.operations { addProbes(operation, testedRules) }
    }

    /// Adds the probes of an operation, except those whose mutation a clause tests.
    private mutating func addProbes(_ operation: Declaration.Operation, _ testedRules: Set<String>) {
        let tested = Set(clauses.filter { $0.operation.name == operation.name }.flatMap(\.mutations).map(\.label))
        for (rule, draft) in DecodingRules.probes(OperationContext(declaration, operation))
        where testedRules.contains(rule.id) && !draft.mutations.allSatisfy({ tested.contains($0.label) }) {
            var probe = PlannedClause(rule, operation, draft)
            probe.isProbe = true
            probes.append(probe)
        }
    }

    private mutating func add(_ rule: Rule, _ operation: Declaration.Operation) {
        do {
            for clause in try rule.plan(OperationContext(declaration, operation)).map({
                PlannedClause(rule, operation, $0)
            }) {
                if let reason = notApplicableReason(clause) {
                    addNotApplicable(rule, operation, reason)
                } else {
                    clauses.append(clause)
                }
            }
        } catch {
            addNotApplicable(rule, operation, "\(error)")
        }
    }

    /// Lists a rule as not applicable to an operation, once for each reason.
    private mutating func addNotApplicable(_ rule: Rule, _ operation: Declaration.Operation, _ reason: String) {
        let listed = NotApplicable(rule: rule.id, operation: operation.name, reason: reason)
        if !notApplicable.contains(listed) { notApplicable.append(listed) }
    }

    private func notApplicableReason(_ clause: PlannedClause) -> String? {
        if let reason = clause.exercise.notApplicableReason { return reason }
        if clause.exercise.request.parallel > 1, !declaration.features.parallel {
            return "the client does not support parallel calls (parallel)"
        }
        if clause.exercise.request.parallel > 1, !clause.operation.isParallel {
            return "\(clause.operation.name) does not support parallel calls (parallel)"
        }
        if clause.exercise.request.parallel > 1, clause.operation.pages?.isIncremental == true,
            !clause.exercise.sharesRequests
        {
            return "parallel calls of \(clause.operation.name) share the request of a page (pages)"
        }
        if clause.exercise.request.cancelAfter != nil, !declaration.features.cancellation {
            return "the client's calls cannot be cancelled"
        }
        if clause.exercise.request.needsCallControl, !declaration.features.callControl {
            return "the subject does not support staggerMs, cancelOnlyFirst and a cancelAfterMs of 0 (callControl)"
        }
        return nil
    }
}

/// One test of a rule with one operation of a client.
package struct PlannedClause: Sendable, Identifiable {
    package var rule: Rule
    package var operation: Declaration.Operation
    package var variant: String
    package var exercise: TestCase
    /// The mutations in the replies to the calls, one for each call.
    package var mutations: [Mutation]
    /// Whether the clause is a probe for the decoding map, which is a result only if it has findings.
    package var isProbe = false
    /// The IDs of the rules that are prerequisites of the clause.
    package var dependsOn: [String]
    /// Whether the failure of the clause blocks clauses of other rules, whatever their variant.
    package var isPrerequisite: Bool
    /// The function that compares the evidence with the requirement.
    package var examine: @Sendable (inout CaseAssertions) -> Void

    /// The identifier, which is the same in every run: `RETRY-02/getUser/503`.
    package var id: String { ([rule.id, operation.name] + (variant.isEmpty ? [] : [variant])).joined(separator: "/") }

    init(_ rule: Rule, _ operation: Declaration.Operation, _ draft: Rule.Draft) {
        (self.rule, self.operation, variant) = (rule, operation, draft.variant)
        (exercise, mutations, examine) = (draft.exercise, draft.mutations, draft.check)
        (dependsOn, isPrerequisite) = (rule.dependsOn + draft.dependsOn, draft.isPrerequisite)
        exercise.request.id = id
    }

    /// Whether the clause tests a promise of the contract instead of a rule of the catalogue.
    package var isPromise: Bool { RuleCatalogue.rule(rule.id) == nil }
}

/// An index of a plan's clauses, to find the prerequisites of a clause.
package struct Prerequisites: Sendable {
    /// A rule, tested with one operation.
    private struct RuleAndOperation: Hashable {
        let rule: String
        let operation: String
    }

    private let plan: Plan
    private var indices: [RuleAndOperation: [Int]] = [:]

    package init(in plan: Plan) {
        self.plan = plan
        for (index, clause) in plan.clauses.enumerated() {
            let key = RuleAndOperation(rule: clause.rule.id, operation: clause.operation.name)
            indices[key, default: []].append(index)
        }
    }

    /// Returns the direct and indirect prerequisites of a clause, in the order of the plan.
    package func clauses(requiredBy clause: PlannedClause) -> [PlannedClause] {
        var rules: Set<String> = []
        var rest = clause.dependsOn
        while let rule = rest.popLast() {
            guard rules.insert(rule).inserted else { continue }
            rest += RuleCatalogue.rule(rule)?.dependsOn ?? []
        }
        return rules.flatMap { indices[RuleAndOperation(rule: $0, operation: clause.operation.name)] ?? [] }
            .sorted().map { plan.clauses[$0] }
    }
}

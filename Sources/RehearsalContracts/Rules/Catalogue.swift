/// The catalogue of rules that apply to every client.
package enum RuleCatalogue {
    /// The rules in the order of reports.
    package static let rules: [Rule] = [
        RequestRules.all, StatusRules.all, DecodingRules.all, TransportRules.all, RetryRules.all, BackoffRules.all,
        IdempotencyRules.all, AuthenticationRules.all, RedirectRules.all, CachingRules.all, PaginationRules.all,
        CancellationRules.all, ConcurrencyRules.all, RepositoryRules.all, ErrorRules.all,
    ].flatMap(\.self)

    /// Returns the rule with this ID; nil if there is none.
    package static func rule(_ id: String) -> Rule? { rules.first { $0.id == id } }
}

/// A requirement on clients, with the clauses that test it.
package struct Rule: Sendable {
    /// The identifier: `RETRY-02`.
    package var id: String
    package var level: Level
    /// The smallest profile that contains the rule. Larger profiles contain it too.
    package var profile: Plan.Profile
    /// The requirement in one sentence: `A 403 does not start a refresh.`
    package var statement: String
    /// The document that the rule follows from: `RFC 9110 §9.2.2`.
    package var source: String
    /// The IDs of the rules that must pass for the same operation before this one can be judged.
    package var dependsOn: [String]
    /// The function that returns the clauses for an operation. It throws ``NotApplicableError`` if none can be tested.
    package var plan: @Sendable (OperationContext) throws -> [Draft]

    package init(
        _ id: String,
        level: Level = .must,
        profile: Plan.Profile = .core,
        _ statement: String,
        source: String,
        dependsOn: [String] = [],
        plan: @escaping @Sendable (OperationContext) throws -> [Draft],
    ) {
        (self.id, self.level, self.profile, self.statement) = (id, level, profile, statement)
        (self.source, self.dependsOn, self.plan) = (source, dependsOn, plan)
    }

    /// The requirement level of RFC 2119.
    package enum Level: String, Sendable, Hashable, CaseIterable {
        case must = "MUST"
        case should = "SHOULD"
        case may = "MAY"
    }

    /// A clause that has not been assigned to its rule and operation, and therefore has no ID.
    package struct Draft: Sendable {
        /// The name that distinguishes the clause within its rule and operation: `503`; empty for a single clause.
        package var variant: String
        package var exercise: TestCase
        /// The function that compares the evidence with the requirement.
        package var check: @Sendable (inout CaseAssertions) -> Void
        /// The mutations in the replies to the calls, one for each call, for the decoding map.
        package var mutations: [Mutation]
        /// The IDs of the prerequisites of this clause, in addition to those of its rule.
        package var dependsOn: [String] = []
        /// Whether the failure of this clause blocks clauses of other rules, whatever their variant.
        package var isPrerequisite = true

        package init(
            _ variant: String = "",
            _ exercise: TestCase,
            probes: [Mutation] = [],
            examine: @escaping @Sendable (inout CaseAssertions) -> Void,
        ) {
            (self.variant, self.exercise, self.mutations, self.check) = (variant, exercise, probes, examine)
        }

        /// Returns the clause, whose failure then blocks only those clauses of other rules that have the same variant.
        func withoutDependents(if isOnlyForItself: Bool = true) -> Draft {
            var draft = self
            draft.isPrerequisite = !isOnlyForItself
            return draft
        }

        /// Returns the clause with additional prerequisites.
        func depending(on rules: String...) -> Draft {
            var draft = self
            draft.dependsOn += rules
            return draft
        }

        /// Returns the clause, which does not apply if the operation returns nothing: the client may ignore the body.
        func requiringReturnValue(of call: OperationContext) -> Draft {
            var draft = self
            if call.isVoid { draft.exercise.notApplicableReason = call.noReturnValueError.reason }
            return draft
        }
    }
}

/// An error with the reason why a rule does not apply to an operation of a client.
package struct NotApplicableError: Error, CustomStringConvertible {
    package let reason: String

    package init(_ reason: String) { self.reason = reason }

    package var description: String { reason }
}

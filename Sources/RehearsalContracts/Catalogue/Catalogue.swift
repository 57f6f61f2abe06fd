/// Every rule that clients are held to, group by group.
package enum Catalogue {
    /// In the order in which reports list them.
    package static let rules: [Rule] = [
        RequestRules.all, StatusRules.all, DecodingRules.all, TransportRules.all, RetryRules.all, BackoffRules.all,
        IdempotencyRules.all, AuthenticationRules.all, RedirectRules.all, CancellationRules.all, RepositoryRules.all,
    ].flatMap(\.self)

    /// The rule of that id; nil if there is none.
    package static func rule(_ id: String) -> Rule? { rules.first { $0.id == id } }
}

/// A requirement on clients, with the clauses that try it.
package struct Rule: Sendable {
    /// `RETRY-02`.
    package var id: String
    package var level: Level
    /// Whether it belongs to the core profile.
    package var isCore: Bool
    /// One sentence: `Attempts are bounded; the last failure is surfaced.`
    package var statement: String
    /// Who says so: `RFC 9110 §9.2.2`.
    package var source: String
    /// What must hold before this one can be judged, for the same operation: ids of rules.
    package var restsOn: [String]
    /// Drafts the clauses for one operation of a client; throws ``Inapplicable`` where nothing can be tried.
    package var plan: @Sendable (ClientCall) throws -> [Draft]

    package init(
        _ id: String,
        level: Level = .must,
        core isCore: Bool = true,
        _ statement: String,
        source: String,
        restsOn: [String] = [],
        plan: @escaping @Sendable (ClientCall) throws -> [Draft],
    ) {
        (self.id, self.level, self.isCore, self.statement) = (id, level, isCore, statement)
        (self.source, self.restsOn, self.plan) = (source, restsOn, plan)
    }

    package enum Level: String, Sendable, Hashable, CaseIterable {
        case must = "MUST"
        case should = "SHOULD"
        case may = "MAY"
    }

    /// A clause before it has a name.
    package struct Draft: Sendable {
        /// Tells it from the other clauses of its rule and operation: `503`; empty where there is one.
        package var variant: String
        package var exercise: Exercise
        package var examine: @Sendable (inout Examination) -> Void
        /// What of an answer it changes, for the decoding map; call by call.
        package var probes: [Mutation]
        /// The ids of the rules that this clause depends on besides those that its rule depends on.
        package var restsOn: [String] = []
        /// Whether clauses of other rules depend on it; false for a variant of which they make no use.
        package var isFoundation = true

        package init(
            _ variant: String = "",
            _ exercise: Exercise,
            probes: [Mutation] = [],
            examine: @escaping @Sendable (inout Examination) -> Void,
        ) {
            (self.variant, self.exercise, self.probes, self.examine) = (variant, exercise, probes, examine)
        }

        /// The same clause, on which no clause of another rule depends unless it is of the same variant.
        func onlyForItself(_ isOnlyForItself: Bool = true) -> Draft {
            var draft = self
            draft.isFoundation = !isOnlyForItself
            return draft
        }

        /// The same clause, which also depends on these rules.
        func resting(on rules: String...) -> Draft {
            var draft = self
            draft.restsOn += rules
            return draft
        }

        /// The same where the client has to read the answer: whoever returns nothing may leave its body unread.
        func `where`(isRead call: ClientCall) -> Draft {
            var draft = self
            if call.isVoid { draft.exercise.impossible = call.returnsNothing.reason }
            return draft
        }
    }
}

/// The reason why a rule does not apply to an operation of a client.
package struct Inapplicable: Error, CustomStringConvertible {
    package let reason: String

    package init(_ reason: String) { self.reason = reason }

    package var description: String { reason }
}

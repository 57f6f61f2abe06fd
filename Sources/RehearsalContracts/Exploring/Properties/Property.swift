import Rehearsal

/// A property that must hold for a client under every schedule.
package struct Property: Sendable {
    /// The identifier: `PROP-03`.
    package let id: String
    /// The property in one sentence.
    package let sentence: String
    /// The specification or the practice from which the property follows.
    package let source: String
    /// Returns the reason why the property does not apply to a client; nil if it applies.
    let notApplicable: @Sendable (ExploredContract) -> String?
    /// Returns the violations in a history.
    let violations: @Sendable (History, ExploredContract) -> [Violation]

    init(
        _ id: String,
        _ sentence: String,
        source: String,
        notApplicable: @escaping @Sendable (ExploredContract) -> String? = { _ in nil },
        violations: @escaping @Sendable (History, ExploredContract) -> [Violation],
    ) {
        (self.id, self.sentence, self.source) = (id, sentence, source)
        (self.notApplicable, self.violations) = (notApplicable, violations)
    }

    /// A violation of a property.
    package struct Violation: Sendable, Hashable {
        /// The violation in one sentence.
        package var sentence: String
        /// The index of the step in which it shows.
        package var step: Int
        /// The ordinals of the requests that prove it.
        package var requests: [Int]

        package init(_ sentence: String, step: Int, requests: [Int] = []) {
            (self.sentence, self.step, self.requests) = (sentence, step, requests)
        }
    }

    /// The reason why the property does not apply to a client; nil if it applies.
    package func reasonNotToApply(to contract: ExploredContract) -> String? { notApplicable(contract) }

    /// The result of checking a history.
    package enum Judgment: Sendable, Hashable {
        case passed
        /// The violations in the order of the steps, at least one.
        case violated([Violation])
        /// The property does not apply to the client, for this reason.
        case notApplicable(String)
        /// The history does not show whether the property holds, for this reason.
        case inconclusive(String)
    }

    /// Returns the judgment of a history.
    package func judgment(of history: History, _ contract: ExploredContract) -> Judgment {
        if let reason = notApplicable(contract) { return .notApplicable(reason) }
        guard history.isComplete else {
            return .inconclusive("the journal no longer holds \(history.dropped) of the requests")
        }
        let violations = violations(history, contract).sorted {
            ($0.step, $0.requests.first ?? -1, $0.sentence) < ($1.step, $1.requests.first ?? -1, $1.sentence)
        }
        return violations.isEmpty ? .passed : .violated(violations)
    }

    /// Returns the violations in a history, in the order of the steps; empty unless the history shows a violation.
    package func check(_ history: History, _ contract: ExploredContract) -> [Violation] {
        if case .violated(let violations) = judgment(of: history, contract) { violations } else { [] }
    }

    /// The properties for every client, in the order of their identifiers.
    package static let all: [Property] = [
        Termination.property, ReturnedValues.property, Attempts.property, Effects.property, Recovery.property,
        Reads.property, Tokens.property, RetryWaits.property, ReportedErrors.property, Health.property,
    ]

    /// Returns the properties for every client and those of the app.
    package static func all(of exploration: Exploration) -> [Property] {
        all
            + exploration.properties.map { own in
                Property(own.id, own.sentence, source: "the app") { history, _ in
                    own.violations(history).map { Violation($0.sentence, step: $0.step, requests: $0.requests) }
                }
            }
    }
}

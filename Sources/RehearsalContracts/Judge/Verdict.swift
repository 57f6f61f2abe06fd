/// The verdict on a clause. Reports count each kind of verdict separately.
public enum Verdict: Sendable, Hashable {
    /// The client meets the requirement.
    case pass
    /// The client does not meet the requirement.
    case fail
    /// The client does not meet the requirement, and the file of known failures lists the clause as failing.
    case knownFailure
    /// The client does not meet the requirement, and the file of known failures lists the clause as flaky.
    case flaky
    /// A prerequisite failed, so that the clause cannot be judged. The text is the ID of the failed rule.
    case blocked(by: String)
    /// The clause does not apply to the client, for this reason.
    case notApplicable(String)
    /// The clause was run, but its evidence is not conclusive, for this reason.
    case inconclusive(String)
    /// The clause could not be run, for this reason.
    case notJudged(String)

    /// The name in machine-readable reports.
    package var name: String { kind.rawValue }

    /// The reason, or the ID of the failed rule if the clause is blocked; nil for verdicts without a reason.
    package var reason: String? {
        switch self {
        case .pass, .fail, .knownFailure, .flaky: nil
        case .blocked(let rule): rule
        case .notApplicable(let reason), .inconclusive(let reason), .notJudged(let reason): reason
        }
    }

    /// A kind of verdict, in the order in which reports count them.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        case pass, fail, knownFailure, flaky, blocked, notApplicable, inconclusive, notJudged

        /// The name in human-readable reports: `known failure`.
        package var title: String {
            switch self {
            case .knownFailure: "known failure"
            case .notApplicable: "not applicable"
            case .notJudged: "not judged"
            default: rawValue
            }
        }
    }

    package var kind: Kind {
        switch self {
        case .pass: .pass
        case .fail: .fail
        case .knownFailure: .knownFailure
        case .flaky: .flaky
        case .blocked: .blocked
        case .notApplicable: .notApplicable
        case .inconclusive: .inconclusive
        case .notJudged: .notJudged
        }
    }

    /// Creates the verdict of a kind. Returns nil if the kind requires a reason and there is none.
    package init?(_ kind: Kind, reason: String?) {
        switch (kind, reason) {
        case (.pass, _): self = .pass
        case (.fail, _): self = .fail
        case (.knownFailure, _): self = .knownFailure
        case (.flaky, _): self = .flaky
        case (.blocked, let reason?): self = .blocked(by: reason)
        case (.notApplicable, let reason?): self = .notApplicable(reason)
        case (.inconclusive, let reason?): self = .inconclusive(reason)
        case (.notJudged, let reason?): self = .notJudged(reason)
        case (_, nil): return nil
        }
    }
}

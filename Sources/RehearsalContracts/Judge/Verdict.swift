/// What has been found out about a clause. The eight are counted apart, always.
public enum Verdict: Sendable, Hashable {
    /// The client does what it must.
    case pass
    /// It does not.
    case fail
    /// It does not, and that was said beforehand.
    case knownFailure
    /// It does not, and it was said beforehand that it sometimes does not.
    case flaky
    /// What it rests on is not so; with the rule that failed.
    case blocked(by: String)
    /// It is nothing to be asked of this client, and why.
    case notApplicable(String)
    /// It was tried, and nothing can be told from it, and why.
    case inconclusive(String)
    /// It could not be tried, and why.
    case notJudged(String)

    /// Its name, as machines read it.
    package var name: String { kind.rawValue }

    /// Why, where it says.
    package var reason: String? {
        switch self {
        case .pass, .fail, .knownFailure, .flaky: nil
        case .blocked(let rule): rule
        case .notApplicable(let reason), .inconclusive(let reason), .notJudged(let reason): reason
        }
    }

    /// Which of the eight it is, without what goes with it; in the order in which reports count them.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        case pass, fail, knownFailure, flaky, blocked, notApplicable, inconclusive, notJudged

        /// As people read it: `known failure`.
        package var title: String {
            switch self {
            case .knownFailure: "known failure"
            case .notApplicable: "not applicable"
            case .notJudged: "not judged"
            default: rawValue
            }
        }
    }

    /// Which of the eight it is.
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

    /// The verdict of that name; nil where it needs a reason and none is there.
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

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
}

extension Verdict {
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
}

package import Rehearsal

/// What came back from a subject for one case.
package enum CaseAnswer: Sendable {
    /// What each call came to, in the order of the calls, how long they took together by the subject's own clock (nil
    /// if it does not say), and what the client has stored then (nil if it has no store).
    case outcomes([ClientOutcome], elapsed: Duration?, store: [String: JSON]?)
    /// The subject cannot do this, and why.
    case cannotRun(String)
    /// There was no answer within this time.
    case hang(Duration)
    /// The process died inside of the case, and how.
    case crash(String)
    /// It cannot be told what the client does, and why: the subject breaks the protocol.
    case notJudged(String)

    /// What each call came to; a call that did not return is a `hang`, one that took the process with it a `crash`.
    package var outcomes: [ClientOutcome] {
        switch self {
        case .outcomes(let outcomes, _, _): outcomes
        case .hang: [.hang]
        case .crash(let reason): [.crash(reason)]
        case .cannotRun, .notJudged: []
        }
    }

    /// What the client has stored at the end; nil if it has no store, or cannot be asked.
    package var store: [String: JSON]? {
        if case .outcomes(_, _, let store) = self { store } else { nil }
    }
}

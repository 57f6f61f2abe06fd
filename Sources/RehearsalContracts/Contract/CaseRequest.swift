package import Rehearsal

/// What a subject is asked to do for one case: one call, or several of one operation, with a client made for it.
package struct CaseRequest: Sendable {
    /// Which case it is; the answer carries it too.
    package var id: String
    /// The operation to call.
    package var operation: String
    package var args: JSON = [:]
    /// Where the backend of this case is: `http://127.0.0.1:51234`, with a base path where the case has one.
    package var baseURL: String
    /// The bearer token that the client starts with.
    package var token: String?
    /// What it gets another one with.
    package var refreshToken: String?
    /// How long one attempt may be without an answer.
    package var timeout: Duration?
    /// How long the whole call may take.
    package var deadline: Duration?
    /// When the call is cancelled, counted from its beginning; nil for never.
    package var cancelAfter: Duration?
    /// How many times it is called, one after the other, with one client.
    package var repetitions = 1
    /// How many times it is called at once, with one client.
    package var parallel = 1
    /// What the client has stored.
    package var store: [String: JSON] = [:]
    /// What its network monitor says.
    package var isOnline = true

    package init(id: String, operation: String, baseURL: String = "") {
        (self.id, self.operation, self.baseURL) = (id, operation, baseURL)
    }
}

extension CaseRequest {
    /// After how long a call that has not returned never will: its own deadline, and what it takes to say so.
    package var limit: Duration { (deadline ?? .seconds(20)) + Self.patience }

    /// What a call may take longer than it may take.
    package static var patience: Duration { .seconds(5) }

    /// The shortest delay that changes what a correct client does: its timeout expires, or the cancellation of its call
    /// meets something else.
    package var tolerance: Duration {
        min(timeout ?? .seconds(2), deadline ?? .seconds(20), cancelAfter.map { $0 * 4 } ?? .seconds(20))
    }

    /// How many outcomes answer it.
    package var calls: Int { parallel > 1 ? parallel : max(1, repetitions) }
}

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

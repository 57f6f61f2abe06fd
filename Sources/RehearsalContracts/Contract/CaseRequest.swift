package import Rehearsal

/// A request to a subject for one case: one call or several calls of one operation, with a client made for it.
package struct CaseRequest: Sendable {
    /// The identifier of the case; the answer repeats it.
    package var id: String
    package var operation: String
    package var args: JSON = [:]
    /// The URL of the backend: `http://127.0.0.1:51234`, with a base path if the case has one.
    package var baseURL: String
    /// The bearer token that the client starts with.
    package var token: String?
    /// The token for the token endpoint.
    package var refreshToken: String?
    /// The timeout of one attempt.
    package var timeout: Duration?
    /// The time limit of the whole call.
    package var deadline: Duration?
    /// The time from the start of the call to its cancellation; nil for no cancellation.
    package var cancelAfter: Duration?
    /// The number of sequential calls with one client.
    package var repetitions = 1
    /// The number of parallel calls with one client.
    package var parallel = 1
    /// The content of the client's store, by key.
    package var store: [String: JSON] = [:]
    /// Whether the client's network monitor reports a connection.
    package var isOnline = true

    package init(id: String, operation: String, baseURL: String = "") {
        (self.id, self.operation, self.baseURL) = (id, operation, baseURL)
    }
}

extension CaseRequest {
    /// The time after which a call counts as hung: its deadline, plus the time to report the result.
    package var hangTimeout: Duration { (deadline ?? .seconds(20)) + Self.hangMargin }

    /// The time that a call may exceed its deadline by.
    package static var hangMargin: Duration { .seconds(5) }

    /// The shortest delay that affects a correct client: a timeout expires, or a cancellation misses another event.
    package var tolerance: Duration {
        min(timeout ?? .seconds(2), deadline ?? .seconds(20), cancelAfter.map { $0 * 4 } ?? .seconds(20))
    }

    /// The number of outcomes in the answer.
    package var calls: Int { parallel > 1 ? parallel : max(1, repetitions) }
}

/// The answer of a subject for one case.
package enum CaseAnswer: Sendable {
    /// The outcome of each call in order, the total time by the subject's clock, and the client's store at the end.
    ///
    /// The time is nil if the subject does not report it; the store is nil if the client has none.
    case outcomes([ClientOutcome], elapsed: Duration?, store: [String: JSON]?)
    /// The subject cannot run the case; with the reason.
    case cannotRun(String)
    /// The subject did not answer within this time.
    case hang(Duration)
    /// The process ended during the case; with the way in which it ended.
    case crash(String)
    /// The client cannot be judged because the subject violates the protocol; with the reason.
    case notJudged(String)

    /// The outcome of each call; `hang` for a call that did not return, and `crash` for one that ended the process.
    package var outcomes: [ClientOutcome] {
        switch self {
        case .outcomes(let outcomes, _, _): outcomes
        case .hang: [.hang]
        case .crash(let reason): [.crash(reason)]
        case .cannotRun, .notJudged: []
        }
    }

    /// The client's store at the end; nil if it has none, or if the subject does not report it.
    package var store: [String: JSON]? {
        if case .outcomes(_, _, let store) = self { store } else { nil }
    }
}

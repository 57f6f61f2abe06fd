package import Rehearsal

/// A request to a subject to create a client, and to call one operation of it once or several times.
package struct CaseRequest: Sendable {
    /// The identifier of the case; the answer repeats it.
    package var id: String
    /// The name of the operation to call.
    package var operation: String
    /// The arguments of the call.
    package var args: JSON = [:]
    /// The URL of the backend: `http://127.0.0.1:51234`, with a base path if the case has one.
    package var baseURL: String
    /// The client's initial access token; nil for none.
    package var token: String?
    /// The client's initial refresh token; nil for none.
    package var refreshToken: String?
    /// The timeout of one attempt; nil for none, or for 2 s if the client runs in this process.
    package var timeout: Duration?
    /// The time limit of the whole call, including retries and waits; nil for none.
    package var deadline: Duration?
    /// The time from the start of the call to its cancellation; nil for no cancellation.
    ///
    /// If it is zero, the call is made in a task that is already cancelled.
    package var cancelAfter: Duration?
    /// Whether only the first of several parallel calls is cancelled.
    package var cancelsOnlyFirst = false
    /// The number of sequential calls with one client.
    package var repetitions = 1
    /// The names of further operations to call after that, in turn, with their declared arguments.
    package var then: [String] = []
    /// The number of parallel calls with one client.
    package var parallel = 1
    /// The time between the starts of two parallel calls.
    package var stagger = Duration.zero
    /// The indices of the rows of a list on which the operation acts; empty for a call on a single value.
    package var rows: [Int] = []
    /// The initial content of the client's store, by key.
    package var store: [String: JSON] = [:]
    /// Whether the client's network monitor reports a connection.
    package var isOnline = true
    /// The environment variables to set for the process of the client, by name. A client in this process ignores them.
    package var environment: [String: String] = [:]

    package init(id: String, operation: String, baseURL: String = "") {
        (self.id, self.operation, self.baseURL) = (id, operation, baseURL)
    }
}

extension CaseRequest {
    /// The time after which a call counts as hung: its deadline (by default 20 s) plus ``hangMargin``.
    package var hangTimeout: Duration { (deadline ?? .seconds(20)) + Self.hangMargin }

    /// The time that the subject has after the deadline to report the outcome.
    package static var hangMargin: Duration { .seconds(5) }

    /// The shortest delay of the machine that can change the outcome of a correct client.
    ///
    /// A timeout or the deadline then expires, or the cancellation no longer occurs at the intended point.
    package var tolerance: Duration {
        let cancellation = cancelAfter.flatMap { $0 > .zero ? $0 * 4 : nil } ?? .seconds(20)
        return min(timeout ?? .seconds(2), deadline ?? .seconds(20), cancellation)
    }

    /// Whether the subject must start or cancel parallel calls separately, or make a call in a cancelled task.
    package var needsCallControl: Bool { cancelsOnlyFirst || stagger > .zero || cancelAfter == .zero }

    /// The number of outcomes in the answer.
    package var calls: Int { parallel > 1 ? parallel : max(1, repetitions) + then.count }
}

/// A subject's answer to a case.
package enum CaseAnswer: Sendable {
    /// The outcome of each call in order, the total time by the subject's clock, and the final content of the store.
    ///
    /// The time is nil if the subject does not report it; the store is nil if the client has none. `errors` has the
    /// error of each call, nil for a call that returned a value, or is empty if the subject reports none.
    case outcomes([ClientOutcome], elapsed: Duration?, store: [String: JSON]?, errors: [ThrownError?] = [])
    /// The reason why the subject cannot run the case.
    case cannotRun(String)
    /// The time after which the case was ended, because the subject had not answered.
    case hang(Duration)
    /// A description of how the subject's process ended during the case.
    case crash(String)
    /// The violation of the process protocol because of which the client cannot be judged.
    case notJudged(String)

    /// The outcomes of the calls. A hang or a crash is one outcome; a case that was not run or not judged has none.
    package var outcomes: [ClientOutcome] {
        switch self {
        case .outcomes(let outcomes, _, _, _): outcomes
        case .hang: [.hang]
        case .crash(let reason): [.crash(reason)]
        case .cannotRun, .notJudged: []
        }
    }

    /// The final content of the client's store; nil if it has none, or if the subject does not report it.
    package var store: [String: JSON]? {
        if case .outcomes(_, _, let store, _) = self { store } else { nil }
    }

    /// The error of each call, nil for a call without one; empty if the subject reports none.
    package var errors: [ThrownError?] {
        if case .outcomes(_, _, _, let errors) = self { errors } else { [] }
    }
}

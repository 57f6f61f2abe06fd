import Rehearsal

/// The states of a client's session over a history.
struct SessionStates {
    /// A state of a session.
    enum State: Sendable, Hashable {
        /// The client has tokens that the server issued last.
        case signedIn
        /// The client has signed out.
        case signedOut
        /// The server has rejected the tokens of the client, which may have discarded them.
        case rejected
        /// The server has replaced a refresh token, and the client may not have received the new one.
        case uncertain
    }

    private let initial: State
    private var changes: [(at: Int64, state: State)] = []
    /// The instants at which the client signed out, also without a session.
    private let signOuts: [Int64]
    /// The instants at which the server has rejected a token for which the client has no refresh token.
    private let expirations: [Int64]

    /// Creates the states of the session in a history.
    init(of history: History, _ contract: ExploredContract) {
        initial = contract.exploration.token == nil && contract.issuesTokens ? .signedOut : .signedIn
        let exploration = contract.exploration
        signOuts = history.calls.filter { exploration.signOuts.contains($0.operation) }.map(\.beganAt)
        var credentials = Credentials(contract)
        for request in history.requests { credentials.record(request, in: history) }
        expirations = credentials.expirations
        var events = credentials.events + signOuts.map { (at: $0, event: Event.change(.signedOut)) }
        for call in history.calls where exploration.signIns.contains(call.operation) && call.outcome.value != nil {
            events.append((call.endedAt, .change(.signedIn)))
        }
        events.sort { $0.at < $1.at }
        var (state, unrejected) = (initial, initial)
        for (instant, event) in events {
            guard let next = event.state(after: state, unrejected: unrejected), next != state else { continue }
            state = next
            if state != .rejected { unrejected = state }
            changes.append((instant, state))
        }
    }

    /// An event that may change the state of a session.
    fileprivate enum Event {
        case change(State)
        /// The server has accepted a token.
        case acceptance

        /// Returns the state that the event leads to; nil if it changes nothing.
        ///
        /// - Parameter unrejected: the last state that was not a rejection. An accepted token leads back to it: a
        ///   refresh token that was used up stays used up.
        func state(after state: State, unrejected: State) -> State? {
            switch (self, state) {
            case (.change(.uncertain), .signedOut), (.change(.rejected), .signedOut): nil
            case (.change(let next), _): next
            case (.acceptance, .rejected): unrejected
            case (.acceptance, _): nil
            }
        }
    }

    /// Whether a token expires during a call, for which the client has no refresh token.
    func expires(during call: History.Call) -> Bool {
        expirations.contains { call.beganAt <= $0 && $0 <= call.endedAt }
    }

    /// Returns the state at an instant.
    func state(at instant: Int64) -> State { changes.last { $0.at <= instant }?.state ?? initial }

    /// Whether the client signs out, or its session ends, after an instant and not after another one.
    func isSignedOut(after start: Int64, until end: Int64 = .max) -> Bool {
        let ends = signOuts + changes.filter { [.signedOut, .rejected].contains($0.state) }.map(\.at)
        return ends.contains { start < $0 && $0 <= end }
    }
}

/// The tokens that a client has received last.
private struct Credentials {
    private let contract: ExploredContract
    private var hasRefreshToken: Bool
    /// The scalars of the last reply with tokens, or the initial token.
    private var texts: Set<String>
    /// The step of the refresh that issued the tokens; nil if no refresh did.
    private var refreshStep: Int?
    private(set) var events: [(at: Int64, event: SessionStates.Event)] = []
    /// The instants at which the server has rejected a token for which the client has no refresh token.
    private(set) var expirations: [Int64] = []

    init(_ contract: ExploredContract) {
        self.contract = contract
        hasRefreshToken = contract.exploration.refreshToken != nil
        texts = contract.exploration.token.map { [$0] } ?? []
    }

    /// Records a request, and the change of the session's state that it leads to.
    mutating func record(_ request: History.Request, in history: History) {
        let isRefresh = contract.isRefresh(request)
        guard isRefresh || contract.isSignIn(request) else { return recordUse(of: request, in: history) }
        // A call that was cancelled may not have received the reply.
        let isAbandoned = history.calls(of: request.step).contains(where: \.wasCancelled)
        if request.isRefused {
            events.append((request.at, .change(.rejected)))
        } else if let document = request.genuineDocument, !isAbandoned {
            let hasNext = contract.hasRefreshToken(document)
            hasRefreshToken = isRefresh ? hasRefreshToken || hasNext : hasNext
            (texts, refreshStep) = (ExploredContract.leaves(of: document), isRefresh ? request.step : nil)
            events.append((request.at, .change(.signedIn)))
        } else if isRefresh, request.action.appliesRequest, !request.action.sendsReply || isAbandoned {
            events.append((request.at, .change(.uncertain)))
        }
    }

    /// Records a request that uses a token.
    private mutating func recordUse(of request: History.Request, in history: History) {
        guard let token = request.token, !contract.isAuthentication(request), texts.contains(token) else { return }
        if request.hasSucceeded, history.isSequential(request.step) { events.append((request.at, .acceptance)) }
        guard request.wasAnswered, request.status == 401 else { return }
        let canRefresh = hasRefreshToken && contract.declaration.features.authRefresh != nil
        if !canRefresh { expirations.append(request.at) }
        // A client refreshes once, and gives up if the new token is rejected too.
        if !canRefresh || refreshStep == request.step { events.append((request.at, .change(.rejected))) }
    }
}

extension ExploredContract {
    /// Whether a reply with tokens has a refresh token.
    fileprivate func hasRefreshToken(_ document: JSON) -> Bool {
        let places = exploration.model.auth?.bearer.issues.compactMap(\.takes) ?? []
        return places.contains { $0.value(in: document)?.idText != nil } || document["refresh_token"]?.idText != nil
    }

    /// Whether the model backend issues tokens without a refresh token.
    var issuesTokens: Bool { exploration.model.auth?.bearer.issues.contains { $0.takes == nil } == true }

    /// Whether the client signs in by itself when it has no tokens: it has none at first, and no operation signs in.
    var signsInByItself: Bool { exploration.token == nil && exploration.signIns.isEmpty && issuesTokens }

    /// The endpoint of the model backend that answers a request with tokens; nil if the request is another one.
    func tokenEndpoint(of request: History.Request) -> Scenario.Auth.Bearer.TokenEndpoint? {
        exploration.model.auth?.bearer.issues.first {
            $0.method.rawValue == request.method && $0.path.text == request.path
        }
    }

    /// The refresh token that a request uses up; nil if it uses none, or if the token stays valid.
    func usedRefreshToken(of request: History.Request) -> String? {
        guard let endpoint = tokenEndpoint(of: request), endpoint.rotates, let pointer = endpoint.takes else {
            return nil
        }
        if let document = try? JSON(parsing: request.body) { return pointer.value(in: document)?.idText }
        let name = Array((pointer.tokens.last ?? "").utf8)
        let item = Scenario.Condition.queryItems(request.body).first { $0.name == name }
        return item.map { String(decoding: $0.value, as: UTF8.self) }
    }
}

extension ClientOutcome {
    /// Whether the call failed because the client has no valid credentials.
    var isRejection: Bool { kind == .auth || status == 401 }
}

import Rehearsal

/// The states of a client's session over a history.
struct SessionStates {
    /// A state of a session.
    enum State: Sendable, Hashable {
        /// The client has tokens that the server issued last.
        case signedIn
        /// The client has signed out, or the server has rejected its credentials.
        case signedOut
        /// The server has replaced a refresh token, and the client did not receive the new one.
        case uncertain
    }

    private let initial: State
    private var changes: [(at: Int64, state: State)] = []
    /// The instants at which the client signed out, also without a session.
    private let signOuts: [Int64]

    /// Creates the states of the session in a history.
    init(of history: History, _ contract: ExploredContract) {
        initial = contract.exploration.token == nil && contract.issuesTokens ? .signedOut : .signedIn
        let exploration = contract.exploration
        signOuts = history.calls.filter { exploration.signOuts.contains($0.operation) }.map(\.beganAt)
        var events: [(at: Int64, state: State)] = signOuts.map { ($0, .signedOut) }
        for call in history.calls {
            if exploration.signIns.contains(call.operation), call.outcome.value != nil {
                events.append((call.endedAt, .signedIn))
            }
        }
        events += history.requests.compactMap { request in
            Self.state(after: request, contract).map { (request.at, $0) }
        }
        events.sort { $0.at < $1.at }
        var state = initial
        for event in events where event.state != state {
            if event.state == .uncertain, state == .signedOut { continue }
            state = event.state
            changes.append(event)
        }
    }

    /// Returns the state that a request for tokens leads to; nil if it changes nothing.
    private static func state(after request: History.Request, _ contract: ExploredContract) -> State? {
        let isRefresh = contract.isRefresh(request)
        guard isRefresh || contract.isSignIn(request) else { return nil }
        if request.isRefused { return .signedOut }
        if request.genuineDocument != nil { return .signedIn }
        return isRefresh && request.action.appliesRequest && !request.action.sendsReply ? .uncertain : nil
    }

    /// Returns the state at an instant.
    func state(at instant: Int64) -> State { changes.last { $0.at <= instant }?.state ?? initial }

    /// Whether the client signs out, or its session ends, after an instant and not after another one.
    func isSignedOut(after start: Int64, until end: Int64 = .max) -> Bool {
        let ends = signOuts + changes.filter { $0.state == .signedOut }.map(\.at)
        return ends.contains { start < $0 && $0 <= end }
    }
}

extension ExploredContract {
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

import Rehearsal

extension Examination {
    /// What the client has sent to get another token.
    private var refreshes: [Journal.Entry] {
        guard let refresh = declaration.features.authRefresh else { return [] }
        return attempts.filter { $0.method == refresh.method.rawValue && $0.path == refresh.path }
    }

    /// What the client has sent for the operation itself.
    var asked: [Journal.Entry] {
        guard let refresh = declaration.features.authRefresh else { return attempts }
        return attempts.filter { $0.method != refresh.method.rawValue || $0.path != refresh.path }
    }

    /// Whether the first refresh had not been answered at an instant.
    func isRefreshing(at instant: Int64?) -> Bool {
        guard let instant, let end = refreshes.first?.endAt else { return false }
        return instant <= end
    }

    /// The client has asked so many times for another token.
    mutating func expectRefreshes(_ count: Int) {
        let seen = refreshes.count
        if seen != count { complain("expected \(count) refresh, saw \(seen)\(attribution)") }
    }

    /// The client has asked so many times for what the operation is about.
    mutating func expectAsked(_ range: ClosedRange<Int>) {
        let seen = asked.count
        guard !range.contains(seen) else { return }
        let wanted = range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound) to \(range.upperBound)"
        complain("expected \(wanted) requests of \(operation.name), saw \(seen)\(attribution)")
    }

    /// The last request has the token that the refresh has brought.
    mutating func expectNewToken() {
        guard asked.count > 1, let last = asked.last, !last.hasBearer("t2") else { return }
        let seen = last.headers["Authorization"] ?? "no Authorization"
        complain("expected the new token as a bearer token on request \(asked.count), saw \(seen)")
    }

    /// Every request of the operation has this token as a bearer token and not in its target; nil for no token.
    ///
    /// A client may send nothing without a token.
    mutating func expectBearer(_ token: String?) {
        if token != nil, asked.isEmpty { complain("expected a request with the token, saw none") }
        for entry in asked {
            let seen = entry.headers["Authorization"]
            if let token {
                if !entry.hasBearer(token) {
                    complain("expected Authorization: Bearer \(token), saw \(seen ?? "no Authorization")")
                }
                let query = entry.target.split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
                let ends = ["=", "%20", "+"].map { "\($0)\(token)" }
                if query.split(separator: "&").contains(where: { value in ends.contains(where: value.hasSuffix) }) {
                    complain("expected no token in the target, saw \(entry.target)")
                }
            } else if let seen {
                complain("expected no Authorization without a token, saw \"\(seen)\"")
            }
        }
    }

    /// The second refresh has sent the refresh token that the first one brought.
    mutating func expectRotation() {
        guard refreshes.count > 1 else { return }
        let (first, second) = (Exercise.firstRefreshToken, Exercise.secondRefreshToken)
        if refreshes[1].sends(first) { complain("expected the first refresh token to be sent once, saw it twice") }
        if !refreshes[1].sends(second) {
            complain("expected the second refresh to send the token of the first, saw none")
        }
    }

    /// The second call has returned, which takes the token of another refresh unless the first call had it already.
    mutating func expectRecovery() {
        let outcomes = evidence.answer.outcomes
        guard outcomes.count == 2 else { return complain("expected two outcomes, got \(outcomes.count)") }
        if outcomes[1].kind != .value { complain("expected a value of the second call, got \(outcomes[1])") }
    }

    /// The client knows that it is not signed in.
    mutating func expectUnauthenticated() {
        if operation.domainErrors[401] != nil { return expectFailure(status: 401) }
        expectOutcome("a failure that says that nobody is signed in") { outcome in
            switch outcome {
            case .auth(.unauthenticated, _), .auth(.refreshFailed, _): true
            case .http(let status, _, _): status == 401
            case .domain(_, let status, _): status == 401
            default: false
            }
        }
    }
}

extension Journal.Entry {
    /// The path of the target, which may be in absolute form (RFC 9112 §3.2.2).
    fileprivate var path: String {
        var rest = target.prefix { $0 != "?" }
        if let scheme = rest.firstRange(of: "://") {
            rest = rest[scheme.upperBound...]
            rest = rest.firstIndex(of: "/").map { rest[$0...] } ?? "/"
        }
        return String(rest)
    }

    /// Whether it carries a token as a bearer token; the scheme is case-insensitive (RFC 9110 §11.1).
    fileprivate func hasBearer(_ token: String) -> Bool {
        let words = headers["Authorization"]?.split(separator: " ") ?? []
        return words.count == 2 && words[0].lowercased() == "bearer" && words[1] == token
    }

    /// Whether a token is in the body, in the target or in a header field.
    fileprivate func sends(_ token: String) -> Bool {
        let values = headers.fields.compactMap(\.value)
        return ([target, String(decoding: body.kept, as: UTF8.self)] + values).contains { $0.contains(token) }
    }
}

import Rehearsal

extension Examination {
    /// What the client has sent to get another token.
    private var refreshes: [Journal.Entry] {
        guard let refresh = declaration.features.authRefresh else { return [] }
        return attempts.filter { $0.method == refresh.method.rawValue && $0.path == refresh.path }
    }

    /// What the client has sent for the operation itself.
    private var asked: [Journal.Entry] {
        attempts.filter { $0.path != declaration.features.authRefresh?.path }
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
        guard asked.count > 1, let last = asked.last else { return }
        let sent = last.headers["Authorization"]
        if !(sent?.hasSuffix("t2") ?? false) {
            complain("expected the new token on the second request, saw \(sent ?? "no Authorization")")
        }
    }

    /// The client knows that it is not signed in.
    mutating func expectUnauthenticated() {
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
    /// The target without its query.
    fileprivate var path: String { String(target.prefix { $0 != "?" }) }
}

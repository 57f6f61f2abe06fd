package import Rehearsal

extension Examination {
    /// The requests that the client itself sent; what its network stack sent again is left out.
    package var attempts: [Journal.Entry] { told.map(\.first) }

    /// How many requests the network stack sent again on its own.
    package var resent: Int { told.reduce(0) { $0 + $1.resent } }

    /// What the client sent, each with what its stack made of it.
    var told: [Attempts.Attempt] { told(evidence) }

    /// What else a client asks for (its configuration, analytics) is its own affair.
    func told(_ evidence: CaseEvidence) -> [Attempts.Attempt] {
        Attempts.of(evidence.entries.filter { !$0.isOther }, resending: PlatformOutcomes.of(declaration).resending)
    }

    /// The client itself has sent so many requests.
    package mutating func expectRequests(_ count: Int) { expectRequests(count...count) }

    /// The client itself has sent so many requests.
    package mutating func expectRequests(_ range: ClosedRange<Int>) {
        let seen = attempts.count
        guard !range.contains(seen) else { return }
        let expected =
            range.count == 1 ? range.lowerBound.requests : "\(range.lowerBound) to \(range.upperBound.requests)"
        // A call that was cancelled may have come to its end before it came to a request.
        let basis = exercise.request.cancelAfter.flatMap { seen == 0 ? Finding.Basis.late(by: $0) : nil }
        complain("expected \(expected), saw \(seen)\(attribution)", basis ?? .event)
    }

    /// Who sent what is seen on the wire, in brackets after a blank; empty if all is the client's.
    package var attribution: String { attributed.map { " (\($0))" } ?? "" }

    /// Who sent what is seen on the wire; nil if all is the client's.
    ///
    /// `4 seen: 3 by the client, 1 by its network stack, which sent it again on a dead connection`
    var attributed: String? {
        guard resent > 0 else { return nil }
        let body = told.contains(where: \.hasLostItsBody) ? " without its body" : ""
        return "\(attempts.count + resent) seen: \(attempts.count) by the client, \(resent) by its network stack, "
            + "which sent \(resent == 1 ? "it" : "them") again\(body) on a dead connection"
    }

    /// What the client asked for beside what the exercise is about, each once: `GET /config`.
    package var others: [String] {
        var seen: [String] = []
        for entry in runs.flatMap(\.entries) where entry.isOther {
            let name = "\(entry.method) \(entry.target)"
            if !seen.contains(name) { seen.append(name) }
        }
        return seen
    }

    // MARK: Tokens

    /// What the client has sent to get another token.
    var refreshes: [Journal.Entry] {
        guard let refresh = declaration.features.authRefresh else { return [] }
        return attempts.filter { $0.method == refresh.method.rawValue && $0.path == refresh.path }
    }

    /// What the client has sent for the operation itself.
    var asked: [Journal.Entry] {
        guard let refresh = declaration.features.authRefresh else { return attempts }
        return attempts.filter { $0.method != refresh.method.rawValue || $0.path != refresh.path }
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
}

extension Journal.Entry {
    /// Whether it asked for something that the exercise knows nothing of.
    package var isOther: Bool { decision == .unmatched }

    /// The path of the target, which may be in absolute form (RFC 9112 §3.2.2).
    var path: String {
        var rest = target.prefix { $0 != "?" }
        if let scheme = rest.firstRange(of: "://") {
            rest = rest[scheme.upperBound...]
            rest = rest.firstIndex(of: "/").map { rest[$0...] } ?? "/"
        }
        return String(rest)
    }

    /// Whether it carries a token as a bearer token; the scheme is case-insensitive (RFC 9110 §11.1).
    func hasBearer(_ token: String) -> Bool {
        let words = headers["Authorization"]?.split(separator: " ") ?? []
        return words.count == 2 && words[0].lowercased() == "bearer" && words[1] == token
    }

    /// Whether a token is in the body, in the target or in a header field.
    func sends(_ token: String) -> Bool {
        let values = headers.fields.compactMap(\.value)
        return ([target, String(decoding: body.kept, as: UTF8.self)] + values).contains { $0.contains(token) }
    }
}

extension Int {
    fileprivate var requests: String { self == 1 ? "1 request" : "\(self) requests" }
}

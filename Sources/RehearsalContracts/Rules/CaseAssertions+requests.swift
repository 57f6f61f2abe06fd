package import Rehearsal

extension CaseAssertions {
    /// The requests that the client itself sent, without those that its network stack repeated.
    package var attempts: [Journal.Entry] { clientRequests.map(\.first) }

    /// The number of requests that the client's network stack repeated.
    package var stackRepetitionCount: Int { clientRequests.reduce(0) { $0 + $1.automaticRetries } }

    /// The client's requests, each with the repetitions by its network stack.
    var clientRequests: [RetryAnalysis.Attempt] { clientRequests(evidence) }

    /// Returns the client's requests that an endpoint of the test case matched, each with its repetitions.
    func clientRequests(_ evidence: CaseEvidence) -> [RetryAnalysis.Attempt] {
        RetryAnalysis.analyze(
            evidence.entries.filter { !$0.isUnmatched },
            resending: NetworkStackBehavior.of(declaration).resending
        )
    }

    /// Expects the client itself to have sent this number of requests.
    package mutating func expectRequests(_ count: Int) { expectRequests(count...count) }

    /// Expects the client itself to have sent a number of requests in this range.
    package mutating func expectRequests(_ range: ClosedRange<Int>) {
        let seen = attempts.count
        guard !range.contains(seen) else { return }
        // A delayed client may be cancelled before it sends its first request.
        let basis = exercise.request.cancelAfter.flatMap { seen == 0 ? Finding.Basis.late(by: $0) : nil }
        fail("expected \(range.requests), saw \(seen)\(attribution)", basis ?? .event)
    }

    /// ``attributionText`` in parentheses, after a space; empty if there is none.
    package var attribution: String { attributionText.map { " (\($0))" } ?? "" }

    /// A text that counts the requests of the client and those of its network stack; nil if the stack repeated none.
    ///
    /// For example: `4 seen: 3 by the client, 1 by its network stack, which sent it again on a dead connection`.
    var attributionText: String? {
        guard stackRepetitionCount > 0 else { return nil }
        let body = clientRequests.contains(where: \.lostItsBody) ? " without its body" : ""
        return
            "\(attempts.count + stackRepetitionCount) seen: \(attempts.count) by the client, \(stackRepetitionCount) by its network stack, "
            + "which sent \(stackRepetitionCount == 1 ? "it" : "them") again\(body) on a dead connection"
    }

    /// The distinct requests that no endpoint of the test case matched: `GET /config`.
    package var unmatchedRequests: [String] {
        var seen: [String] = []
        for entry in runs.flatMap(\.entries) where entry.isUnmatched {
            let name = "\(entry.method) \(entry.target)"
            if !seen.contains(name) { seen.append(name) }
        }
        return seen
    }

    // MARK: Tokens

    /// The requests that refresh the token.
    var refreshRequests: [Journal.Entry] {
        guard let refresh = declaration.features.authRefresh else { return [] }
        return attempts.filter { $0.method == refresh.method.rawValue && $0.path == refresh.path }
    }

    /// The requests of the operation itself.
    var operationRequests: [Journal.Entry] {
        guard let refresh = declaration.features.authRefresh else { return attempts }
        return attempts.filter { $0.method != refresh.method.rawValue || $0.path != refresh.path }
    }

    /// Expects this number of token refreshes.
    mutating func expectRefreshes(_ count: Int) {
        let seen = refreshRequests.count
        let wanted = count == 1 ? "1 refresh" : "\(count) refreshes"
        if seen != count { fail("expected \(wanted), saw \(seen)\(attribution)") }
    }

    /// Expects a number of requests of the operation in this range.
    mutating func expectOperationRequests(_ range: ClosedRange<Int>) {
        let seen = operationRequests.count
        guard !range.contains(seen) else { return }
        fail("expected \(range.requests) of \(operation.name), saw \(seen)\(attribution)")
    }

    /// Expects the last of several requests to send the access token that the refresh returned.
    mutating func expectNewToken() {
        guard operationRequests.count > 1, let last = operationRequests.last, !last.hasBearer("t2") else { return }
        let seen = last.headers["Authorization"] ?? "no Authorization"
        fail("expected the new token as a bearer token in request \(operationRequests.count), saw \(seen)")
    }
}

extension Journal.Entry {
    /// Whether no endpoint of the test case matched the request.
    package var isUnmatched: Bool { decision == .unmatched }

    /// The path of the target, which may be in absolute form (RFC 9112 §3.2.2).
    var path: String {
        var rest = target.prefix { $0 != "?" }
        if let scheme = rest.firstRange(of: "://") {
            rest = rest[scheme.upperBound...]
            rest = rest.firstIndex(of: "/").map { rest[$0...] } ?? "/"
        }
        return String(rest)
    }

    /// Whether the request sends this bearer token. The case of the scheme is ignored (RFC 9110 §11.1).
    func hasBearer(_ token: String) -> Bool {
        let words = headers["Authorization"]?.split(separator: " ") ?? []
        return words.count == 2 && words[0].lowercased() == "bearer" && words[1] == token
    }

    /// Whether the target, a header field or the recorded part of the body contains a token.
    func sends(_ token: String) -> Bool {
        let values = headers.fields.compactMap(\.value)
        return ([target, String(decoding: body.kept, as: UTF8.self)] + values).contains { $0.contains(token) }
    }
}

extension ClosedRange<Int> {
    /// The range as a number of requests: `1 request`, `2 to 4 requests`.
    fileprivate var requests: String {
        if lowerBound < upperBound { return "\(lowerBound) to \(upperBound) requests" }
        return lowerBound == 1 ? "1 request" : "\(lowerBound) requests"
    }
}

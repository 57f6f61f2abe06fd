import Rehearsal

/// The rules on requests: REQ.
enum RequestRules {
    static let all = [
        target, PathSegments.rule, RequestArguments.query, contentType, accept, noContent, Framing.rule, body,
        RequestArguments.headers, RequestArguments.invalid, CorrelationIDs.rule,
    ]

    private static let target = Rule(
        "REQ-01",
        "The request has the declared method. Its path is that of the base URL followed by the declared one, with one "
            + "slash between them; any query is accepted.",
        source: "RFC 9112 §3.2.1"
    ) { call in
        [("root", ""), ("base", "/v2"), ("base-slash", "/v2/")].map { variant, basePath in
            let path = (basePath.isEmpty ? "" : "/v2") + call.path
            var exercise = call.recordedCase
            exercise.basePath = basePath
            exercise.scenario.endpoints[0].path = Scenario.PathPattern(path)
            // All other rules use a URL without a base path, so only the first clause is a prerequisite.
            return Rule.Draft(variant, exercise) { expectTarget(&$0, path) }.withoutDependents(if: !basePath.isEmpty)
        }
    }

    private static let contentType = Rule(
        "REQ-04",
        "A JSON body is sent with Content-Type: application/json.",
        source: "RFC 9110 §8.3",
        dependsOn: ["REQ-01"]
    ) { call in
        guard call.body != nil else { throw NotApplicableError("\(call.name) sends no body") }
        return [Rule.Draft("", call.recordedCase, examine: expectJSONBody)]
    }

    private static let accept = Rule(
        "REQ-05",
        level: .should,
        profile: .extended,
        "Accept names the media types that the client decodes, not only `*/*`.",
        source: "RFC 9110 §12.5.1",
        dependsOn: ["REQ-01"]
    ) { call in
        try call.requireValue()
        return [Rule.Draft("", call.recordedCase, examine: expectAccept)]
    }

    private static let noContent = Rule(
        "REQ-06",
        "A GET, HEAD, DELETE or OPTIONS request has no undeclared body, and its target does not end in a lone `?`.",
        source: "RFC 9110 §9.3.1, §9.3.5; RFC 3986 §3.4",
        dependsOn: ["REQ-01"]
    ) { call in
        if call.body != nil { throw NotApplicableError("\(call.name) sends a body") }
        guard [.get, .head, .delete, .options].contains(call.method) else {
            throw NotApplicableError("a \(call.method) may have a body")
        }
        return [Rule.Draft("", call.recordedCase, examine: expectNoContent)]
    }

    private static let body = Rule(
        "REQ-08",
        "The body has the declared members with their declared values, and no others.",
        source: "RFC 8259 §4, §6; the client's declaration",
        dependsOn: ["REQ-04"]
    ) { call in
        guard let body = call.body else { throw NotApplicableError("\(call.name) sends no body") }
        return [Rule.Draft("", call.recordedCase) { expectBody(&$0, body) }]
    }

    /// Expects at least one request with this method and path. The client may send other requests too.
    private static func expectTarget(_ exam: inout CaseAssertions, _ path: String) {
        guard exam.attempts.isEmpty else { return }
        let others = exam.unmatchedRequests.isEmpty ? "no request" : exam.unmatchedRequests.joined(separator: ", ")
        exam.fail("expected \(exam.operation.method) \(path), saw \(others)")
    }

    /// Expects every request of the operation to have a body with a JSON media type.
    private static func expectJSONBody(_ exam: inout CaseAssertions) {
        if exam.attempts.isEmpty { exam.fail("expected a request with a JSON body, saw none") }
        for entry in exam.attempts {
            if entry.body.length == 0 { exam.fail("expected a JSON body, saw none") }
            let type = entry.headers["Content-Type"]
            guard !isJSON(type) else { continue }
            exam.fail("expected Content-Type: application/json, saw \(type.map { "\"\($0)\"" } ?? "none")")
        }
    }

    /// Expects `Accept` in every request to match the media type of the recorded reply by a range other than `*/*`.
    private static func expectAccept(_ exam: inout CaseAssertions) {
        if exam.attempts.isEmpty { exam.fail("expected a request, saw none") }
        let type =
            (exam.operation.reply.headers["Content-Type"] ?? "application/json").split(separator: ";").first ?? ""
        for entry in exam.attempts {
            let accept = entry.headers.values(of: "Accept").joined(separator: ", ")
            if accept.split(separator: ",").contains(where: { accepts($0, type) }) { continue }
            exam.fail("expected Accept with \(type), saw \(accept.isEmpty ? "none" : "\"\(accept)\"")")
        }
    }

    /// Expects no request of the operation to have a body, or a target that ends in `?`.
    private static func expectNoContent(_ exam: inout CaseAssertions) {
        if exam.attempts.isEmpty { exam.fail("expected a request without a body, saw none") }
        for entry in exam.attempts {
            if entry.body.length > 0 { exam.fail("expected no body, saw one of \(entry.body.length) bytes") }
            if entry.target.hasSuffix("?") { exam.fail("expected a target without a lone ?, saw \(entry.target)") }
            guard entry.body.length == 0, let type = entry.headers["Content-Type"] else { continue }
            exam.note("Content-Type is sent without a body: \(type)")
        }
    }

    /// Expects the body of every request of the operation to equal this JSON document.
    ///
    /// The order of members and the notation of numbers are ignored (RFC 8259 §4, §6).
    static func expectBody(_ exam: inout CaseAssertions, _ declared: JSON) {
        if exam.attempts.isEmpty { exam.fail("expected a request with a body, saw none") }
        for entry in exam.attempts {
            guard entry.body.kept.count == entry.body.length else {
                return exam.markInconclusive(
                    "the journal stored only \(entry.body.kept.count) of \(entry.body.length) bytes of the body"
                )
            }
            if let coding = entry.headers["Content-Encoding"] {
                return exam.markInconclusive("the body has the content coding \(coding)")
            }
            guard let sent = try? JSON(parsing: entry.body.kept) else {
                exam.fail("expected the body \(declared.brief), saw one that is not JSON")
                continue
            }
            for difference in BodyDifference.between(declared, sent) { exam.fail(difference.sentence) }
        }
    }

    /// Whether a media range (RFC 9110 §12.5.1) other than `*/*`, with a weight above 0, matches a media type.
    private static func accepts(_ range: Substring, _ type: Substring) -> Bool {
        let parts = range.split(separator: ";").map { $0.filter { !$0.isWhitespace }.lowercased() }
        guard let name = parts.first,
            !parts.dropFirst().contains(where: { $0.hasPrefix("q=") && Double($0.dropFirst(2)) == 0 })
        else { return false }
        let essence = type.filter { !$0.isWhitespace }.lowercased()
        return name == essence || name.hasSuffix("/*") && !name.hasPrefix("*") && essence.hasPrefix(name.dropLast())
    }

    /// Whether a media type is JSON: `application/json; charset=utf-8`, `application/merge-patch+json`.
    private static func isJSON(_ type: String?) -> Bool {
        let essence = type?.split(separator: ";").first?.filter { !$0.isWhitespace }.lowercased() ?? ""
        return essence == "application/json" || (essence.hasPrefix("application/") && essence.hasSuffix("+json"))
    }
}

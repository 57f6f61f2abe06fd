import Rehearsal

/// The rules on redirects that a client follows, REDIR-01, REDIR-02, REDIR-03, REDIR-05, REDIR-06 and REDIR-07.
enum FollowedRedirects {
    static let safe = Rule(
        "REDIR-01",
        level: .should,
        profile: .extended,
        "A redirect of a GET is followed; without a Location, or with status 305, it is the final reply.",
        source: "RFC 9110 §15.4",
        dependsOn: ["STAT-01"]
    ) { call in
        try requireRedirects(call, ofReads: true)
        let followed = [301, 302, 303, 307, 308].map { status in
            Rule.Draft("\(status)", redirect(call, status)) { exam in
                expectFollowed(&exam)
                exam.expectValue()
            }
        }
        let proxy = Scenario.Reply(305, headers: ["Location": path])
        return followed
            + [("none", Scenario.Reply(302)), ("305", proxy)].map { name, reply in
                Rule.Draft(name, call.testCase([reply])) { exam in
                    exam.expectOperationRequests(1...1)
                    exam.expectFailure(status: reply.status)
                }
                .depending(on: "STAT-03")
                .withoutDependents()
            }
    }

    static let body = Rule(
        "REDIR-02",
        profile: .extended,
        "A request that is redirected with 307 or 308 keeps its method and its body.",
        source: "RFC 9110 §15.4.8, §15.4.9",
        dependsOn: ["REQ-08"]
    ) { call in
        try requireRedirects(call)
        guard call.body != nil else { throw NotApplicableError("\(call.name) sends no body") }
        return [307, 308].map { status in Rule.Draft("\(status)", redirect(call, status), examine: expectSameRequest) }
    }

    static let seeOther = Rule(
        "REDIR-03",
        level: .should,
        profile: .extended,
        "A 303 is followed with a GET that has neither a body nor header fields of one; a HEAD stays a HEAD.",
        source: "RFC 9110 §15.4, §15.4.4",
        dependsOn: ["REQ-01"]
    ) { call in
        try requireRedirects(call)
        if call.method == .get { throw NotApplicableError("a GET stays a GET after 303, as REDIR-01 tests") }
        return [Rule.Draft("303", redirect(call, 303), examine: expectOtherMethod)]
    }

    static let loops = Rule(
        "REDIR-05",
        profile: .extended,
        "An endless chain of redirects is an error after a limited number of requests.",
        source: "RFC 9110 §15.4",
        dependsOn: ["REDIR-01", "STAT-03"]
    ) { call in
        try requireRedirects(call, ofReads: true)
        let loop = call.testCase([Scenario.Reply(302, headers: ["Location": call.path])])
        var chain = call.testCase([Scenario.Reply(302, headers: ["Location": "\(path)/1"])])
        chain.scenario.endpoints += (1...maximumRequests + 10).map { number in
            let next = Scenario.Reply(302, headers: ["Location": "\(path)/\(number + 1)"])
            return Scenario.Endpoint(call.method, Scenario.PathPattern("\(path)/\(number)"), replies: [next])
        }
        return [("loop", loop), ("chain", chain)].map { Rule.Draft($0, $1, examine: expectEnd) }
    }

    static let schemes = Rule(
        "REDIR-06",
        profile: .extended,
        "A redirect to a scheme other than http and https is not followed.",
        source: "RFC 9110 §15.4, §17.1",
        dependsOn: ["REDIR-01", "STAT-03"]
    ) { call in
        try requireRedirects(call, ofReads: true)
        let other = "ftp" + TestCase.otherOrigin.dropFirst("http".count) + path
        return [("ftp", other), ("file", "file:///etc/hostname")].map { name, location in
            var exercise = redirect(call, 302, to: location)
            exercise.redirectsToOtherOrigin = true
            return Rule.Draft(name, exercise) { exam in
                exam.expectOperationRequests(1...1)
                exam.expectOutcome("an error for the redirect to \(name)", isError)
            }
        }
    }

    static let relative = Rule(
        "REDIR-07",
        profile: .extended,
        "A relative Location is resolved against the target of the request.",
        source: "RFC 9110 §10.2.2; RFC 3986 §5.2",
        dependsOn: ["REDIR-01"]
    ) { call in
        try requireRedirects(call, ofReads: true)
        let segments = call.path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        if segments.count < 2 { throw NotApplicableError("the path of \(call.name) has only one segment") }
        let (folder, parent) = (segments.joined(separator: "/"), segments.dropLast().joined(separator: "/"))
        return [("segment", "", folder), ("parent", "../", parent)].map { name, prefix, base in
            let target = "\(base)/rehearsal-next"
            let exercise = redirect(call, 302, to: "\(prefix)rehearsal-next", at: target)
            return Rule.Draft(name, exercise) { expectFollowed(&$0, at: target) }
        }
    }

    /// The path to which the tests redirect.
    private static let path = "/rehearsal-redirected"

    /// The maximum number of requests of one call: curl follows 50 redirects, and other clients follow 5 to 30.
    private static let maximumRequests = 51

    /// Throws if the client does not follow redirects or, for a rule on reads, if the operation is not a GET.
    private static func requireRedirects(_ call: OperationContext, ofReads isRead: Bool = false) throws {
        guard call.features.redirects else {
            throw NotApplicableError("the client does not declare that it follows redirects (redirects)")
        }
        if isRead, call.method != .get { throw NotApplicableError("\(call.name) is not a GET") }
    }

    /// Returns a test case in which the first request is redirected, and any request to the target is answered.
    private static func redirect(
        _ call: OperationContext,
        _ status: Int,
        to location: String = path,
        at target: String = path,
    ) -> TestCase {
        var exercise = call.testCase([Scenario.Reply(status, headers: ["Location": location])])
        exercise.scenario.endpoints.append(
            Scenario.Endpoint(.any, Scenario.PathPattern(target), replies: [call.recordedReply])
        )
        return exercise
    }

    /// Returns the request that followed the redirect; nil, with a note, if the client did not follow it.
    private static func following(_ exam: inout CaseAssertions) -> Journal.Entry? {
        let next = exam.operationRequests.first { $0.path == path }
        if next == nil { exam.note("the client did not follow the redirect of a \(exam.operation.method)") }
        return next
    }

    /// Expects one request to the target of the redirect.
    private static func expectFollowed(_ exam: inout CaseAssertions, at target: String = path) {
        let count = exam.operationRequests.count { $0.path == target }
        guard count != 1 else { return }
        let others = exam.unmatchedRequests
        let seen = count > 1 ? "\(count)" : others.isEmpty ? "none" : others.joined(separator: ", ")
        exam.fail("expected 1 request to \(target) after the redirect, saw \(seen)")
    }

    /// Expects the request after the redirect to have the method, the body and the media type of the first one.
    private static func expectSameRequest(_ exam: inout CaseAssertions) {
        guard let first = exam.operationRequests.first, let next = following(&exam) else { return }
        if next.method != first.method {
            exam.fail("expected \(first.method) after the redirect, saw \(next.method)")
        } else if next.body.hash != first.body.hash || next.body.length != first.body.length {
            let wanted = "the body of \(first.body.length) bytes"
            exam.fail("expected \(wanted) after the redirect, saw one of \(next.body.length) bytes")
        } else if next.headers["Content-Type"] != first.headers["Content-Type"] {
            let (wanted, seen) = (first.headers["Content-Type"] ?? "none", next.headers["Content-Type"] ?? "none")
            exam.fail("expected Content-Type: \(wanted) after the redirect, saw \(seen)")
        }
    }

    /// Expects the request after the redirect to be a GET or, after a HEAD, a HEAD, without a body and its fields.
    private static func expectOtherMethod(_ exam: inout CaseAssertions) {
        guard let next = following(&exam) else { return }
        let wanted = exam.operation.method == .head ? Scenario.Method.head : .get
        if next.method != wanted.rawValue { exam.fail("expected \(wanted) after the 303, saw \(next.method)") }
        if next.body.length > 0 { exam.fail("expected no body after the 303, saw one of \(next.body.length) bytes") }
        for name in ["Content-Type", "Content-Encoding", "Content-Language", "Content-Location"] {
            guard let value = next.headers[name] else { continue }
            exam.fail("expected no \(name) after the 303, saw \(value)")
        }
    }

    /// Expects an error after at most ``maximumRequests`` requests.
    private static func expectEnd(_ exam: inout CaseAssertions) {
        let seen = exam.operationRequests.count
        if seen > maximumRequests { exam.fail("expected at most \(maximumRequests) requests, saw \(seen)") }
        exam.expectOutcome("an error for too many redirects", isError)
    }

    /// Whether an outcome is an error that a client may report for a redirect that it does not follow.
    private static func isError(_ outcome: ClientOutcome) -> Bool {
        [.transport, .http, .domain, .invalidRequest].contains(outcome.kind)
    }
}

package import Rehearsal

/// The rules on statuses other than 2xx, STAT-02, STAT-03, STAT-04 and STAT-07.
enum FailureStatuses {
    static let clientErrors = Rule(
        "STAT-02",
        "Every 4xx is an error that carries its exact status.",
        source: "RFC 9110 §15, §15.5",
        dependsOn: ["REQ-01"]
    ) { call in
        // If the client refreshes its token after a 401, AUTH-04 tests that status.
        [400, 401, 403, 404, 405, 409, 410, 422, 429, 471].filter { $0 != 401 || !call.isRefreshing }.map { status in
            let exercise = call.answeringRefresh(call.testCase(failing: .problem(status)))
            return Rule.Draft("\(status)", exercise) { $0.expectFailure(status: status) }.withoutDependents(
                if: status == 471
            )
        }
    }

    static let unusualStatuses = Rule(
        "STAT-03",
        "A 3xx without a Location and a status above 599 are failures, even with the body of a success.",
        source: "RFC 9110 §15, §15.4",
        dependsOn: ["REQ-01"]
    ) { call in
        [300, 304, 399, 600, 999].map { (status: Int) in
            let reply = status == 304 ? Scenario.Reply(304) : call.operation.makeReply(status)
            let draft = Rule.Draft("\(status)", call.testCase(failing: reply)) { expectUnusual(&$0, status: status) }
            return status < 600 ? draft : draft.depending(on: "STAT-04").withoutDependents()
        }
    }

    static let serverErrors = Rule(
        "STAT-04",
        "A 5xx is never treated as success, even with the body of a success.",
        source: "RFC 9110 §15.6",
        dependsOn: ["REQ-01"]
    ) { call in
        [500, 599].map { status in
            Rule.Draft("\(status)", call.testCase(failing: call.operation.makeReply(status))) { exam in
                exam.expectFailure(status: status)
            }
        }
    }

    static let preservedReply = Rule(
        "STAT-07",
        "The error for an HTTP status contains the body and the headers of the reply.",
        source: "RFC 9457 §3, RFC 9110 §10.2.3",
        dependsOn: ["REQ-01", "STAT-02"]
    ) { call in
        [
            keeping(call, variant: "body", statuses: [422, 400, 418], part: "the body of its reply") {
                _,
                _,
                body in
                body == Scenario.Reply.explanation
            },
            keeping(call, variant: "headers", statuses: [410, 418, 429], part: "the header Retry-After") {
                sent,
                headers,
                _ in
                headers["Retry-After"] == sent["Retry-After"]
            },
        ]
    }

    /// Returns a clause that expects the error for a status to contain a part of the reply.
    ///
    /// It uses the first of the statuses that has no domain error and that the client does not retry.
    private static func keeping(
        _ call: OperationContext,
        variant: String,
        statuses: [Int],
        part: String,
        isKept: @escaping @Sendable (_ sent: Scenario.Headers, Scenario.Headers, [UInt8]?) -> Bool,
    ) -> Rule.Draft {
        let usable = statuses.first { call.domainErrors[$0] == nil && call.attempts(after: $0) == 1 }
        let status = usable ?? 418
        var reply = Scenario.Reply.problem(status)
        reply.headers.append("Retry-After", "7")
        var exercise = call.testCase([reply])
        let names = statuses.map(String.init).joined(separator: ", ")
        if usable == nil { exercise.notApplicableReason = "each of \(names) has a domain error or is retried" }
        let (domainError, sent) = (call.domainErrors[status], reply.headers)
        return Rule.Draft(variant, exercise) { exam in
            exam.expectOutcome("an HTTP error with \(part)") { outcome in
                switch outcome {
                case .http(_, let headers, let body): isKept(sent, headers, body)
                case .auth: status == 401 || status == 403
                case .domain(let name, _, _): name == domainError
                default: false
                }
            }
        }
    }

    /// Expects every call to fail with the status, or with a transport error for an invalid response.
    private static func expectUnusual(_ exam: inout CaseAssertions, status: Int) {
        let domainErrors = exam.operation.domainErrors
        let serverErrors = domainErrors.filter { 500..<600 ~= $0.key }.values
        exam.expectOutcome("a failure with status \(status), or a bad response") { outcome in
            switch outcome {
            // A client may treat a status above 599 as a 5xx (RFC 9110 §15).
            case .http(let seen, _, _), .domain(_, let seen?, _):
                seen == status || status >= 600 && 500..<600 ~= seen
            case .domain(let name, nil, _): name == domainErrors[status] || status >= 600 && serverErrors.contains(name)
            case .transport(let kind, _): kind == .badResponse || 300..<400 ~= status && kind == .redirect
            default: false
            }
        }
    }
}

extension Scenario.Reply {
    /// Returns an error reply with a problem document (RFC 9457) and the headers that its status requires.
    package static func problem(_ status: Int) -> Scenario.Reply {
        var reply = Scenario.Reply(status, body: .bytes(explanation, type: "application/problem+json"))
        if status == 401 { reply.headers.append("WWW-Authenticate", "Bearer error=\"invalid_token\"") }
        if status == 405 { reply.headers.append("Allow", "OPTIONS") }
        return reply
    }

    /// The body of ``problem(_:)``.
    fileprivate static let explanation = Array(
        #"{"title": "It was not done", "detail": "A reason that people can read.", "code": 17}"#.utf8
    )
}

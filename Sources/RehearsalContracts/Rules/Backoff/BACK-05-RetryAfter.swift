import Rehearsal

/// The rule on the wait that a server asks for, BACK-05.
enum RetryAfterRule {
    static let rule = Rule(
        "BACK-05",
        "The wait is Retry-After plus at most the longer of 1 s and the backoff. A client that gives up reports the field.",
        source: "RFC 9110 §10.2.3, RFC 6585 §4",
        dependsOn: ["RETRY-01", "BACK-01"]
    ) { call in
        let retry = call.retry
        guard retry.honorsRetryAfter else {
            throw NotApplicableError("the client ignores Retry-After (honorsRetryAfter)")
        }
        if let reason = call.singleAttemptReason() { throw NotApplicableError(reason) }
        try call.requireTime(for: retry.attempts)
        let statuses = retry.statuses.union(retry.statusesWithRetryAfter)
        let requested = [(status: 503, seconds: 1), (429, 2)].filter { statuses.contains($0.status) }
        guard !requested.isEmpty else { throw NotApplicableError("the client retries neither 503 nor 429") }
        return requested.map { status, seconds in
            var failure = Scenario.Reply.problem(status).times(1)
            failure.headers.append("Retry-After", "\(seconds)")
            let wait = RetryAfterWait.between(.seconds(seconds), .seconds(seconds))
            return Rule.Draft("\(status)", call.testCase([failure, call.recordedReply], attempts: 2)) { exam in
                expectRequestedWait(&exam, wait, after: status)
            }
            .withoutDependents(if: status != requested[0].status)
        }
    }

    /// Expects the client to wait for the requested time, or to give up and report the field if that is permitted.
    ///
    /// - Parameter isSkewed: whether the clocks of server and client differ, so that the client may wait less.
    static func expectRequestedWait(
        _ exam: inout CaseAssertions,
        _ requested: RetryAfterWait,
        after status: Int,
        isSkewed: Bool = false,
    ) {
        let policy = exam.declaration.retry.policy(after: status)
        let timeLimit = exam.testCase.request.deadline ?? .seconds(20)
        let permitted = requested.permittedRetry(policy, timeLimit: timeLimit, isSkewed: isSkewed)
        guard exam.attempts.count == 1, permitted.mayGiveUp else {
            exam.expectRequests(2)
            exam.expectValue()
            return exam.expectFirstWait(permitted.wait, exam.wideTolerance(WaitTolerance.retryAfter))
        }
        let domainError = exam.operation.domainErrors[status]
        // A domain error has no header fields, so it cannot report Retry-After.
        if exam.outcome?.kind == .domain { exam.note("the domain error does not report Retry-After") }
        exam.expectOutcome("a failure with the header Retry-After") { outcome in
            switch outcome {
            case .http(status, let headers, _): headers.contains("Retry-After")
            case .domain(let name, _, _): name == domainError
            default: false
            }
        }
    }
}

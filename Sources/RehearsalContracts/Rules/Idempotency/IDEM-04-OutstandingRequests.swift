import Rehearsal

/// The rule on replies about the idempotency key itself, IDEM-04.
enum OutstandingRequests {
    static let rule = Rule(
        "IDEM-04",
        level: .should,
        profile: .extended,
        "A 409 for an outstanding request is retried later with the same key; a 422 for a reused key is reported.",
        source: "draft-ietf-httpapi-idempotency-key-header §2.7",
        dependsOn: ["IDEM-01", "STAT-02"]
    ) { call in
        let header = try call.idempotencyKey()
        let retry = call.retry
        guard retry.statuses.union(retry.statusesWithRetryAfter).contains(409), retry.attempts > 1 else {
            throw NotApplicableError("the client does not retry a 409 with Retry-After (statusesWithRetryAfter)")
        }
        try call.requireTime(for: 2)
        var outstanding = Scenario.Reply.problem(409).times(1)
        outstanding.headers.append("Retry-After", "1")
        let wait = RetryAfterWait.between(.seconds(1), .seconds(1))
        var drafts = [
            Rule.Draft("outstanding", call.testCase([outstanding, call.recordedReply], attempts: 2)) { exam in
                exam.expectRequests(2)
                exam.expectValue()
                SameKey.expectSame(&exam, header)
                guard exam.attempts.count == 2, retry.honorsRetryAfter else { return }
                RetryAfterRule.expectRequestedWait(&exam, wait, after: 409)
            }
        ]
        if !retry.statuses.contains(422) {
            drafts.append(
                Rule.Draft("reused", call.testCase([.problem(422)])) { exam in
                    exam.expectRequests(1)
                    exam.expectFailure(status: 422)
                }
            )
        }
        return drafts
    }
}

import Rehearsal

/// The rules on the number of attempts of several layers and after several kinds of failures, RETRY-09 and RETRY-10.
enum SharedAttempts {
    static let layers = Rule(
        "RETRY-09",
        level: .should,
        profile: .extended,
        "The retries of a call and those of its token refresh do not multiply.",
        source: "RFC 9110 §9.2.2: a client should not retry a failed automatic retry",
        dependsOn: ["RETRY-02", "AUTH-02"]
    ) { call in
        try call.requireToken(
            "the client does not declare a token refresh (authRefresh); RETRY-02 counts its attempts"
        )
        let (status, attempts) = (try call.retriedStatuses()[0], call.retry.attempts)
        let failure = Scenario.Reply(status)
        let refreshed = call.accepting("t2", [failure], attempts: attempts + 1)
        var failing = call.accepting("t2", [call.recordedReply], attempts: attempts)
        failing.scenario.endpoints[failing.scenario.endpoints.count - 1].replies = [failure]
        return [
            // The first request has the old token.
            Rule.Draft("refreshed", refreshed) { $0.expectOperationRequests(1...attempts + 1) },
            Rule.Draft("refresh", failing) { exam in
                let seen = exam.refreshRequests.count
                if !(1...attempts).contains(seen) { exam.fail("expected 1 to \(attempts) refreshes, saw \(seen)") }
                exam.expectOperationRequests(1...attempts + 1)
            },
        ]
    }

    static let failures = Rule(
        "RETRY-10",
        level: .should,
        profile: .extended,
        "All failures of a call, whatever their kind, count towards the same maximum number of attempts.",
        source: "the client's declaration; AWS SDKs, standard retry mode",
        dependsOn: ["RETRY-02", "RETRY-06"]
    ) { call in
        try call.requireSecondAttemptAfterLoss()
        guard call.attemptsAfterLoss > 1 else {
            throw NotApplicableError("the client does not retry after a lost connection (afterLoss)")
        }
        let (status, attempts) = (try call.retriedStatuses()[0], call.retry.attempts)
        // The connection is lost first, because a network stack may repeat a request that is lost on a reused one.
        let (loss, failure) = (call.resetReply.times(1), Scenario.Reply(status))
        let endless = call.testCase([loss, failure], attempts: attempts)
        let drafts = [Rule.Draft("bounded", endless) { $0.expectRequests(attempts) }]
        guard attempts > 2 else { return drafts }
        let recovering = call.testCase(
            [loss, failure.times(attempts - 2), call.recordedReply],
            attempts: attempts
        )
        return drafts + [
            Rule.Draft("recovering", recovering) { exam in
                exam.expectRequests(attempts)
                exam.expectValue()
            }
        ]
    }
}

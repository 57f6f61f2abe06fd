import Rehearsal

/// The rules on retries: RETRY.
enum RetryRules {
    static let all = [
        recovering, BoundedAttempts.rule, final, NonIdempotentRequests.rule, RefusedConnections.rule,
        recoveringFromLoss, UndecodableReplies.rule, SameRequest.rule, SharedAttempts.layers, SharedAttempts.failures,
        NewConnections.rule, RetryBudget.rule,
    ]

    private static let recovering = Rule(
        "RETRY-01",
        level: .should,
        "A transient failure is retried if that is safe, and the call recovers.",
        source: "RFC 9110 §9.2.2, §15.6",
        dependsOn: ["STAT-01", "STAT-05"]
    ) { call in
        let statuses = try call.retriedStatuses()
        // Only the clause of the first status fails up to twice, to limit the total time of the waits.
        let most = min(call.retry.attempts - 1, 2)
        return statuses.map { status in
            let isFirst = status == statuses[0]
            return recovery("\(status)", call, Scenario.Reply(status), failures: isFirst ? most : 1)
                .withoutDependents(if: !isFirst)
        } + [recovery("twice", call, Scenario.Reply(statuses[0]), failures: most, calls: 2).withoutDependents()]
    }

    private static let final = Rule(
        "RETRY-03",
        "A failure that another attempt cannot change is not retried.",
        source: "RFC 9110 §15.5; AIP-194",
        dependsOn: ["REQ-01"]
    ) { call in
        [400, 401, 403, 404, 405, 406, 409, 410, 412, 413, 415, 422, 451, 501, 505]
            // A client with a token refresh may repeat the request after a 401, which the AUTH rules test.
            .filter { !($0 == 401 && call.isRefreshing) && !call.retry.statuses.contains($0) }
            .map { status in
                Rule.Draft("\(status)", call.testCase([Scenario.Reply(status)])) { $0.expectRequests(1) }
            }
    }

    private static let recoveringFromLoss = Rule(
        "RETRY-06",
        level: .should,
        "A lost connection or a timeout is retried if the client declares it, and the call recovers.",
        source: "RFC 9110 §9.2.2; the client's declaration",
        dependsOn: ["RETRY-01"]
    ) { call in
        try call.requireSecondAttemptAfterLoss()
        var drafts: [Rule.Draft] = []
        if call.attemptsAfterLoss > 1 { drafts.append(recovery("reset", call, call.resetReply)) }
        if call.attemptsAfterTimeout > 1 {
            var draft = recovery("timeout", call, call.stalledReply)
            draft.exercise = call.testCase(timingOut: 1, [call.stalledReply.times(1), call.recordedReply], attempts: 2)
            drafts.append(draft.depending(on: "CANC-04"))
        }
        if drafts.isEmpty { throw NotApplicableError("the client does not retry after a lost connection or a timeout") }
        return drafts
    }

    /// Returns a clause in which each call receives a number of failures, and then the recorded reply.
    ///
    /// With several calls, a client that counts attempts across calls sends too few requests.
    private static func recovery(
        _ variant: String,
        _ call: OperationContext,
        _ failure: Scenario.Reply,
        failures: Int = 1,
        calls: Int = 1,
    ) -> Rule.Draft {
        let last = calls > 1 ? call.recordedReply.times(1) : call.recordedReply
        let replies = (0..<calls).flatMap { _ in [failure.times(failures), last] }
        var exercise = call.testCase(replies, attempts: failures + 1)
        exercise.request.repetitions = calls
        let waits = call.declaration.longestWaits(failures + 1) * (calls - 1)
        exercise.request.deadline = exercise.request.deadline.map { $0 + waits }
        return Rule.Draft(variant, exercise) { exam in
            exam.expectRequests(calls * (failures + 1))
            exam.expectValue()
        }
    }
}

import Rehearsal

/// The rule on the number of attempts, RETRY-02.
enum BoundedAttempts {
    static let rule = Rule(
        "RETRY-02",
        "The number of attempts is bounded, and the last failure is reported.",
        source: "RFC 9110 §9.2.2",
        restsOn: ["RETRY-01", "REQ-01"]
    ) { call in
        let others = immediateRetries(call) + losses(call) + undeclared(call)
        if let reason = call.declaration.noRetryReason(call.operation) {
            var exercise = call.testCase([])
            exercise.notApplicableReason = reason
            return [Rule.Draft("", exercise) { _ in }] + others
        }
        let (status, attempts) = (call.declaration.retriedStatuses[0], call.retry.attempts)
        // Only the first clause observes the client after its answer, to see requests that follow.
        let unobserved = call.testCase([Scenario.Reply(status)], attempts: attempts)
        var exercise = unobserved
        let longest = call.declaration.waitBounds(after: status).longestWait(attempts)
        exercise.observationTime = call.usesVirtualClock ? .milliseconds(50) : min(longest * 2, .seconds(2))
        return [
            Rule.Draft("\(status)", exercise) { $0.expectRequests(attempts) },
            Rule.Draft("\(status)/outcome", unobserved) { $0.expectFailure(status: status) }
                .depending(on: "STAT-04", "DEC-17").withoutDependents(),
        ] + others
    }

    /// Returns the clause in which every reply asks for an immediate retry by `Retry-After: 0`.
    private static func immediateRetries(_ call: OperationContext) -> [Rule.Draft] {
        let retry = call.retry
        let statuses = retry.statuses.union(retry.statusesWithRetryAfter)
        guard retry.honorsRetryAfter, call.singleAttemptReason() == nil,
            let status = [503, 429].first(where: statuses.contains)
        else { return [] }
        let exercise = call.testCase([Scenario.Reply(status, headers: ["Retry-After": "0"])], attempts: retry.attempts)
        return [
            Rule.Draft("retry-after", exercise) { $0.expectRequests(1...retry.attempts) }
                .depending(on: "BACK-05").withoutDependents()
        ]
    }

    /// Returns the clauses in which every connection is lost, or every request times out.
    private static func losses(_ call: OperationContext) -> [Rule.Draft] {
        guard call.singleAttemptReason(after: .loss) == nil else { return [] }
        let (afterLoss, afterTimeout) = (call.attemptsAfterLoss, call.attemptsAfterTimeout)
        var drafts: [Rule.Draft] = []
        if afterLoss > 1 {
            let exercise = call.testCase([call.resetReply], attempts: afterLoss)
            drafts.append(Rule.Draft("reset", exercise) { $0.expectRequests(afterLoss) })
        }
        // Each attempt waits for its timeout in real time, so more than five would take too long.
        if 2...5 ~= afterTimeout {
            let exercise = call.testCase(timingOut: afterTimeout, [call.stalledReply], attempts: afterTimeout)
            let draft = Rule.Draft("timeout", exercise) { $0.expectRequests(afterTimeout) }
            drafts.append(draft.depending(on: "CANC-04"))
        }
        return drafts.map { $0.depending(on: "RETRY-06").withoutDependents() }
    }

    /// Returns the clauses for failures after which the contract declares no retry; empty for non-idempotent requests.
    private static func undeclared(_ call: OperationContext) -> [Rule.Draft] {
        guard call.isIdempotent else { return [] }
        var failures: [(String, Scenario.Reply)] = []
        if let status = [503, 500, 429].first(where: { call.attempts(after: $0) == 1 }) {
            failures.append(("\(status)", Scenario.Reply(status)))
        }
        if call.attemptsAfterLoss == 1 { failures.append(("reset", call.resetReply)) }
        return failures.map { name, reply in
            var exercise = call.testCase([reply])
            exercise.observationTime = .milliseconds(100)
            return Rule.Draft("undeclared/\(name)", exercise) { $0.expectRequests(1) }
        }
    }
}

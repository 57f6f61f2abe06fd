import Rehearsal

/// The rule on the number of retries of several calls, RETRY-12.
enum RetryBudget {
    /// The number of calls after the budget is spent, and the number of retries that they may make in total.
    private static let (remainingCalls, remainingRetries) = (20, 4)
    /// The maximum number of calls.
    private static let mostCalls = 300
    /// The maximum total of the waits in real time.
    private static let longest = Duration.seconds(30)

    static let rule = Rule(
        "RETRY-12",
        level: .should,
        profile: .extended,
        "If all calls fail, the client stops retrying as soon as its declared budget of retries is spent.",
        source: "the client's declaration; gRFC A6, AWS SDKs",
        dependsOn: ["RETRY-02"]
    ) { call in
        let (status, attempts) = (try call.retriedStatuses()[0], call.retry.attempts)
        guard let budget = call.retry.budget else {
            throw NotApplicableError("the client declares no limit of its retries over all calls (budget)")
        }
        try call.requireRepresentative()
        let calls = (budget + attempts - 2) / (attempts - 1) + remainingCalls
        guard calls <= mostCalls else {
            throw NotApplicableError("\(calls) calls are necessary to spend the declared budget (budget)")
        }
        let waits = call.declaration.longestWaits(attempts) * calls
        if !call.usesVirtualClock, waits > longest {
            throw NotApplicableError("\(calls) calls may wait for \(waits.displayText)")
        }
        var exercise = call.testCase([Scenario.Reply(status)])
        exercise.request.repetitions = calls
        exercise.request.deadline = .seconds(30) + waits
        exercise.estimatedDuration = call.usesVirtualClock ? .zero : waits
        return [
            Rule.Draft("", exercise) { exam in
                let (seen, most) = (exam.attempts.count, calls + budget + remainingRetries)
                guard seen > most else { return }
                exam.fail("expected at most \(most) requests of \(calls) failing calls, saw \(seen)")
            }
        ]
    }
}

import Rehearsal

/// The rules on waits between attempts: BACK.
enum BackoffRules {
    static let all = [
        envelope, GrowthRule.rule, JitterRule.rule, ThunderingHerdRule.rule, RetryAfterRule.rule, RetryAfterDates.rule,
        InvalidRetryAfter.rule, RetryAfterValues.past, RetryAfterValues.statuses, WaitDeadlines.rule,
    ]

    private static let envelope = Rule(
        "BACK-01",
        "Every wait is within the declared bounds; the client never retries in a hot loop.",
        source: "the client's declaration",
        dependsOn: ["RETRY-01", "RETRY-02"]
    ) { call in
        let statuses = try call.retriedStatuses()
        let (first, bases) = (statuses[0], call.retry.bases)
        return statuses.filter { $0 == first || bases[$0] != bases[first] }.map { status in
            var exercise = call.testCase([Scenario.Reply(status)], attempts: call.retry.attempts)
            exercise.isTimed = true
            return Rule.Draft("\(status)", exercise) { exam in
                exam.expectWaits(exam.declaration.waitBounds(after: status))
            }
            .withoutDependents(if: status != first)
        }
    }
}

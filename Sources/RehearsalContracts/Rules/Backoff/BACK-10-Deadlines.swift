import Rehearsal

/// The rule on the time limit of calls that wait, BACK-10.
enum WaitDeadlines {
    /// The time for which a call may continue after its deadline, for the work of the client and the machine.
    private static let tolerance = Duration.milliseconds(500)

    static let rule = Rule(
        "BACK-10",
        profile: .extended,
        "A call ends by its deadline, even if Retry-After or the remaining attempts require longer waits.",
        source: "gRFC A6: the deadline applies to all attempts of a call",
        dependsOn: ["BACK-05", "BACK-07", "RETRY-02"]
    ) { call in
        guard call.features.deadline else {
            throw NotApplicableError("the client declares no time limit for a call with all its attempts (deadline)")
        }
        let status = try call.retriedStatuses()[0]
        guard call.retry.honorsRetryAfter, RetryAfterWait.isDefined(with: status) else {
            throw NotApplicableError("the client ignores Retry-After after \(status) (honorsRetryAfter)")
        }
        try call.requireRepresentative()
        let longer = draft("longer", call, status, seconds: 30, deadline: .seconds(2))
        // The client has time for one wait, but not for two.
        return call.retry.attempts > 2
            ? [longer, draft("total", call, status, seconds: 2, deadline: .seconds(3))] : [longer]
    }

    /// Returns a clause in which each reply asks for a wait of this length.
    private static func draft(
        _ variant: String,
        _ call: OperationContext,
        _ status: Int,
        seconds: Int,
        deadline: Duration,
    ) -> Rule.Draft {
        var exercise = call.testCase([Scenario.Reply(status, headers: ["Retry-After": "\(seconds)"])])
        exercise.request.deadline = deadline
        (exercise.timeSource, exercise.estimatedDuration) = (.real, deadline)
        let wait = min(.seconds(seconds), call.retry.retryAfterCap ?? .seconds(seconds))
        let most = min(call.retry.attempts, 1 + Int(deadline / max(wait, .milliseconds(1))))
        return Rule.Draft(variant, exercise) { exam in
            exam.expectRequests(1...max(1, most))
            exam.expectOutcome("a timeout or a failure with status \(status)") { outcome in
                outcome.kind == .timeout || outcome.kind == .domain || outcome.status == status
            }
            exam.expectDuration(within: deadline + tolerance, "the call to end")
        }
    }
}

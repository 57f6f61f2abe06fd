import Rehearsal

/// The rule on dates in Retry-After, BACK-06.
enum RetryAfterDates {
    /// The wait that the server asks for, in whole seconds.
    private static let requested = 3
    /// The formats of a date, with the template that creates it. In the last case, the server's clock is 1 h behind.
    ///
    /// RFC 9110 does not require a client to compare the date with `Date`. By the client's own clock, the date is past.
    private static let formats = [
        ("imf-fixdate", "{{now + 3s | http-date}}"), ("rfc850", "{{now + 3s | rfc850-date}}"),
        ("asctime", "{{now + 3s | asctime-date}}"), ("skewed", "{{now - 3597s | http-date}}"),
    ]

    static let rule = Rule(
        "BACK-06",
        level: .should,
        profile: .extended,
        "A date in Retry-After is read in each of its three formats; a date in the past does not shorten the backoff.",
        source: "RFC 9110 §5.6.7, §10.2.3",
        dependsOn: ["BACK-05"]
    ) { call in
        guard call.retry.honorsRetryAfter else {
            throw NotApplicableError("the client ignores Retry-After (honorsRetryAfter)")
        }
        if let reason = call.singleAttemptReason() { throw NotApplicableError(reason) }
        let statuses = call.retry.statuses.union(call.retry.statusesWithRetryAfter)
        guard let status = [503, 429].first(where: statuses.contains) else {
            throw NotApplicableError("the client retries neither 503 nor 429 (statuses)")
        }
        try call.requireTime(for: 2)
        try call.requireRepresentative()
        return formats.map { name, date in
            var failure = Scenario.Reply.problem(status).times(1)
            failure.headers.append("Retry-After", date)
            let isSkewed = name == "skewed"
            if isSkewed { failure.headers.append("Date", "{{now - 1h | http-date}}") }
            var exercise = call.testCase([failure, call.recordedReply], attempts: 2)
            exercise.estimatedDuration = call.usesVirtualClock ? .zero : .seconds(requested)
            // Dates are rounded down to seconds, and a server may round the two dates differently.
            let wait = RetryAfterWait.between(.seconds(requested - 1), .seconds(requested + 1))
            return Rule.Draft(name, exercise) { exam in
                RetryAfterRule.expectRequestedWait(&exam, wait, after: status, isSkewed: isSkewed)
            }
        }
    }
}

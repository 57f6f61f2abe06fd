import Rehearsal

/// The rule on requests that may have had an effect, RETRY-04.
enum NonIdempotentRequests {
    static let rule = Rule(
        "RETRY-04",
        "A request that may have had an effect is not sent again without an idempotency key.",
        source: "RFC 9110 §9.2.2",
        restsOn: ["REQ-01", "STAT-01", "STAT-05"]
    ) { call in
        if call.isIdempotent { throw NotApplicableError("\(call.name) is idempotent") }
        if call.sendsIdempotencyKey { throw NotApplicableError("\(call.name) has an idempotency key: see IDEM") }
        let failures = [
            ("500", Scenario.Reply(500)), ("503", Scenario.Reply(503)), ("reset", call.resetReply),
            ("stall", call.stalledReply),
        ]
        return failures.flatMap { name, failure in
            let once = exercise(call, [failure], stalls: name == "stall")
            // The first call succeeds; the second one fails on the same connection.
            var twice = exercise(call, [call.recordedReply.times(1), failure], stalls: name == "stall")
            twice.request.repetitions = 2
            return [
                Rule.Draft("\(name)/fresh", once) { exam in exam.expectRequests(1) },
                Rule.Draft("\(name)/reused", twice) { exam in
                    exam.expectRequests(2)
                    // If the second call uses a new connection, this clause tests the same as the previous one.
                    if exam.attempts.count > 1, exam.attempts[1].exchange == 0 {
                        exam.note("the client did not reuse its connection")
                    }
                },
            ]
        }
    }

    private static func exercise(_ call: OperationContext, _ replies: [Scenario.Reply], stalls: Bool) -> TestCase {
        var exercise = call.testCase(replies)
        // A network stack may repeat a request without its body, and then wait for a second reply.
        exercise.request.timeout = .seconds(2)
        exercise.estimatedDuration = stalls ? .seconds(2) : .zero
        exercise.observationTime = .milliseconds(100)
        return exercise
    }
}

import Rehearsal

/// RETRY-04: requests that may have had an effect.
enum UnsafeRequests {
    static let rule = Rule(
        "RETRY-04",
        "What may have had an effect is not sent again, unless the server can tell that it is the same.",
        source: "RFC 9110 §9.2.2",
        restsOn: ["REQ-01", "STAT-01", "STAT-05"]
    ) { call in
        if call.isIdempotent { throw Inapplicable("\(call.name) is idempotent") }
        if call.isKeyed { throw Inapplicable("\(call.name) carries a key: see IDEM") }
        let failures = [
            ("500", Scenario.Reply(500)), ("503", Scenario.Reply(503)), ("reset", call.lost), ("stall", call.silent),
        ]
        return failures.flatMap { name, failure in
            let once = exercise(call, [failure], stalls: name == "stall")
            // One call that is answered, and one on the same connection.
            var twice = exercise(call, [call.recorded.times(1), failure], stalls: name == "stall")
            twice.request.repetitions = 2
            return [
                Rule.Draft("\(name)/fresh", once) { exam in exam.expectRequests(1) },
                Rule.Draft("\(name)/reused", twice) { exam in
                    exam.expectRequests(2)
                    // Then this shows no more than the clause before.
                    if exam.attempts.count > 1, exam.attempts[1].exchange == 0 {
                        exam.note("the client did not use its connection again")
                    }
                },
            ]
        }
    }

    private static func exercise(_ call: ClientCall, _ replies: [Scenario.Reply], stalls: Bool) -> Exercise {
        var exercise = call.exercise(replies)
        // Also for a stack that sends a request again without its body, and waits for an answer to that.
        exercise.request.timeout = .seconds(2)
        exercise.lasts = stalls ? .seconds(2) : .zero
        exercise.watch = .milliseconds(100)
        return exercise
    }
}

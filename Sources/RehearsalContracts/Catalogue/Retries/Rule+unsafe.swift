import Rehearsal

extension Rule {
    static let unsafe = Rule(
        "RETRY-04",
        .must,
        core: true,
        "What may have had an effect is not sent again, unless the server can tell that it is the same.",
        source: "RFC 9110 §9.2.2",
        restsOn: ["REQ-01", "STAT-01", "STAT-05"]
    ) { declaration, operation in
        if operation.isIdempotent { return .notApplicable("\(operation.name) is idempotent") }
        if declaration.isKeyed(operation) { return .notApplicable("\(operation.name) carries a key: see IDEM") }
        let failures: [(String, Scenario.Reply)] = [
            ("500", Scenario.Reply(500)), ("503", Scenario.Reply(503)),
            ("reset", operation.recorded.failing(Fault(.reset, at: .beforeHead))),
            ("stall", operation.recorded.failing(Fault(.stall(), at: .beforeHead))),
        ]
        return .clauses(
            failures.flatMap { name, failure in
                [
                    Draft("\(name)/fresh", once(operation, [failure])) { exam in exam.expectRequests(1) },
                    Draft("\(name)/reused", twice(operation, failure)) { exam in
                        exam.expectRequests(2)
                        exam.expectReuse()
                    },
                ]
            }
        )
    }

    private static func once(_ operation: Declaration.Operation, _ replies: [Scenario.Reply]) -> Exercise {
        var exercise = Exercise(operation, replies: replies)
        // Also for a stack that sends a request again without its body, and waits for an answer to that.
        exercise.request.timeout = .seconds(2)
        exercise.lasts = replies.contains { $0.faults.contains { $0.effect.name == "stall" } } ? .seconds(2) : .zero
        exercise.watch = .milliseconds(100)
        return exercise
    }

    /// One call that is answered, and one on the same connection.
    private static func twice(_ operation: Declaration.Operation, _ failure: Scenario.Reply) -> Exercise {
        var exercise = once(operation, [operation.recorded.times(1), failure])
        exercise.request.repetitions = 2
        return exercise
    }
}

extension Examination {
    /// Says so if the client has not used a connection again, and this shows no more than a fresh one.
    fileprivate mutating func expectReuse() {
        guard attempts.count > 1, attempts[1].exchange == 0 else { return }
        note("the client did not use its connection again")
    }
}

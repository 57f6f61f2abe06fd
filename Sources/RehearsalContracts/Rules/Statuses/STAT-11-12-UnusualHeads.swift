import Rehearsal

/// The rules on interim replies and on replies that cannot have a body, STAT-11 and STAT-12.
enum UnusualHeads {
    static let interim = Rule(
        "STAT-11",
        profile: .extended,
        "Interim replies are skipped, and a 101 that the client did not request is not a success.",
        source: "RFC 9110 §15.2, §7.8",
        dependsOn: ["STAT-01", "STAT-05"]
    ) { call in
        let before = """
            HTTP/1.1 100 Continue\r
            \r
            HTTP/1.1 102 Processing\r
            \r
            HTTP/1.1 103 Early Hints\r
            Link: </style.css>; rel=preload\r
            \r

            """
        let switching = """
            HTTP/1.1 101 Switching Protocols\r
            Upgrade: rehearsal\r
            Connection: Upgrade\r
            \r
            \0rehearsal
            """
        let attempts = call.attemptsAfterLoss
        try call.requireTime(for: attempts)
        let bytes = Array(before.utf8) + call.rawReply()
        return [
            Rule.Draft("interim", call.testCase([.raw(bytes)])) { exam in
                exam.expectRequests(1)
                exam.expectSuccess()
            },
            Rule.Draft("101", call.testCase([.raw(Array(switching.utf8))], attempts: attempts)) {
                $0.expectError("an error")
            },
        ]
    }

    static let bodiless = Rule(
        "STAT-12",
        profile: .extended,
        "A 204 or 304 that announces a body, or is followed by one, neither hangs nor affects the next reply.",
        source: "RFC 9112 §6.3",
        // A client that repeats a request after an undecodable reply also repeats it after a 204.
        dependsOn: ["STAT-01", "STAT-05", "RETRY-07", "IDEM-06"]
    ) { call in
        let bytes = Array(#"{"ok":true}"#.utf8)
        let announcing: Scenario.Headers = ["Content-Length": "\(bytes.count)"]
        let isSafe = call.method == .get && !call.isVoid
        let lengths = (isSafe ? [204, 304] : [204]).map { status in
            let draft = draft(call, "\(status)-length", first: Scenario.Reply(status, headers: announcing))
            return status == 304 ? draft.depending(on: "CACHE-03") : draft
        }
        let followed = Scenario.Reply(204, headers: announcing).failing(Fault(.extraBytes(bytes), at: .end))
        return lengths + [draft(call, "204-bytes", first: followed).depending(on: "TRN-09")]
    }

    /// Returns a clause of two calls, of which the second receives the recorded reply.
    private static func draft(_ call: OperationContext, _ variant: String, first: Scenario.Reply) -> Rule.Draft {
        var exercise = call.testCase([first.times(1), call.unstored.recordedReply])
        exercise.request.repetitions = 2
        return Rule.Draft(variant, exercise) { exam in
            let outcomes = exam.evidence.answer.outcomes
            guard outcomes.count == 2 else { return exam.fail("expected two outcomes, got \(outcomes.count)") }
            // A client that waits for the body may time out and retry, and then succeed.
            let status = variant.prefix(3)
            // After a 304 for nothing, a client that revalidates may send another request (CACHE-03).
            exam.expectRequests(2...(status == "304" && exam.declaration.features.validators ? 3 : 2))
            if exam.operation.isVoid, outcomes[0].kind != .value {
                exam.fail("expected success after \(status), got \(outcomes[0])")
            } else if [.hang, .crash, .timeout].contains(outcomes[0].kind) {
                exam.fail("expected an outcome without a wait for a body after \(status), got \(outcomes[0])")
            }
            exam.expectSuccess(of: outcomes[1], "in the call after \(status)")
        }
    }
}

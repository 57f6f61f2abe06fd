import Rehearsal

/// The rules on the end of a reply and of its connection, TRN-09, TRN-11 and TRN-13.
enum MessageEnds {
    static let extraBytes = Rule(
        "TRN-09",
        profile: .extended,
        "Bytes that follow a complete reply are never the reply to the next request.",
        source: "RFC 9112 §6.3, §9.2",
        dependsOn: ["STAT-01", "STAT-05"]
    ) { call in
        let text = "rehearsal"
        let other = "HTTP/1.1 418 Not Yours\r\nContent-Length: \(text.utf8.count)\r\n\r\n\(text)"
        let operation = call.unstored
        let first = operation.recordedReply.failing(Fault(.extraBytes(Array(other.utf8)), at: .end))
        var exercise = call.testCase([first.times(1), operation.recordedReply])
        exercise.request.repetitions = 2
        return [Rule.Draft("", exercise) { $0.expectSuccess() }]
    }

    static let closeDelimited = Rule(
        "TRN-11",
        profile: .extended,
        "A body without a declared length is complete after FIN, and incomplete after RST.",
        source: "RFC 9112 §6.3, §8",
        dependsOn: ["STAT-01", "TRN-02"]
    ) { call in
        try call.requireBody()
        try call.requireValue()
        let attempts = call.attemptsAfterLoss
        try call.requireTime(for: attempts)
        let reply = Scenario.Reply.raw(call.rawReply(fields: ["Connection: close"]))
        let reset = reply.failing(Fault(.reset, at: .end))
        return [
            Rule.Draft("fin", call.testCase([reply])) { $0.expectSuccess() },
            Rule.Draft("rst", call.testCase([reset], attempts: attempts)) { $0.expectTransportError(.resetBody) },
        ]
    }

    static let idleClose = Rule(
        "TRN-13",
        profile: .extended,
        "A safe request succeeds although the server has closed the idle connection of the previous one.",
        source: "RFC 9112 §9.3.1, §9.5",
        dependsOn: ["STAT-01"]
    ) { call in
        guard call.isSafe else { throw NotApplicableError("a client must not repeat a \(call.method) after a close") }
        let operation = call.unstored
        let first = operation.recordedReply.failing(Fault(.close, at: .end))
        var exercise = call.testCase([first.times(1), operation.recordedReply])
        exercise.request.repetitions = 2
        return [
            Rule.Draft("", exercise) { exam in
                let outcomes = exam.evidence.answer.outcomes
                guard outcomes.count == 2 else { return exam.fail("expected two outcomes, got \(outcomes.count)") }
                exam.expectSuccess(of: outcomes[0], "in the first call")
                // The client may send the second request before the FIN arrives.
                if case .transport = outcomes[1] {
                    return exam.fail("expected the value in the second call, got \(outcomes[1])", .chance)
                }
                exam.expectSuccess(of: outcomes[1], "in the second call")
            }
        ]
    }
}

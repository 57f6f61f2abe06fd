import Rehearsal

/// The rules on bodies that end too soon, TRN-03 and TRN-04.
enum IncompleteBodies {
    static let short = Rule(
        "TRN-03",
        "A body shorter than its Content-Length is never a success, even if the received part is valid JSON.",
        source: "RFC 9112 §6.3, §8",
        restsOn: ["TRN-02"]
    ) { call in
        let length = call.reply.body.count
        let endings: [(String, Fault.Effect, announced: Int, NetworkStackBehavior.ConnectionFailure)] = [
            ("fin", .close, length + 1, .shortBody), ("fin-100", .close, length + 100, .shortBody),
            ("rst", .reset, length + 100, .resetBody),
        ]
        return try endings.map { name, effect, announced, loss in
            let wrong = Fault(.wrongLength(declares: announced), at: .head())
            return try draft(
                call,
                variant: name,
                reply: call.recordedReply.failing(wrong, Fault(effect, at: .end)),
                loss: loss
            )
        }
    }

    static let unfinishedChunks = Rule(
        "TRN-04",
        "A chunked body without its last chunk is never a success.",
        source: "RFC 9112 §7.1, §8",
        restsOn: ["REQ-01"]
    ) { call in
        let length = call.reply.body.count
        let sizes = [
            ("no-last-chunk", String(length, radix: 16)), ("half-a-chunk", String(length + 244, radix: 16)),
            ("size-ZZ", "ZZ"), ("size-of-17-digits", String(repeating: "f", count: 17)),
        ]
        return try sizes.map { name, size in try draft(call, variant: name, reply: chunked(call, size), loss: .chunks) }
    }

    /// Returns a clause whose reply has an incomplete body.
    private static func draft(
        _ call: OperationContext,
        variant: String,
        reply: Scenario.Reply,
        loss: NetworkStackBehavior.ConnectionFailure,
    ) throws -> Rule.Draft {
        try call.requireBody()
        try call.requireValue()
        let attempts = call.attemptsAfterLoss
        try call.requireTime(for: attempts)
        return Rule.Draft(variant, call.testCase([reply], attempts: attempts)) { $0.expectTransportError(loss) }
    }

    /// Returns a reply with the recorded body in one chunk that declares this size, followed by FIN.
    private static func chunked(_ call: OperationContext, _ size: String) -> Scenario.Reply {
        let head = """
            HTTP/1.1 \(call.reply.status) OK\r
            Content-Type: application/json\r
            Transfer-Encoding: chunked\r
            \r
            \(size)\r

            """
        return Scenario.Reply(body: .raw([Scenario.Body.Piece(Array(head.utf8) + call.reply.body + [0x0D, 0x0A])]))
    }
}

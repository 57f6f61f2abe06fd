import Rehearsal

extension Rule {
    static let shortBody = Rule(
        "TRN-03",
        .must,
        core: true,
        "A body shorter than its Content-Length is never a success, even if what came is valid JSON.",
        source: "RFC 9112 §6.3, §8",
        restsOn: ["TRN-02"]
    ) { declaration, operation in
        let length = operation.reply.body.count
        let endings: [(String, Fault.Effect, announced: Int, PlatformOutcomes.Loss)] = [
            ("fin", .close, length + 1, .shortBody), ("fin-100", .close, length + 100, .shortBody),
            ("rst", .reset, length + 100, .resetBody),
        ]
        return incomplete(
            declaration,
            operation,
            endings.map { name, effect, announced, loss in
                let faults = (Fault(.wrongLength(declares: announced), at: .head()), Fault(effect, at: .end))
                return (name, operation.recorded.failing(faults.0, faults.1), loss)
            }
        )
    }

    static let unfinishedChunks = Rule(
        "TRN-04",
        .must,
        core: true,
        "A chunked body without its last chunk is never a success.",
        source: "RFC 9112 §7.1, §8",
        restsOn: ["REQ-01"]
    ) { declaration, operation in
        let body = operation.reply.body
        let size = String(body.count, radix: 16)
        let long = String(repeating: "f", count: 17)
        return incomplete(
            declaration,
            operation,
            [
                ("no-last-chunk", chunked(operation, size, body), .chunks),
                ("half-a-chunk", chunked(operation, String(body.count + 244, radix: 16), body), .chunks),
                ("size-ZZ", chunked(operation, "ZZ", body), .chunks),
                ("size-of-17-digits", chunked(operation, long, body), .chunks),
            ]
        )
    }

    /// A clause for each reply that ends too soon.
    private static func incomplete(
        _ declaration: Declaration,
        _ operation: Declaration.Operation,
        _ replies: [(variant: String, reply: Scenario.Reply, loss: PlatformOutcomes.Loss)],
    ) -> Applicability {
        guard !operation.reply.body.isEmpty else {
            return .notApplicable("the answer to \(operation.name) has no body")
        }
        if operation.isVoid { return .notApplicable("\(operation.name) returns nothing") }
        let attempts = declaration.attemptsAfterLoss(operation)
        if let reason = declaration.isTooSlow(attempts) { return .notApplicable(reason) }
        return .clauses(
            replies.map { variant, reply, loss in
                let exercise = Exercise(operation, replies: [reply]).allowing(attempts, of: declaration)
                return Draft(variant, exercise) { exam in exam.expectLoss(loss) }
            }
        )
    }

    /// A chunk of that size, FIN after it.
    private static func chunked(_ operation: Declaration.Operation, _ size: String, _ body: [UInt8]) -> Scenario.Reply {
        let head = """
            HTTP/1.1 \(operation.reply.status) OK\r
            Content-Type: application/json\r
            Transfer-Encoding: chunked\r
            \r
            \(size)\r

            """
        return Scenario.Reply(body: .raw([Scenario.Body.Piece(Array(head.utf8) + body + [0x0D, 0x0A])]))
    }
}

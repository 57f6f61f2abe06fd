import Rehearsal

extension Catalogue {
    static let malformedBody = Rule(
        "DEC-01",
        .must,
        core: true,
        "Malformed JSON in a success is a decoding error, told from failures of transport and of HTTP.",
        source: "RFC 8259 §2",
        restsOn: ["REQ-01"]
    ) { _, operation in
        guard !operation.isVoid else { return .notApplicable("\(operation.name) returns nothing") }
        return .clauses(
            Mutations(operation).malformed.map { mutation in
                draft(mutation, operation) { exam in
                    exam.expectDecoding()
                    exam.expectRequests(1)
                }
            }
        )
    }

    static let errorBody = Rule(
        "DEC-17",
        .must,
        core: true,
        "A body that is no JSON does not turn an HTTP error into a decoding error.",
        source: "RFC 9110 §15.6; proxies answer in HTML",
        restsOn: ["REQ-01", "STAT-04"]
    ) { declaration, operation in
        // 501 is no passing failure: nobody waits for another answer.
        let isInTime = { declaration.isTooSlow(declaration.attempts(of: operation, after: $0)) == nil }
        let (gateway, server) = (isInTime(502) ? 502 : 501, isInTime(500) ? 500 : 501)
        let page = Array("<html><body>Bad gateway</body></html>".utf8)
        let replies = [
            ("\(gateway)-html", Scenario.Reply(gateway, body: .bytes(page, type: "text/html"))),
            ("\(server)-empty", Scenario.Reply(server)),
        ]
        return .clauses(
            replies.map { name, reply in
                let exercise = Exercise(operation, failing: reply, declaration)
                return Rule.Draft(name, exercise) { $0.expectFailure(status: reply.status) }
            }
        )
    }
}

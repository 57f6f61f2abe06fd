import Rehearsal

extension Catalogue {
    static let everySuccess = Rule(
        "STAT-01",
        .must,
        core: true,
        "Every 2xx is success, including unregistered ones.",
        source: "RFC 9110 §15",
        restsOn: ["REQ-01", "DEC-06", "REPO-01"]
    ) { _, operation in
        guard !operation.isVoid else { return .notApplicable("\(operation.name) returns nothing: see STAT-05") }
        return .clauses(
            [200, 201, 203, 299].map { (status: Int) in
                Rule.Draft("\(status)", Exercise(operation, replies: [operation.answer(status)])) { exam in
                    exam.expectRequests(1)
                    exam.expectValue()
                }
                .onlyForItself(status != 200 && status != operation.reply.status)
            }
        )
    }

    static let partial = Rule(
        "STAT-13",
        .must,
        core: true,
        "A 206 that was not asked for is not taken for the whole representation.",
        source: "RFC 9110 §15.3.7",
        restsOn: ["STAT-01"]
    ) { _, operation in
        guard operation.method == .get else { return .notApplicable("\(operation.method) has no partial reply") }
        guard !operation.isVoid else { return .notApplicable("\(operation.name) returns nothing") }
        guard operation.reply.status != 206 else { return .notApplicable("\(operation.name) asks for a part") }
        let length = operation.reply.body.count
        guard length > 0 else { return .notApplicable("the answer to \(operation.name) has no body") }
        var reply = operation.answer(206)
        reply.headers.append("Content-Range", "bytes 0-\(length - 1)/\(length * 2)")
        return .clauses([
            Rule.Draft("", Exercise(operation, replies: [reply])) { exam in
                guard !exam.attempts.contains(where: { $0.headers.names("Range") }) else {
                    return exam.doubt("the client asks for a range, and that was not declared")
                }
                exam.expectOutcome("an error, or a value that is marked as partial") { outcome in
                    switch outcome {
                    case .value(_, let freshness): (freshness.skipped ?? 0) > 0
                    case .hang, .crash: false
                    default: true
                    }
                }
            }
        ])
    }

    static let nothingReturned = Rule(
        "STAT-05",
        .must,
        core: true,
        "204 and 205 complete an operation that returns nothing; nothing is decoded.",
        source: "RFC 9110 §15.3.5, §15.3.6",
        restsOn: ["REQ-01"]
    ) { _, operation in
        guard operation.isVoid else { return .notApplicable("\(operation.name) returns a value") }
        return .clauses(
            [204, 205].map { (status: Int) in
                Rule.Draft("\(status)", Exercise(operation, replies: [Scenario.Reply(status)])) { exam in
                    exam.expectRequests(1)
                    exam.expectOutcome("success") { $0.kind == .value }
                    exam.expectAnswer(within: .seconds(1), "success")
                }
                .onlyForItself(status != 204 && status != operation.reply.status)
            }
        )
    }
}

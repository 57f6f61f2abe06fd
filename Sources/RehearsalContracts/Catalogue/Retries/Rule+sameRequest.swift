import Rehearsal

extension Rule {
    /// The header fields that say what is asked for and by whom, and so are the same in every attempt.
    private static let fields = ["Content-Type", "Accept"]

    static let sameRequest = Rule(
        "RETRY-08",
        .must,
        core: true,
        "Every attempt sends the same target, body, Content-Type, Accept and Authorization, but for a renewed token.",
        source: "RFC 9110 §9.2.2",
        restsOn: ["REQ-01"]
    ) { declaration, operation in
        var drafts: [Draft] = []
        // The bodies of a request with a key are compared by IDEM-01.
        let isKeyed = declaration.isKeyed(operation)
        if declaration.isNotRepeated(operation) == nil {
            let status = declaration.transientStatuses[0]
            let draft = draft("\(status)", Scenario.Reply(status), declaration, operation)
            drafts.append(draft.resting(on: isKeyed ? "IDEM-01" : "RETRY-01"))
        }
        if declaration.isSentOnce(operation, after: .loss) == nil, declaration.isTooSlow(2) == nil,
            declaration.attemptsAfterLoss(operation) > 1
        {
            let lost = operation.recorded.failing(Fault(.reset, at: .beforeHead))
            let draft = draft("reset", lost, declaration, operation)
            drafts.append(draft.resting(on: isKeyed ? "IDEM-01" : "RETRY-06"))
        }
        if declaration.features.authRefresh != nil, operation.needsToken {
            // A key names the call, whatever token it is made with.
            let named = fields + (isKeyed ? [declaration.features.idempotencyKey].compactMap(\.self) : [])
            let draft = Draft("refreshed", .expired(operation, declaration)) { $0.expectSameRequest(named) }
            drafts.append(isKeyed ? draft.resting(on: "AUTH-02", "IDEM-01") : draft.resting(on: "AUTH-02"))
        }
        return drafts.isEmpty ? .notApplicable("the client sends \(operation.name) once") : .clauses(drafts)
    }

    private static func draft(
        _ variant: String,
        _ failure: Scenario.Reply,
        _ declaration: Declaration,
        _ operation: Declaration.Operation,
    ) -> Draft {
        let replies = [failure.times(1), operation.recorded]
        let exercise = Exercise(operation, replies: replies).allowing(2, of: declaration)
        return Draft(variant, exercise) { $0.expectSameRequest(fields + ["Authorization"]) }
    }
}

extension Examination {
    /// Every request of the operation has the body of the first one, and the same values in these header fields.
    fileprivate mutating func expectSameRequest(_ fields: [String]) {
        guard let first = asked.first else { return complain("expected a request, saw none") }
        for (index, entry) in asked.enumerated().dropFirst() {
            let number = "request \(index + 1) of \(asked.count)"
            if entry.resource != first.resource {
                complain("expected \(first.target) in \(number), as in the first, saw \(entry.target)")
            }
            if entry.body.length != first.body.length || entry.body.hash != first.body.hash {
                let seen = entry.body.length == 0 ? "none" : "another of \(entry.body.length) bytes"
                let wanted = "the body of the first request (\(first.body.length) bytes)"
                complain("expected \(wanted) in \(number), saw \(seen)")
            }
            for name in fields where entry.headers[name] != first.headers[name] {
                let (wanted, seen) = (first.headers[name] ?? "none", entry.headers[name] ?? "none")
                complain("expected \(name): \(wanted) in \(number), as in the first, saw \(seen)")
            }
        }
    }
}

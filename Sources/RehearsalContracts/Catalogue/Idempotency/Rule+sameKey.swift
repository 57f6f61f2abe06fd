import Rehearsal

extension Rule {
    static let sameKey = Rule(
        "IDEM-01",
        .must,
        core: true,
        "Every attempt of a request that has a key carries the same key and the same body.",
        source: "draft-ietf-httpapi-idempotency-key-header §2.2, §2.6; AIP-155",
        restsOn: ["RETRY-01"]
    ) { declaration, operation in
        guard let header = declaration.features.idempotencyKey, operation.hasIdempotencyKey else {
            return .notApplicable("\(operation.name) carries no key")
        }
        let failures = failures(declaration, operation)
        return .clauses(
            (failures.isEmpty ? [("", nil)] : failures).map { variant, failure in
                let replies = (failure.map { [$0.times(1)] } ?? []) + [operation.recorded]
                var exercise = Exercise(operation, replies: replies).allowing(replies.count, of: declaration)
                // What was carried out is not carried out again, and answered as before; what failed was not.
                if failure.map({ !$0.faults.isEmpty }) ?? true {
                    exercise.scenario.idempotency = [
                        Scenario.Idempotency(header: header, operation.method, operation.pattern)
                    ]
                }
                let draft = Draft(variant, exercise) { exam in
                    exam.expectRequests(replies.count)
                    exam.expectSame(header)
                    exam.expectValue()
                }
                return variant == "reset" ? draft.resting(on: "RETRY-06") : draft
            }
        )
    }

    /// What the client sends the operation again after: one of the statuses, and a loss.
    private static func failures(
        _ declaration: Declaration,
        _ operation: Declaration.Operation,
    ) -> [(String, Scenario.Reply?)] {
        var failures: [(String, Scenario.Reply?)] = []
        if declaration.attemptsAfterLoss(operation) > 1 {
            failures.append(("reset", operation.recorded.failing(Fault(.reset, at: .beforeHead))))
        }
        if declaration.repeats(operation), let status = declaration.transientStatuses.first {
            failures.append(("\(status)", Scenario.Reply(status)))
        }
        return failures
    }
}

extension Examination {
    /// All requests have that header, with one value, and one body.
    fileprivate mutating func expectSame(_ header: String) {
        let keys = evidence.entries.filter { !$0.isOther }.map { $0.headers[header] ?? "" }
        guard let first = keys.first else { return }
        if let missing = keys.firstIndex(of: "") {
            complain("expected \(header) in every request, request \(missing + 1) of \(keys.count) has none")
        } else if let other = keys.firstIndex(where: { $0 != first }) {
            complain("expected one \(header) for one call, request \(other + 1) of \(keys.count) has another")
        }
        let bodies = attempts.map(\.body.hash)
        if let other = bodies.firstIndex(where: { $0 != bodies[0] }) {
            complain("expected one body for one call, request \(other + 1) of \(bodies.count) has another")
        }
    }
}

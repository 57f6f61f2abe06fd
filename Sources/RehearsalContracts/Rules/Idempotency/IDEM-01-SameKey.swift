import Rehearsal

/// The rule on the idempotency key of repeated attempts, IDEM-01.
enum SameKey {
    static let rule = Rule(
        "IDEM-01",
        "Every attempt of a request with an idempotency key sends the same key and the same body.",
        source: "draft-ietf-httpapi-idempotency-key-header §2.2, §2.6; AIP-155",
        dependsOn: ["RETRY-01"]
    ) { call in
        let header = try call.idempotencyKey()
        let failures = failures(call)
        return (failures.isEmpty ? [("", nil)] : failures).map { variant, failure in
            let replies = (failure.map { [$0.times(1)] } ?? []) + [call.recordedReply]
            var exercise = call.testCase(replies, attempts: replies.count)
            // If the reply is lost, the server has carried out the request, and replays the reply for the same key.
            if failure.map({ !$0.faults.isEmpty }) ?? true {
                exercise.scenario.idempotency = [
                    Scenario.Idempotency(header: header, call.method, call.pattern)
                ]
            }
            let draft = Rule.Draft(variant, exercise) { exam in
                exam.expectRequests(replies.count)
                expectSame(&exam, header)
                exam.expectValue()
            }
            return variant == "reset" ? draft.depending(on: "RETRY-06") : draft
        }
    }

    /// Returns the declared failures after which the client retries the operation: a lost connection, and one status.
    private static func failures(_ call: OperationContext) -> [(String, Scenario.Reply?)] {
        var failures: [(String, Scenario.Reply?)] = []
        if call.attemptsAfterLoss > 1 { failures.append(("reset", call.resetReply)) }
        if call.declaration.retries(call.operation), let status = call.declaration.retriedStatuses.first {
            failures.append(("\(status)", Scenario.Reply(status)))
        }
        return failures
    }

    /// Expects all requests, including those of the network stack, to have the same key. Attempts have the same body.
    static func expectSame(_ exam: inout CaseAssertions, _ header: String) {
        let keys = exam.evidence.entries.filter { !$0.isUnmatched }.map { $0.headers[header] ?? "" }
        guard let first = keys.first else { return }
        if let missing = keys.firstIndex(of: "") {
            exam.fail("expected \(header) in every request, saw none in request \(missing + 1) of \(keys.count)")
        } else if let other = keys.firstIndex(where: { $0 != first }) {
            let number = "request \(other + 1) of \(keys.count)"
            exam.fail("expected the same \(header) in every request, saw another in \(number)")
        }
        let bodies = exam.attempts.map(\.body.hash)
        if let other = bodies.firstIndex(where: { $0 != bodies[0] }) {
            let number = "request \(other + 1) of \(bodies.count)"
            exam.fail("expected the same body in every request, saw another in \(number)")
        }
    }
}

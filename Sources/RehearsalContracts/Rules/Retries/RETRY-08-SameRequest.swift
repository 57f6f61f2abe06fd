import Rehearsal

/// The rule that all attempts of a call send the same request, RETRY-08.
enum SameRequest {
    /// The header fields that must be the same in every attempt.
    private static let fields = ["Content-Type", "Accept"]

    static let rule = Rule(
        "RETRY-08",
        "Every attempt sends the same target, body, Content-Type, Accept and, unless the token is renewed, Authorization.",
        source: "RFC 9110 §9.2.2",
        restsOn: ["REQ-01"]
    ) { call in
        var drafts: [Rule.Draft] = []
        if let status = try? call.retriedStatuses().first {
            drafts.append(draft("\(status)", call, Scenario.Reply(status), recovery: "RETRY-01"))
        }
        if call.attemptsAfterLoss > 1, (try? call.requireSecondAttemptAfterLoss()) != nil {
            drafts.append(draft("reset", call, call.resetReply, recovery: "RETRY-06"))
        }
        if call.isRefreshing {
            // An idempotency key identifies the call, so it must not change with the token.
            let compared = fields + (call.sendsIdempotencyKey ? [call.features.idempotencyKey].compactMap(\.self) : [])
            let draft = Rule.Draft("refreshed", call.expired()) { expectSameRequest(&$0, compared) }
            drafts.append(
                call.sendsIdempotencyKey ? draft.depending(on: "AUTH-02", "IDEM-01") : draft.depending(on: "AUTH-02")
            )
        }
        if drafts.isEmpty { throw NotApplicableError("the client sends \(call.name) only once") }
        return drafts
    }

    /// Returns a clause with one failure, followed by the recorded reply.
    ///
    /// - Parameter recovery: the ID of the rule on retries after this failure, on which the clause depends. A clause of
    ///   an operation with an idempotency key depends on IDEM-01 instead.
    private static func draft(
        _ variant: String,
        _ call: OperationContext,
        _ failure: Scenario.Reply,
        recovery: String,
    ) -> Rule.Draft {
        let exercise = call.testCase([failure.times(1), call.recordedReply], attempts: 2)
        return Rule.Draft(variant, exercise) { expectSameRequest(&$0, fields + ["Authorization"]) }
            .depending(on: call.sendsIdempotencyKey ? "IDEM-01" : recovery)
    }

    /// Expects every request of the operation to have the target, the body and these header fields of the first one.
    private static func expectSameRequest(_ exam: inout CaseAssertions, _ fields: [String]) {
        guard let first = exam.operationRequests.first else { return exam.fail("expected a request, saw none") }
        for (index, entry) in exam.operationRequests.enumerated().dropFirst() {
            let number = "request \(index + 1) of \(exam.operationRequests.count)"
            if entry.normalizedTarget != first.normalizedTarget {
                exam.fail("expected \(first.target) in \(number), as in the first, saw \(entry.target)")
            }
            if entry.body.length != first.body.length || entry.body.hash != first.body.hash {
                let seen = entry.body.length == 0 ? "none" : "another body of \(entry.body.length) bytes"
                let wanted = "the body of the first request (\(first.body.length) bytes)"
                exam.fail("expected \(wanted) in \(number), saw \(seen)")
            }
            for name in fields where entry.headers[name] != first.headers[name] {
                let (wanted, seen) = (first.headers[name] ?? "none", entry.headers[name] ?? "none")
                exam.fail("expected \(name): \(wanted) in \(number), as in the first, saw \(seen)")
            }
        }
    }
}

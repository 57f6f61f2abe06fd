import Rehearsal

/// The rules on idempotency keys and repeated requests: IDEM.
enum IdempotencyRules {
    static let all = [
        SameKey.rule, otherKey, KeyForm.rule, OutstandingRequests.rule, RepeatedSubmissions.rule,
        UnreadableWrites.rule,
        repeatedDelete,
    ]

    private static let otherKey = Rule(
        "IDEM-02",
        "Each call has its own idempotency key, of at most 255 bytes.",
        source: "draft-ietf-httpapi-idempotency-key-header §2.2",
        dependsOn: ["IDEM-01"]
    ) { call in
        let header = try call.idempotencyKey()
        var exercise = call.recordedCase
        exercise.request.repetitions = 3
        return [
            Rule.Draft("", exercise) { exam in
                exam.expectRequests(3)
                expectOtherKeys(&exam, header)
            }
        ]
    }

    private static let repeatedDelete = Rule(
        "IDEM-07",
        level: .should,
        profile: .strict,
        "A DELETE that is sent again after a lost reply succeeds if the second reply is 404 or 410.",
        source: "RFC 9110 §9.2.2: the response might differ",
        dependsOn: ["RETRY-06", "STAT-02"]
    ) { call in
        guard call.method == .delete else { throw NotApplicableError("\(call.name) is not a DELETE") }
        // If the operation returned a value, the client would have lost it with the reply.
        guard call.isVoid else { throw NotApplicableError("\(call.name) returns a value") }
        try call.requireSecondAttemptAfterLoss()
        guard call.attemptsAfterLoss > 1 else {
            throw NotApplicableError("the client does not retry after a lost connection (afterLoss)")
        }
        return [404, 410].map { status in
            Rule.Draft("\(status)", call.testCase([call.resetReply.times(1), .problem(status)], attempts: 2)) { exam in
                exam.expectRequests(2)
                exam.expectValue("success, because the first request was carried out")
            }
        }
    }

    /// Expects every request of the operation to have a different key of at most 255 bytes.
    private static func expectOtherKeys(_ exam: inout CaseAssertions, _ header: String) {
        let keys = exam.attempts.map { $0.headers[header] ?? "" }
        for (index, key) in keys.enumerated() {
            if key.isEmpty { exam.fail("expected \(header) in call \(index + 1), saw none") }
            if key.utf8.count > 255 {
                exam.fail("expected at most 255 bytes in \(header), saw \(key.utf8.count)")
            }
            guard !key.isEmpty, let first = keys.firstIndex(of: key), first < index else { continue }
            exam.fail("expected different values of \(header) in calls \(first + 1) and \(index + 1), saw the same")
        }
    }
}

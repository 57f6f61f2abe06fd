import Rehearsal

/// The rules on statuses: STAT.
enum StatusRules {
    static let all = [
        everySuccess, FailureStatuses.clientErrors, FailureStatuses.unusualStatuses, FailureStatuses.serverErrors,
        nothingReturned, MissingBodies.empty, FailureStatuses.preservedReply, BodyClaims.problem, BodyClaims.status,
        MissingBodies.accepted, UnusualHeads.interim, UnusualHeads.bodiless, partial,
    ]

    private static let everySuccess = Rule(
        "STAT-01",
        "Every 2xx is success, including unregistered ones.",
        source: "RFC 9110 §15",
        dependsOn: ["REQ-01", "DEC-06", "REPO-01"]
    ) { call in
        guard !call.isVoid else { throw NotApplicableError("\(call.name) returns nothing: see STAT-05") }
        return [200, 201, 203, 299].map { status in
            Rule.Draft("\(status)", call.testCase([call.operation.makeReply(status)])) { exam in
                exam.expectRequests(1)
                exam.expectValue()
            }
            .withoutDependents(if: status != 200 && status != call.reply.status)
        }
    }

    private static let nothingReturned = Rule(
        "STAT-05",
        "204 and 205 complete an operation that returns nothing; nothing is decoded.",
        source: "RFC 9110 §15.3.5, §15.3.6",
        dependsOn: ["REQ-01"]
    ) { call in
        guard call.isVoid else { throw NotApplicableError("\(call.name) returns a value") }
        return [204, 205].map { (status: Int) in
            Rule.Draft("\(status)", call.testCase([Scenario.Reply(status)])) { exam in
                exam.expectRequests(1)
                exam.expectValue("success")
                exam.expectDuration(within: .seconds(1), "success")
            }
            .withoutDependents(if: status != 204 && status != call.reply.status)
        }
    }

    private static let partial = Rule(
        "STAT-13",
        "A 206 reply to a request without Range is not treated as the whole representation.",
        source: "RFC 9110 §15.3.7",
        dependsOn: ["STAT-01"]
    ) { call in
        guard call.method == .get else { throw NotApplicableError("a \(call.method) has no partial reply") }
        try call.requireValue()
        guard call.reply.status != 206 else { throw NotApplicableError("\(call.name) requests a part") }
        try call.requireBody()
        let length = call.reply.body.count
        var reply = call.operation.makeReply(206)
        reply.headers.append("Content-Range", "bytes 0-\(length - 1)/\(length * 2)")
        return [
            Rule.Draft("", call.testCase([reply])) { exam in
                guard !exam.attempts.contains(where: { $0.headers.contains("Range") }) else {
                    return exam.markInconclusive("the client sent the header field Range, so a 206 is a valid reply")
                }
                exam.expectOutcome("an error, or a value that is marked as partial") { outcome in
                    switch outcome {
                    case .value(_, let freshness): (freshness.skipped ?? 0) > 0
                    case .hang, .crash: false
                    default: true
                    }
                }
            }
        ]
    }
}

import Rehearsal

/// The rule on replies that cannot be decoded, RETRY-07.
enum UndecodableReplies {
    /// A valid JSON document that no operation returns.
    static let document = Scenario.Body.json("rehearsal")

    static let rule = Rule(
        "RETRY-07",
        profile: .extended,
        "A successful reply that cannot be decoded is final: the request is not sent again.",
        source: "RFC 9110 §9.2.2: a request is repeated only if no reply was received",
        dependsOn: ["STAT-01", "DEC-01"]
    ) { call in
        try call.requireValue()
        guard call.isIdempotent else { throw NotApplicableError("\(call.name) is not idempotent: see IDEM-06") }
        if let reason = call.singleAttemptReason() { throw NotApplicableError(reason) }
        var exercise = call.testCase([call.recordedReply.with(body: document)])
        exercise.observationTime = .milliseconds(100)
        return [Rule.Draft("", exercise) { $0.expectRequests(1) }]
    }
}

import Rehearsal

/// The rule on unreadable replies to requests with an effect, IDEM-06.
enum UnreadableWrites {
    static let rule = Rule(
        "IDEM-06",
        profile: .extended,
        "A successful but unreadable reply to a request with an effect is a decoding error, and nothing is sent again.",
        source: "RFC 9110 §9.2.2, §15.3",
        dependsOn: ["STAT-01", "DEC-01"]
    ) { call in
        if call.isIdempotent { throw NotApplicableError("\(call.name) is idempotent: see RETRY-07") }
        try call.requireValue()
        let (status, reply) = (call.reply.status, call.recordedReply.with(body: UndecodableReplies.document))
        var exercise = call.testCase([reply])
        exercise.observationTime = .milliseconds(100)
        return [
            Rule.Draft("", exercise) { exam in
                exam.expectRequests(1)
                exam.expectDecoding()
                guard case .decoding(_, _, let seen)? = exam.outcome else { return }
                // Only a reply with a 2xx status is decoded, so the error shows that the request had its effect.
                guard let seen else { return exam.note("the decoding error does not report the status \(status)") }
                if seen != status { exam.fail("expected the decoding error to report status \(status), got \(seen)") }
            }
        ]
    }
}

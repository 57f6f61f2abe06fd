import Rehearsal

/// The rule on a second call during the first, IDEM-05.
enum RepeatedSubmissions {
    static let rule = Rule(
        "IDEM-05",
        profile: .extended,
        "A second call with the same arguments during the first has no effect of its own.",
        source: "the client's declaration; draft-ietf-httpapi-idempotency-key-header §2.6",
        dependsOn: ["REQ-01", "STAT-01", "STAT-05", "IDEM-02"]
    ) { call in
        guard call.joinsParallelCalls else {
            throw NotApplicableError("\(call.name) may be called twice at the same time (joinsParallelCalls)")
        }
        let delay = Duration.milliseconds(500)
        var reply = call.recordedReply
        reply.delay = .fixed(delay)
        var exercise = call.testCase([reply])
        exercise.request.parallel = 2
        exercise.coincidenceWindow = delay
        let header = call.sendsIdempotencyKey ? call.features.idempotencyKey : nil
        return [
            Rule.Draft("", exercise) { exam in
                exam.expectRequests(1...2)
                exam.expectValue()
                guard exam.attempts.count > 1 else { return }
                let keys = Set(exam.attempts.map { entry in header.flatMap { entry.headers[$0] } ?? "" })
                if keys.count == 1, keys != [""] { return }
                exam.fail("expected one request, or the same idempotency key in both, saw two requests")
            }
        ]
    }
}

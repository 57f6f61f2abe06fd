import Rehearsal

/// The rule on parallel requests that do not wait for each other, CONC-02.
enum IndependentRequests {
    /// The number of calls, so few that every common network stack sends their requests in parallel.
    private static let calls = 5

    static let rule = Rule(
        "CONC-02",
        level: .should,
        profile: .extended,
        "A stalled request does not delay other requests, and the number of open requests stays within its limit.",
        source: "RFC 9112 §9.4",
        dependsOn: ["STAT-01", "CANC-04"]
    ) { call in
        if !call.isSafe { throw NotApplicableError("\(call.name) is not safe, so it is not called many times") }
        try call.requireFirst(\.isSafe)
        return [stalling(call), limited(call)]
    }

    private static func stalling(_ call: OperationContext) -> Rule.Draft {
        let replies = [call.stalledReply.times(1), call.operation.recordedReply]
        var exercise = call.testCase(timingOut: 1, replies, attempts: 2)
        exercise.request.parallel = calls
        if let most = call.features.maximumConnections, most < 2 {
            exercise.notApplicableReason = "the client has one request open at a time (maxConnections)"
        }
        return Rule.Draft("stall", exercise, examine: expectOthers)
    }

    private static func limited(_ call: OperationContext) -> Rule.Draft {
        let most = call.features.maximumConnections ?? 0
        var reply = call.operation.recordedReply
        reply.delay = .fixed(.milliseconds(100))
        var exercise = call.testCase([reply])
        exercise.request.parallel = min(2 * most + 2, 20)
        if most == 0 || most >= 20 {
            exercise.notApplicableReason = "the client does not declare a limit of less than 20 (maxConnections)"
        }
        return Rule.Draft("limit", exercise) { exam in
            exam.expectValue("a value from each call")
            let seen = OverlapCounter.maximum(exam.evidence.entries.map { ($0.at, $0.endAt) })
            if seen > most { exam.fail("expected at most \(most) requests open at the same time, saw \(seen)") }
        }
    }

    /// Expects the requests of the other calls to arrive while the first exchange is stalled.
    private static func expectOthers(_ exam: inout CaseAssertions) {
        let requests = exam.attempts
        guard let stalled = requests.first else { return exam.fail("expected \(calls) requests, saw none") }
        // A client may combine equal calls into one request.
        guard requests.count >= calls else {
            return exam.note("the client combined \(calls) calls into \(requests.count.counted("request"))")
        }
        let limit = OperationContext.timeout / 2
        let delays = requests.dropFirst().map { Duration.nanoseconds($0.at - stalled.at) }.sorted()
        let last = delays[calls - 2]
        guard last > limit else { return }
        let inTime = delays.count { $0 <= limit }
        exam.fail(
            "expected \(calls - 1) requests while the first exchange was stalled, saw \(inTime)",
            .late(by: last - limit)
        )
    }
}

import Rehearsal

/// The rules on the exact extent of a timeout, CANC-06, CANC-07 and CANC-08.
enum ExactTimeouts {
    static let fractions = Rule(
        "CANC-06",
        level: .should,
        profile: .extended,
        "A timeout with a fraction of a second is neither rounded nor truncated.",
        source: "URLRequest.timeoutInterval, which is a number of seconds with a fraction",
        dependsOn: ["CANC-04"]
    ) { call in
        if NetworkStackBehavior.of(call.declaration).truncatesTimeouts {
            throw NotApplicableError("the network stack truncates timeouts to whole seconds (transport)")
        }
        try call.requireFirst { _ in true }
        return [500, 1_500].map { milliseconds in
            let timeout = Duration.milliseconds(milliseconds)
            // The second attempt receives a complete reply, because one stalled reply is enough for this rule.
            let replies = [call.stalledReply.times(1), call.operation.recordedReply]
            var exercise = call.testCase(timingOut: 1, replies, attempts: 2)
            exercise.request.timeout = timeout
            exercise.estimatedDuration = timeout + call.declaration.longestWaits(2)
            return Rule.Draft("\(milliseconds)ms", exercise) { exam in
                let isRepeated = exam.attempts.count > 1
                exam.expectOutcome("timeout, or a value from another attempt") { outcome in
                    outcome.kind == .timeout || isRepeated && outcome.kind == .value
                }
                Timeouts.expectTimeouts(&exam, timeout)
            }
        }
    }

    static let slowReplies = Rule(
        "CANC-07",
        profile: .extended,
        "A reply that is slow but complete before the timeout is a success at the first attempt.",
        source: "URLSessionConfiguration.timeoutIntervalForRequest",
        dependsOn: ["CANC-04", "STAT-01", "STAT-05"]
    ) { call in
        try call.requireFirst { _ in true }
        let (timeout, share) = (OperationContext.timeout, 0.7)
        var late = call.operation.recordedReply
        late.delay = .fixed(timeout * share)
        // A head has fewer than 300 bytes, so that it is complete within the same time.
        let dripping = call.operation.recordedReply.failing(
            Fault(.drip(bytesPerSecond: 430), at: .head(.bytes(0)))
        )
        return [("first-byte", late), ("head", dripping)].map { name, reply in
            var exercise = call.testCase([reply])
            exercise.request.timeout = timeout
            exercise.timeSource = .real
            exercise.estimatedDuration = timeout * share
            exercise.coincidenceWindow = timeout * (1 - share)
            return Rule.Draft(name, exercise) { exam in
                exam.expectRequests(1)
                exam.expectValue("a value from a reply within the timeout")
            }
        }
    }

    static let ambiguous = Rule(
        "CANC-08",
        profile: .extended,
        "If a reply stalls in its body, a request that may have had an effect is not sent again.",
        source: "RFC 9110 §9.2.2",
        dependsOn: ["CANC-04", "RETRY-04"]
    ) { call in
        if call.isIdempotent { throw NotApplicableError("\(call.name) is idempotent") }
        if call.sendsIdempotencyKey { throw NotApplicableError("\(call.name) has an idempotency key: see IDEM") }
        try call.requireValue()
        try call.requireBody()
        let cut = call.operation.recordedReply.failing(Fault(.stall(), at: .body(.percent(50))))
        let exercise = call.testCase(timingOut: 1, [cut.times(1), call.operation.recordedReply], attempts: 1)
        return [
            Rule.Draft("", exercise) { exam in
                exam.expectRequests(1)
                exam.expectOutcome("timeout") { $0.kind == .timeout }
            }
        ]
    }
}

import Rehearsal

/// The rule on exchanges that stall, CANC-04.
enum Timeouts {
    static let rule = Rule(
        "CANC-04",
        "A stalled exchange ends in a timeout close to the configured time.",
        source: "URLSessionConfiguration.timeoutIntervalForRequest",
        dependsOn: ["REQ-01", "DEC-06"]
    ) { call in
        let attempts = call.attemptsAfterTimeout
        try call.requireTime(for: attempts)
        var drafts = [
            Rule.Draft("head", call.testCase(timingOut: attempts, [call.stalledReply], attempts: attempts)) { exam in
                exam.expectOutcome("timeout") { $0.kind == .timeout }
                expectTimeouts(&exam, OperationContext.timeout)
            }
        ]
        if !call.reply.body.isEmpty {
            // The second attempt receives the whole body, because one stalled body is enough for this rule.
            let cut = call.recordedReply.failing(Fault(.stall(), at: .body(.percent(50)))).times(1)
            let most = min(attempts, 2)
            drafts.append(
                Rule.Draft("body", call.testCase(timingOut: most, [cut, call.recordedReply], attempts: most)) { exam in
                    // Other rules judge whether the client may send the request again.
                    let isRepeated = exam.attempts.count > 1
                    exam.expectOutcome("timeout, or a value from another attempt") { outcome in
                        outcome.kind == .timeout || isRepeated && outcome.kind == .value
                    }
                    expectTimeouts(&exam, OperationContext.timeout)
                }
                .requiringReturnValue(of: call)
            )
        }
        return drafts
    }

    /// Expects every stalled exchange to end near its timeout.
    ///
    /// The server may record the start of an exchange late, so only the total duration proves a timeout too short.
    static func expectTimeouts(_ exam: inout CaseAssertions, _ timeout: Duration) {
        let most = timeout * 1.5 + .milliseconds(500)
        let stalled = exam.evidence.entries.filter { $0.end == .closedByClient || $0.end == .resetByClient }
        for entry in stalled {
            let duration = Duration.nanoseconds((entry.endAt ?? entry.at) - entry.at)
            guard duration > most else { continue }
            exam.fail(
                "expected a timeout after \(timeout.displayText), the exchange lasted \(duration.displayText)",
                .late(by: duration - most)
            )
        }
        let count = max(1, exam.attempts.count)
        let took = Duration.nanoseconds(exam.evidence.answeredAt - exam.evidence.calledAt)
        let least = timeout * max(1, stalled.count) - .milliseconds(5)
        let delay = exam.evidence.latency.delay
        if took < least {
            exam.fail(
                "expected timeouts of \(least.displayText) in total, the client gave up after \(took.displayText)"
            )
        } else if delay * 4 > timeout, took < least + delay {
            exam.markInconclusive(
                "a timeout of \(took.displayText) may have been \(delay.displayText) shorter than measured",
                isTransient: true
            )
        }
        expectEnd(&exam, within: most * count + exam.declaration.longestWaits(count))
    }

    /// Expects the call to end in time. The time is measured from the first request, after the client's construction.
    private static func expectEnd(_ exam: inout CaseAssertions, within limit: Duration) {
        let start = exam.attempts.first?.at ?? exam.evidence.calledAt
        let took = Duration.nanoseconds(exam.evidence.answeredAt - start)
        let excess = took - limit - max(.milliseconds(500), exam.evidence.overhead ?? .zero)
        guard excess > .zero else { return }
        exam.fail("expected a timeout within \(limit.displayText), it took \(took.displayText)", .late(by: excess))
    }
}

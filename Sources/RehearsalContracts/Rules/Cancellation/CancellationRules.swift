import Rehearsal

/// The rules on cancelled calls and on timeouts: CANC.
enum CancellationRules {
    static let all = [
        cancelling, EarlyCancellation.rule, PartialCancellation.rule, Timeouts.rule, Deadlines.slowBody,
        ExactTimeouts.fractions, ExactTimeouts.slowReplies, ExactTimeouts.ambiguous, Deadlines.sum,
    ]

    /// The time from the start of a call to its cancellation, and the time within which the call must then end.
    private static let (cancellationTime, endTolerance) = (Duration.milliseconds(300), Duration.milliseconds(250))

    private static let cancelling = Rule(
        "CANC-01",
        "A cancelled call promptly reports the cancellation, closes its exchange and is not retried.",
        source: "Swift cooperative cancellation; AIP-194",
        dependsOn: ["REQ-01"]
    ) { call in
        guard call.features.cancellation else { throw NotApplicableError("the client's calls cannot be cancelled") }
        var drafts = [draft("head", call, call.stalledReply)]
        if !call.reply.body.isEmpty {
            let cut = call.recordedReply.failing(Fault(.stall(), at: .body(.percent(50))))
            drafts.append(draft("body", call, cut).requiringReturnValue(of: call))
        }
        if let status = try? call.retriedStatuses().first {
            drafts.append(pausing(call, after: status).depending(on: "RETRY-01"))
        }
        return drafts
    }

    private static func draft(
        _ variant: String,
        _ call: OperationContext,
        _ reply: Scenario.Reply,
        at cancellationTime: Duration = cancellationTime,
        watching pause: Duration? = nil,
    ) -> Rule.Draft {
        var exercise = call.testCase([reply]).withStoredValue(call.operation)
        exercise.request.cancelAfter = cancellationTime
        exercise.request.timeout = .seconds(10)
        exercise.observationTime = .milliseconds(100)
        // In virtual time, the waits of the client would be over before the cancellation.
        exercise.timeSource = .real
        exercise.estimatedDuration = .milliseconds(400)
        if let pause {
            // Observes the client until its cancelled wait would have ended, plus a margin, but at most 3 s.
            exercise.observationTime = min(pause - cancellationTime + .milliseconds(300), .seconds(3))
            exercise.estimatedDuration += exercise.observationTime
        }
        return Rule.Draft(variant, exercise) { exam in
            expectCancelled(&exam, within: cancellationTime + endTolerance, isPausing: pause != nil)
        }
    }

    /// Returns a clause that cancels a call while the client waits before a retry.
    private static func pausing(_ call: OperationContext, after status: Int) -> Rule.Draft {
        let ownBounds = call.declaration.waitBounds(after: status).bounds(1)
        if call.retry.honorsRetryAfter, RetryAfterWait.isDefined(with: status) {
            let retryAfterReply = Scenario.Reply(status, headers: ["Retry-After": "1"])
            var draft = draft("backoff", call, retryAfterReply, watching: max(.seconds(1), ownBounds.upperBound))
            draft.exercise.coincidenceWindow = .seconds(1) - cancellationTime
            return draft.depending(on: "BACK-05")
        }
        let half = ownBounds.lowerBound / 2
        var draft = draft("backoff", call, Scenario.Reply(status), at: half, watching: ownBounds.upperBound)
        draft.exercise.coincidenceWindow = half
        if ownBounds.lowerBound < .milliseconds(200) {
            draft.exercise.notApplicableReason = "the client's wait may be too short to be cancelled"
        }
        return draft
    }

    /// The tolerance for the delay with which the harness reads a request or an answer.
    private static let transit = Duration.seconds(1)

    /// Expects the call to report its cancellation in time, to send no further request and to close its exchanges.
    private static func expectCancelled(_ exam: inout CaseAssertions, within limit: Duration, isPausing: Bool) {
        // A network stack may very rarely lose a cancellation that coincides with the end of an exchange.
        exam.expectOutcome("cancelled", chance: .hang) { $0.kind == .cancelled }
        expectEnd(&exam, within: limit)
        // A call that waits before a retry may have made several attempts; a stalled one must have made only one.
        if !isPausing || exam.attempts.isEmpty { exam.expectRequests(1) }
        let late = exam.evidence.entries.map { Duration.nanoseconds($0.at - exam.evidence.answeredAt) }.filter {
            $0 > .zero
        }
        if let last = late.max() {
            // A request that was in transit at the cancellation may reach the server later.
            exam.fail("expected no request after the end of the call, saw \(late.count)", .late(by: last))
        }
        for entry in exam.evidence.entries where entry.end != .completed {
            if entry.end == .closedByClient || entry.end == .resetByClient { continue }
            let message = "expected the client to close the exchange, but the exchange stayed open"
            exam.fail(message, .late(by: exam.testCase.settlingTime))
        }
    }

    /// Expects the call to end in time, by the client's clock and, within the transit delay, by the harness's clock.
    private static func expectEnd(_ exam: inout CaseAssertions, within limit: Duration) {
        let start = exam.evidence.entries.first?.at ?? exam.evidence.calledAt
        let seen = Duration.nanoseconds(exam.evidence.answeredAt - start)
        guard case .outcomes(_, let elapsed, _, _) = exam.evidence.answer else { return }
        if let elapsed, elapsed > limit {
            let message = "expected the call to end within \(limit.displayText), it took \(elapsed.displayText)"
            exam.fail(message, .late(by: elapsed - limit))
        } else if seen > limit + transit {
            let excess = seen - limit - transit
            let message =
                "expected the call to end within \(limit.displayText), the harness saw its end after \(seen.displayText)"
            exam.fail(message, .late(by: excess))
        }
    }
}

import Rehearsal

/// Rules on calls that end early: CANC.
enum CancellationRules {
    static let all = [cancelling, Timeouts.rule]

    /// When calls are cancelled, and how soon they must have come to their end then.
    private static let (moment, promptness) = (Duration.milliseconds(300), Duration.milliseconds(250))

    private static let cancelling = Rule(
        "CANC-01",
        "A call that is cancelled ends at once, as cancelled, with its exchange, and is not tried again.",
        source: "Swift cooperative cancellation; AIP-194",
        restsOn: ["REQ-01"]
    ) { call in
        guard call.features.cancellation else { throw Inapplicable("the client's calls cannot be cancelled") }
        var drafts = [draft("head", call, call.silent)]
        if !call.reply.body.isEmpty {
            let cut = call.recorded.failing(Fault(.stall(), at: .body(.percent(50))))
            drafts.append(draft("body", call, cut).where(isRead: call))
        }
        if let status = try? call.repeatedStatuses().first {
            drafts.append(pausing(call, after: status).resting(on: "RETRY-01"))
        }
        return drafts
    }

    private static func draft(
        _ variant: String,
        _ call: ClientCall,
        _ reply: Scenario.Reply,
        at moment: Duration = moment,
        watching pause: Duration? = nil,
    ) -> Rule.Draft {
        var exercise = call.exercise([reply]).storing(call.operation)
        exercise.request.cancelAfter = moment
        exercise.request.timeout = .seconds(10)
        exercise.watch = .milliseconds(100)
        // Made-up time would be over before there is anything to cancel.
        exercise.time = .real
        exercise.lasts = .milliseconds(400)
        if let pause {
            // As long as the pause that was cancelled would have lasted, and a little longer, within reason.
            exercise.watch = min(pause - moment + .milliseconds(300), .seconds(3))
            exercise.lasts += exercise.watch
        }
        return Rule.Draft(variant, exercise) { exam in
            expectCancelled(&exam, within: moment + promptness, isPausing: pause != nil)
        }
    }

    /// Cancels a client that waits to try again.
    private static func pausing(_ call: ClientCall, after status: Int) -> Rule.Draft {
        let own = call.declaration.envelope(after: status).bounds(1)
        if call.retry.honorsRetryAfter, AskedWait.isAsked(with: status) {
            let asked = Scenario.Reply(status, headers: ["Retry-After": "1"])
            var draft = draft("backoff", call, asked, watching: max(.seconds(1), own.upperBound))
            draft.exercise.simultaneity = .seconds(1) - moment
            return draft.resting(on: "BACK-05")
        }
        let half = own.lowerBound / 2
        var draft = draft("backoff", call, Scenario.Reply(status), at: half, watching: own.upperBound)
        draft.exercise.simultaneity = half
        if own.lowerBound < .milliseconds(200) {
            draft.exercise.impossible = "the client may wait too shortly to be cancelled in the meantime"
        }
        return draft
    }

    /// The delay of what the harness sees later than the client does: the request when it is read, the answer when it
    /// is read.
    private static let transit = Duration.seconds(1)

    /// The call has ended in time, as cancelled, and left nothing open.
    private static func expectCancelled(_ exam: inout Examination, within most: Duration, isPausing: Bool) {
        // Where it meets the end of an exchange, a cancelling may be lost by the network stack, very rarely.
        exam.expectOutcome("cancelled", chance: .hang) { $0.kind == .cancelled }
        expectEnd(&exam, within: most)
        // In a pause there may have been attempts before; what stalls is never followed by another.
        if !isPausing || exam.attempts.isEmpty { exam.expectRequests(1) }
        let late = exam.evidence.entries.map { Duration.nanoseconds($0.at - exam.evidence.answeredAt) }.filter {
            $0 > .zero
        }
        if let last = late.max() {
            // A request that was on its way when the call was cancelled may be read late.
            exam.complain("expected no request after the call had ended, saw \(late.count)", .late(by: last))
        }
        for entry in exam.evidence.entries where entry.end != .completed {
            if entry.end == .closedByClient || entry.end == .resetByClient { continue }
            let message = "expected the client to close what it had asked, it left the exchange open"
            exam.complain(message, .late(by: exam.exercise.settling))
        }
    }

    /// The call has ended so soon, by the clock of the client and, as far as can be seen from outside, by ours.
    private static func expectEnd(_ exam: inout Examination, within most: Duration) {
        let start = exam.evidence.entries.first?.at ?? exam.evidence.calledAt
        let seen = Duration.nanoseconds(exam.evidence.answeredAt - start)
        guard case .outcomes(_, let told, _) = exam.evidence.answer else { return }
        if let told, told > most {
            exam.complain("expected an end within \(most.shown), it took \(told.shown)", .late(by: told - most))
        } else if seen > most + transit {
            let excess = seen - most - transit
            exam.complain("expected an end within \(most.shown), it was told after \(seen.shown)", .late(by: excess))
        }
    }
}

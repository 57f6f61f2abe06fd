import Rehearsal

extension Rule {
    /// When calls are cancelled, and how soon they must have come to their end then.
    private static let (moment, promptness) = (Duration.milliseconds(300), Duration.milliseconds(250))

    static let cancelling = Rule(
        "CANC-01",
        .must,
        core: true,
        "A call that is cancelled ends at once, as cancelled, with its exchange, and is not tried again.",
        source: "Swift cooperative cancellation; AIP-194",
        restsOn: ["REQ-01"]
    ) { declaration, operation in
        guard declaration.features.cancellation else { return .notApplicable("the client's calls cannot be cancelled") }
        let stalled = { stage in operation.recorded.failing(Fault(.stall(), at: stage)) }
        var drafts = [draft("head", operation, [stalled(.beforeHead)])]
        if !operation.reply.body.isEmpty { drafts.append(draft("body", operation, [stalled(.body(.percent(50)))])) }
        if declaration.isNotRepeated(operation) == nil { drafts.append(pausing(declaration, operation)) }
        return .clauses(drafts)
    }

    private static func draft(
        _ variant: String,
        _ operation: Declaration.Operation,
        _ replies: [Scenario.Reply],
        at moment: Duration = moment,
    ) -> Draft {
        var exercise = Exercise(operation, replies: replies)
        exercise.request.cancelAfter = moment
        exercise.request.timeout = .seconds(10)
        exercise.watch = .milliseconds(100)
        // Made-up time would be over before there is anything to cancel.
        exercise.time = .real
        exercise.lasts = .milliseconds(400)
        if let stored = operation.stored { exercise.request.store[stored.key] = stored.value }
        return Draft(variant, exercise) { exam in
            exam.expectCancelled(within: moment + promptness, isPausing: variant == "backoff")
        }
    }

    /// Cancels a client that waits to try again.
    private static func pausing(_ declaration: Declaration, _ operation: Declaration.Operation) -> Draft {
        let status = declaration.transientStatuses[0]
        if declaration.retry.honorsRetryAfter, AskedWait.isAsked(with: status) {
            return draft("backoff", operation, [Scenario.Reply(status, headers: ["Retry-After": "2"])])
        }
        let least = declaration.envelope.bounds(1).lowerBound
        var draft = draft("backoff", operation, [Scenario.Reply(status)], at: least / 2)
        if least < .milliseconds(200) {
            draft.exercise.impossible = "the client may wait too shortly to be cancelled in the meantime"
        }
        return draft
    }
}

extension Examination {
    /// The call has ended in time, as cancelled, and left nothing open.
    fileprivate mutating func expectCancelled(within most: Duration, isPausing: Bool) {
        // Where it meets the end of an exchange, a cancelling may be lost by the network stack, very rarely.
        expectOutcome("cancelled", chance: .hang) { $0.kind == .cancelled }
        if case .outcomes(_, let elapsed, _) = evidence.answer, elapsed > most {
            complain("expected an end within \(most.shown), it took \(elapsed.shown)", mayBeChance: true)
        }
        // In a pause there may have been attempts before; what stalls is never followed by another.
        if !isPausing || attempts.isEmpty { expectRequests(1) }
        let late = evidence.entries.count { $0.at > evidence.answeredAt }
        // What was on its way when the call was cancelled may be read late.
        if late > 0 { complain("expected no request after the call had ended, saw \(late)", mayBeChance: true) }
        for entry in evidence.entries where entry.end != .completed {
            if entry.end == .closedByClient || entry.end == .resetByClient { continue }
            complain("expected the client to close what it had asked, it left the exchange open", mayBeChance: true)
        }
    }
}

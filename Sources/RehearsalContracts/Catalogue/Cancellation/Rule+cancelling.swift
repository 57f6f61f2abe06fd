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
        if !operation.reply.body.isEmpty {
            drafts.append(draft("body", operation, [stalled(.body(.percent(50)))]).where(isRead: operation))
        }
        if declaration.isNotRepeated(operation) == nil {
            drafts.append(pausing(declaration, operation).resting(on: "RETRY-01"))
        }
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
        let own = declaration.envelope(after: status).bounds(1)
        if declaration.retry.honorsRetryAfter, AskedWait.isAsked(with: status) {
            let asked = Scenario.Reply(status, headers: ["Retry-After": "1"])
            var draft = draft("backoff", operation, [asked]).watching(until: max(.seconds(1), own.upperBound))
            draft.exercise.simultaneity = .seconds(1) - moment
            return draft.resting(on: "BACK-05")
        }
        var draft = draft("backoff", operation, [Scenario.Reply(status)], at: own.lowerBound / 2)
            .watching(until: own.upperBound)
        draft.exercise.simultaneity = own.lowerBound / 2
        if own.lowerBound < .milliseconds(200) {
            draft.exercise.impossible = "the client may wait too shortly to be cancelled in the meantime"
        }
        return draft
    }
}

extension Rule.Draft {
    /// Looks on for as long as the pause that was cancelled would have lasted, and a little longer, within reason.
    fileprivate func watching(until end: Duration) -> Rule.Draft {
        var draft = self
        let rest = end - (exercise.request.cancelAfter ?? .zero)
        draft.exercise.watch = min(rest + .milliseconds(300), .seconds(3))
        draft.exercise.lasts += draft.exercise.watch
        return draft
    }
}

extension Examination {
    /// What the harness sees later than the client does: the request when it is read, the answer when it is read.
    private static let transit = Duration.seconds(1)

    /// The call has ended so soon, by the clock of the client and, as far as can be seen from outside, by ours.
    private mutating func expectEnd(within most: Duration) {
        let start = evidence.entries.first?.at ?? evidence.calledAt
        let seen = Duration.nanoseconds(evidence.answeredAt - start)
        guard case .outcomes(_, let told, _) = evidence.answer else { return }
        if let told, told > most {
            complain("expected an end within \(most.shown), it took \(told.shown)", .late(by: told - most))
        } else if seen > most + Self.transit {
            let excess = seen - most - Self.transit
            complain("expected an end within \(most.shown), it was told after \(seen.shown)", .late(by: excess))
        }
    }

    /// The call has ended in time, as cancelled, and left nothing open.
    fileprivate mutating func expectCancelled(within most: Duration, isPausing: Bool) {
        // Where it meets the end of an exchange, a cancelling may be lost by the network stack, very rarely.
        expectOutcome("cancelled", chance: .hang) { $0.kind == .cancelled }
        expectEnd(within: most)
        // In a pause there may have been attempts before; what stalls is never followed by another.
        if !isPausing || attempts.isEmpty { expectRequests(1) }
        let late = evidence.entries.map { Duration.nanoseconds($0.at - evidence.answeredAt) }.filter { $0 > .zero }
        if let last = late.max() {
            // A request that was on its way when the call was cancelled may be read late.
            complain("expected no request after the call had ended, saw \(late.count)", .late(by: last))
        }
        for entry in evidence.entries where entry.end != .completed {
            if entry.end == .closedByClient || entry.end == .resetByClient { continue }
            let message = "expected the client to close what it had asked, it left the exchange open"
            complain(message, .late(by: exercise.settling))
        }
    }
}

package import Rehearsal

extension Examination {
    /// Every call has come to one of these.
    ///
    /// - Parameter chance: an outcome that a correct client shows very rarely; it counts if it happens again.
    package mutating func expectOutcome(
        _ wanted: String,
        chance: ClientOutcome? = nil,
        _ isRight: (ClientOutcome) -> Bool,
    ) {
        let outcomes = evidence.answer.outcomes
        if outcomes.isEmpty { complain("expected \(wanted), and there is no outcome") }
        for outcome in outcomes where !isRight(outcome) {
            complain("expected \(wanted), got \(outcome)", outcome == chance ? .chance : .event)
        }
    }

    /// Every call has come to a failure with this status: to the error of the app that is declared for it or, where
    /// none is declared, to any error that still has the status.
    package mutating func expectFailure(status: Int) {
        if let word = operation.domainErrors[status] {
            return expectOutcome("domain(\(word)), which is declared for \(status)") { outcome in
                guard case .domain(let name, let seen, _) = outcome else { return false }
                return name == word && (seen ?? status) == status
            }
        }
        expectOutcome("a failure that still knows the status \(status)") { outcome in
            switch outcome {
            case .http(let seen, _, _), .domain(_, let seen?, _): seen == status
            case .auth(let reason, let seen): (seen ?? (reason == .forbidden ? 403 : 401)) == status
            default: false
            }
        }
    }

    /// Every call has returned; where it is known what, that.
    package mutating func expectValue() {
        guard let expected = operation.value else { return expectValue("a value") }
        expectValue("the value \(ClientOutcome.value(expected))")
        for value in evidence.answer.outcomes.compactMap(\.value) {
            let changes = ValueChange.between(expected, value)
            guard let first = changes.first else { continue }
            let rest = changes.count > 1 ? ", and \(changes.count - 1) more differences" : ""
            complain("expected \(first.path) of the value to be \(first.old.brief), got \(first.new.brief)\(rest)")
        }
    }

    /// Every call has come to an error of the transport, of a kind that this loss may be on this network stack.
    package mutating func expectLoss(_ loss: PlatformOutcomes.Loss) {
        let kinds = PlatformOutcomes.of(declaration).outcomes(of: loss)
        let names = kinds.map(\.rawValue).sorted().joined(separator: " or ")
        expectOutcome("transport(\(names))") { outcome in
            if case .transport(let kind, _) = outcome { kinds.contains(kind) } else { false }
        }
    }

    /// The calls together have taken no longer than that, by the clock of this machine.
    package mutating func expectAnswer(within most: Duration, _ what: String) {
        let took = Duration.nanoseconds(evidence.answeredAt - evidence.calledAt)
        guard took > most else { return }
        complain("expected \(what) within \(most.shown), it took \(took.shown)", .late(by: took - most))
    }

    /// The answer is said to be wrong, in one of these ways, and at that place of it; anywhere and anyhow if nil.
    package mutating func expectDecoding(
        _ details: Set<ClientOutcome.Decoding>? = nil,
        at place: JSON.Pointer? = nil,
    ) {
        let wanted = ["a decoding error", place.map { "at \($0.path)" }].compactMap(\.self).joined(separator: " ")
        expectOutcome(wanted) { outcome in
            guard case .decoding(let detail, let path, _) = outcome else { return false }
            guard details?.contains(detail) ?? true else { return false }
            return place.map { place in path.map { PathNotation($0).points(to: place) } ?? false } ?? true
        }
    }

    /// What the field holds now is what the client returns wherever it returned what the field held before.
    package mutating func expectReading(of mutation: Mutation) {
        guard let field = mutation.field, let sent = mutation.replacement else { return }
        guard let value = outcome?.value else {
            expectValue("a value with \(sent.brief) for \(field.place.path)")
            return
        }
        guard let golden = operation.value else {
            doubt("nobody said what the client returns for the recorded answer")
            return
        }
        let (old, new) = (WireValue(field.value, field.kind), WireValue(sent, field.kind))
        let changes = ValueChange.between(golden, value)
        for change in changes where old.isRead(as: change.old) && !new.isRead(as: change.new) {
            complain("expected \(change.path) to be \(sent.brief), as in the answer, got \(change.new.brief)")
        }
        // Where the old value can have come from nowhere else, the new one has to follow it.
        guard !old.isRead(as: sent) else { return }
        let (isOnlyOne, changed) = (isUnique(old), Set(changes.map(\.path)))
        for leaf in ValueChange.leaves(of: golden) where old.isRead(as: leaf.value) && !changed.contains(leaf.path) {
            guard isOnlyOne || PathNotation(leaf.path).points(to: field.place) else { continue }
            complain("expected \(leaf.path) to be \(sent.brief), as in the answer, got \(leaf.value.brief) as before")
        }
    }

    /// Every call has returned, whatever.
    package mutating func expectValue(_ wanted: String) { expectOutcome(wanted) { $0.kind == .value } }

    /// The answer that is not as agreed has not become something else, as if that had been sent.
    package mutating func expectNothingSwallowed(_ mutation: Mutation) {
        for outcome in evidence.answer.outcomes {
            let effect = ProbeEffect(of: outcome, mutation, golden: operation.value)
            switch effect.kind {
            case .swallowed: complain("\(mutation.told) was swallowed: \(effect.detail)")
            case .hang, .crash: complain("\(mutation.told) ended in \(outcome)")
            case .error, .read, .tolerated, .vague, .unknown: break
            }
        }
    }

    /// Whether the answer has that value only once.
    private func isUnique(_ wire: WireValue) -> Bool {
        guard let document = operation.reply.document else { return false }
        return ValueChange.leaves(of: document.root.value).count { wire.isRead(as: $0.value) } == 1
    }
}

package import Rehearsal

extension CaseAssertions {
    /// Expects every call to end in an outcome that satisfies the predicate.
    ///
    /// - Parameter chance: an outcome that a correct client rarely has; it counts if it happens again.
    package mutating func expectOutcome(
        _ wanted: String,
        chance: ClientOutcome? = nil,
        _ isRight: (ClientOutcome) -> Bool,
    ) {
        let outcomes = evidence.answer.outcomes
        if outcomes.isEmpty { fail("expected \(wanted), got no outcome") }
        for outcome in outcomes where !isRight(outcome) {
            fail("expected \(wanted), got \(outcome)", outcome == chance ? .chance : .event)
        }
    }

    /// Expects every call to fail with this status.
    ///
    /// The domain error for the status is expected if the contract declares one, otherwise any error with the status.
    package mutating func expectFailure(status: Int) {
        if let word = operation.domainErrors[status] {
            return expectOutcome("domain(\(word)), as declared for \(status)") { outcome in
                guard case .domain(let name, let seen, _) = outcome else { return false }
                return name == word && (seen ?? status) == status
            }
        }
        expectOutcome("a failure with status \(status)") { outcome in
            switch outcome {
            case .http(let seen, _, _), .domain(_, let seen?, _): seen == status
            case .auth(let reason, let seen): (seen ?? (reason == .forbidden ? 403 : 401)) == status
            default: false
            }
        }
    }

    /// Expects every call to return the declared value, or any value if none is declared.
    package mutating func expectValue() {
        guard let expected = operation.value else { return expectValue("a value") }
        expectValue("\(ClientOutcome.value(expected))")
        for value in evidence.answer.outcomes.compactMap(\.value) {
            let changes = ValueChange.between(expected, value)
            guard let first = changes.first else { continue }
            let rest = changes.count > 1 ? ", and \(changes.count - 1) more differences" : ""
            fail("expected \(first.path) of the value to be \(first.old.brief), got \(first.new.brief)\(rest)")
        }
    }

    /// Expects every call to fail with a transport error that this network stack may report for the loss.
    package mutating func expectTransportError(_ loss: NetworkStackBehavior.ConnectionFailure) {
        let kinds = NetworkStackBehavior.of(declaration).outcomes(of: loss)
        let names = kinds.map(\.rawValue).sorted().joined(separator: " or ")
        expectOutcome("transport(\(names))") { outcome in
            if case .transport(let kind, _) = outcome { kinds.contains(kind) } else { false }
        }
    }

    /// Expects all calls together to end within a duration, by the harness's clock.
    package mutating func expectDuration(within most: Duration, _ what: String) {
        let took = Duration.nanoseconds(evidence.answeredAt - evidence.calledAt)
        guard took > most else { return }
        fail("expected \(what) within \(most.displayText), it took \(took.displayText)", .late(by: took - most))
    }

    /// Expects every call to fail with a decoding error of one of these kinds at this place; nil accepts any.
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

    /// Expects the client to return the new value of a field wherever it returned the old one.
    package mutating func expectNewValue(of mutation: Mutation) {
        guard let field = mutation.field, let sent = mutation.replacement else { return }
        guard let value = outcome?.value else {
            expectValue("a value with \(sent.brief) for \(field.place.path)")
            return
        }
        guard let golden = operation.value else {
            markInconclusive("the contract does not declare the value for the recorded reply (value)")
            return
        }
        let (old, new) = (WireValue(field.value, field.kind), WireValue(sent, field.kind))
        let changes = ValueChange.between(golden, value)
        for change in changes where old.isRepresented(as: change.old) && !new.isRepresented(as: change.new) {
            fail("expected \(change.path) to be \(sent.brief), as in the reply, got \(change.new.brief)")
        }
        // If the old value has no other source, the new value must replace it.
        guard !old.isRepresented(as: sent) else { return }
        let (isOnlyOne, changed) = (isUnique(old), Set(changes.map(\.path)))
        for leaf in ValueChange.leaves(of: golden)
        where old.isRepresented(as: leaf.value) && !changed.contains(leaf.path) {
            guard isOnlyOne || PathNotation(leaf.path).points(to: field.place) else { continue }
            fail("expected \(leaf.path) to be \(sent.brief), as in the reply, got the old \(leaf.value.brief)")
        }
    }

    /// Expects every call to return a value.
    package mutating func expectValue(_ wanted: String) { expectOutcome(wanted) { $0.kind == .value } }

    /// Expects a changed reply not to be returned as if it were a valid different value.
    package mutating func expectNoSilentAcceptance(_ mutation: Mutation) {
        for outcome in evidence.answer.outcomes {
            let effect = MutationEffect(of: outcome, mutation, golden: operation.value)
            switch effect.kind {
            case .swallowed: fail("\(mutation.shortText) was swallowed: \(effect.detail)")
            case .hang, .crash: fail("\(mutation.shortText) ended in \(outcome)")
            case .error, .read, .tolerated, .vague, .unknown: break
            }
        }
    }

    /// Whether the value occurs once in the recorded reply.
    private func isUnique(_ wire: WireValue) -> Bool {
        guard let document = operation.reply.document else { return false }
        return ValueChange.leaves(of: document.root.value).count { wire.isRepresented(as: $0.value) } == 1
    }
}

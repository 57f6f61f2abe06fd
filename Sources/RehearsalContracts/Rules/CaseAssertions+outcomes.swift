package import Rehearsal

extension CaseAssertions {
    /// Expects every call to have an outcome that satisfies the predicate.
    ///
    /// - Parameters:
    ///   - expected: the expected outcome, for the finding.
    ///   - chance: an outcome that a correct client rarely has. It fails the clause only if a second run has it too.
    package mutating func expectOutcome(
        _ expected: String,
        chance: ClientOutcome? = nil,
        _ isExpected: (ClientOutcome) -> Bool,
    ) {
        let outcomes = evidence.answer.outcomes
        if outcomes.isEmpty { fail("expected \(expected), got no outcome") }
        for outcome in outcomes where !isExpected(outcome) {
            fail("expected \(expected), got \(outcome)", outcome == chance ? .chance : .event)
        }
    }

    /// Expects every call to fail with this status.
    ///
    /// If the contract declares a domain error for the status, only that error passes. Otherwise any error with the
    /// status passes.
    package mutating func expectFailure(status: Int) {
        if let domainError = operation.domainErrors[status] {
            return expectOutcome("domain(\(domainError)), as declared for \(status)") { outcome in
                guard case .domain(let name, let seen, _) = outcome else { return false }
                return name == domainError && (seen ?? status) == status
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

    /// Expects every call to fail with a transport error that the client's network stack may report for the failure.
    package mutating func expectTransportError(_ loss: NetworkStackBehavior.ConnectionFailure) {
        let kinds = NetworkStackBehavior.of(declaration).outcomes(of: loss)
        let names = kinds.map(\.rawValue).sorted().joined(separator: " or ")
        expectOutcome("transport(\(names))") { outcome in
            if case .transport(let kind, _) = outcome { kinds.contains(kind) } else { false }
        }
    }

    /// Expects every call to fail with an error, instead of a value, a hang, a timeout or the end of the process.
    mutating func expectError(_ expected: String) {
        expectOutcome(expected) { ![.value, .hang, .crash, .timeout].contains($0.kind) }
    }

    /// Expects every call to fail with a transport error that the client's network stack may report for the failure.
    ///
    /// A decoding error also passes if the stack cannot detect the failure, so that the client receives wrong bytes.
    mutating func expectTransportOrDecodingError(_ loss: NetworkStackBehavior.ConnectionFailure) {
        let stack = NetworkStackBehavior.of(declaration)
        let kinds = stack.outcomes(of: loss)
        let names = kinds.map(\.rawValue).sorted().joined(separator: " or ")
        let hidesFailure = stack.undetected.contains(loss)
        expectOutcome("transport(\(names))\(hidesFailure ? " or a decoding error" : "")") { outcome in
            switch outcome {
            case .transport(let kind, _): kinds.contains(kind)
            case .decoding: hidesFailure
            default: false
            }
        }
    }

    /// Expects every call to succeed: with the declared value, or without a value if the operation returns nothing.
    mutating func expectSuccess() {
        for outcome in evidence.answer.outcomes { expectSuccess(of: outcome) }
        if evidence.answer.outcomes.isEmpty { fail("expected success, got no outcome") }
    }

    /// Expects one call to succeed: with the declared value, or without a value if the operation returns nothing.
    ///
    /// - Parameter place: the call, for the finding: `in the second call`.
    mutating func expectSuccess(of outcome: ClientOutcome, _ place: String? = nil) {
        let suffix = place.map { " \($0)" } ?? ""
        guard case .value(let value, _) = outcome else {
            return fail("expected \(operation.isVoid ? "success" : "the value")\(suffix), got \(outcome)")
        }
        guard !operation.isVoid, let golden = operation.value else { return }
        for change in ValueChange.between(golden, value).prefix(1) {
            fail("expected \(change.path) of the value\(suffix) to be \(change.old.brief), got \(change.new.brief)")
        }
    }

    /// Expects all calls together to end within a duration, by the harness's clock.
    package mutating func expectDuration(within limit: Duration, _ expected: String) {
        let took = Duration.nanoseconds(evidence.answeredAt - evidence.calledAt)
        guard took > limit else { return }
        fail("expected \(expected) within \(limit.displayText), it took \(took.displayText)", .late(by: took - limit))
    }

    /// Expects every call to fail with a decoding error of one of these kinds at this pointer; nil accepts any.
    package mutating func expectDecoding(
        _ details: Set<ClientOutcome.Decoding>? = nil,
        at pointer: JSON.Pointer? = nil,
    ) {
        let wanted = ["a decoding error", pointer.map { "at \($0.path)" }].compactMap(\.self).joined(separator: " ")
        expectOutcome(wanted) { outcome in
            guard case .decoding(let detail, let path, _) = outcome else { return false }
            guard details?.contains(detail) ?? true else { return false }
            return pointer.map { pointer in path.map { PathNotation($0).matches(to: pointer) } ?? false } ?? true
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
        // If no other field has the old value, every occurrence of the old value must have changed.
        guard !old.isRepresented(as: sent) else { return }
        let (isOnlyOne, changed) = (isUnique(old), Set(changes.map(\.path)))
        for leaf in ValueChange.leaves(of: golden)
        where old.isRepresented(as: leaf.value) && !changed.contains(leaf.path) {
            guard isOnlyOne || PathNotation(leaf.path).matches(to: field.place) else { continue }
            fail("expected \(leaf.path) to be \(sent.brief), as in the reply, got the old \(leaf.value.brief)")
        }
    }

    /// Expects every call to return a value.
    package mutating func expectValue(_ wanted: String) { expectOutcome(wanted) { $0.kind == .value } }

    /// Expects the client not to return a different value for a changed reply without an error.
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

    /// The errors that the default classifier mapped by their payload or name, one sentence each.
    package var guessNotes: [String] {
        var notes: [String] = []
        for evidence in runs {
            for (outcome, error) in zip(evidence.answer.outcomes, evidence.answer.errors) {
                guard let error = error?.guessedFrom else { continue }
                let note = "the default classifier mapped \(error) to \(outcome); a contract can map it (classify)"
                if !notes.contains(note) { notes.append(note) }
            }
        }
        return notes
    }

    /// Whether exactly one field of the recorded reply has the value.
    private func isUnique(_ wire: WireValue) -> Bool {
        guard let document = operation.reply.document else { return false }
        return ValueChange.leaves(of: document.root.value).count { wire.isRepresented(as: $0.value) } == 1
    }
}

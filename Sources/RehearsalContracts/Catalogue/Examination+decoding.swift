package import Rehearsal

extension Examination {
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
            let effect = ProbeEffect(of: outcome, Probe(mutation), golden: operation.value)
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

extension Mutation {
    /// As findings name it: `$[1].total_price (null)`.
    var told: String { "\(field?.place.path ?? "the body") (\(name))" }
}

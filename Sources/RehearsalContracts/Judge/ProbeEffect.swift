package import Rehearsal

/// What a client makes of a changed answer.
package struct ProbeEffect: Sendable, Hashable {
    package var kind: Kind
    /// What it says, or what became of which value.
    package var detail: String

    package init(_ kind: Kind, _ detail: String = "") { (self.kind, self.detail) = (kind, detail) }

    /// From the best to the worst.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        /// An error that says what is wrong and where.
        case error
        /// What is right: the changed value, where it may be changed.
        case read
        /// The same as before: the client does not look there, or makes nothing of it.
        case tolerated
        /// An error that does not say where, or that says something else.
        case vague
        /// It cannot be told: nobody said what the client returns, or there is no answer.
        case unknown
        /// Something else, as if it had been sent: nothing, a default, the present.
        case swallowed
        /// The call did not return.
        case hang
        /// The process died.
        case crash
    }

    /// What an outcome shows of a client that returns this value for the answer as it was recorded.
    package init(of outcome: ClientOutcome, _ mutation: Mutation, golden: JSON?) {
        switch outcome {
        case .value(let value, _): self = Self.effect(of: value, mutation, golden)
        case .decoding(_, let path, _): self.init(Self.tells(path, mutation) ? .error : .vague, "\(outcome)")
        case .hang: self.init(.hang, "\(outcome)")
        case .crash: self.init(.crash, "\(outcome)")
        default: self.init(.vague, "\(outcome)")
        }
    }

    private static func tells(_ path: String?, _ mutation: Mutation) -> Bool {
        guard let place = mutation.field?.place else { return true }
        return path.map { PathNotation($0).points(to: place) } ?? false
    }

    private static func effect(of value: JSON, _ mutation: Mutation, _ golden: JSON?) -> ProbeEffect {
        guard let golden else { return ProbeEffect(.unknown, "a value, and nobody said which is right") }
        let changes = ValueChange.between(golden, value)
        guard let first = changes.first else { return ofSame(golden, mutation) }
        let told = changes.count > 1 ? "\(first), and \(changes.count - 1) more" : "\(first)"
        guard let sent = mutation.replacement, sent != .null else {
            return ProbeEffect(mutation.isLegal ? .read : .swallowed, told)
        }
        let kind = mutation.field?.kind ?? .string
        if kind == .enum, case .string = sent { return ofWord(sent, mutation, changes) }
        if mutation.isLegal {
            // Where the old value was shown, the new one must be.
            let shown = changes.filter { change in
                mutation.field.map { WireValue($0.value, kind).isRead(as: change.old) } ?? false
            }
            let wrong = shown.first { !WireValue(sent, kind).isRead(as: $0.new) }
            return wrong.map { ProbeEffect(.swallowed, "\($0) for \(sent.brief)") } ?? ProbeEffect(.read, told)
        }
        // What is passed on as it was sent is not hidden from anybody.
        let readings = kind == .date ? sent.possibleDates : [sent]
        let isPassedOn = changes.contains { change in
            ValueChange.leaves(of: change.new).contains { leaf in
                sent.isEquivalent(to: leaf.value) || readings.contains { WireValue($0, kind).isRead(as: leaf.value) }
            }
        }
        return ProbeEffect(isPassedOn ? .read : .swallowed, told)
    }

    /// Of the same value as before: it is right unless it shows a word that is not there any more.
    private static func ofSame(_ golden: JSON, _ mutation: Mutation) -> ProbeEffect {
        guard mutation.family == .unknownWord, let field = mutation.field,
            let path = WireValue(field.value, .enum).shown(in: golden, at: field.place)
        else { return ProbeEffect(.tolerated) }
        return ProbeEffect(.swallowed, "\(path): \(mutation.replacement?.brief ?? "") became \(field.value.brief)")
    }

    /// Of a word: it must not become another one, nor nothing where nothing may be meant.
    private static func ofWord(_ sent: JSON, _ mutation: Mutation, _ changes: [ValueChange]) -> ProbeEffect {
        let wrong = changes.first { change in
            if change.new == .null { return mutation.field?.isRequired == false }
            return mutation.field?.values.contains { $0 != sent && WireValue($0, .enum).isRead(as: change.new) }
                ?? false
        }
        return ProbeEffect(wrong == nil ? .read : .swallowed, "\(wrong ?? changes[0])")
    }
}

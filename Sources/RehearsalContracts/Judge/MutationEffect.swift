package import Rehearsal

/// The effect of one changed reply on a client.
package struct MutationEffect: Sendable, Hashable {
    package var kind: Kind
    /// The client's error, or the difference in the returned value with its path; empty if there is neither.
    package var detail: String

    package init(_ kind: Kind, _ detail: String = "") { (self.kind, self.detail) = (kind, detail) }

    /// The kinds of effects, from the best to the worst.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A decoding error with the path of the changed field.
        case error
        /// The client accepted the change: it decoded a valid value, or returned the changed value as it is.
        case read
        /// The returned value did not change: the client does not use the field.
        case tolerated
        /// An error that is not a decoding error, or a decoding error without the correct path.
        case vague
        /// The effect is unknown, because the contract does not declare the expected value.
        case unknown
        /// A different value without an error, such as null, a default or the current date.
        case swallowed
        /// The call did not return.
        case hang
        /// The client's process ended.
        case crash
    }

    /// Creates the effect of a mutation from the outcome of the call.
    ///
    /// - Parameter golden: the expected value for the unchanged reply; nil if the contract does not declare it.
    package init(of outcome: ClientOutcome, _ mutation: Mutation, golden: JSON?) {
        switch outcome {
        case .value(let value, _): self = Self.effect(of: value, mutation, golden)
        case .decoding(_, let path, _): self.init(Self.isCorrect(path, mutation) ? .error : .vague, "\(outcome)")
        case .hang: self.init(.hang, "\(outcome)")
        case .crash: self.init(.crash, "\(outcome)")
        default: self.init(.vague, "\(outcome)")
        }
    }

    /// Whether a reported path is that of the changed field. Without a changed field, any path is correct.
    private static func isCorrect(_ path: String?, _ mutation: Mutation) -> Bool {
        guard let place = mutation.field?.place else { return true }
        return path.map { PathNotation($0).points(to: place) } ?? false
    }

    private static func effect(of value: JSON, _ mutation: Mutation, _ golden: JSON?) -> MutationEffect {
        guard let golden else { return MutationEffect(.unknown, "a value, but the expected value is not declared") }
        let changes = ValueChange.between(golden, value)
        guard let first = changes.first else { return ofUnchangedValue(golden, mutation) }
        let summary = changes.count > 1 ? "\(first), and \(changes.count - 1) more" : "\(first)"
        guard let sent = mutation.replacement, sent != .null else {
            return MutationEffect(mutation.isValid ? .read : .swallowed, summary)
        }
        let kind = mutation.field?.kind ?? .string
        if kind == .enum, case .string = sent { return ofEnumValue(sent, mutation, changes) }
        if mutation.isValid {
            // Each part of the returned value that represented the old value of the field must represent the new one.
            let affected = changes.filter { change in
                mutation.field.map { WireValue($0.value, kind).isRepresented(as: change.old) } ?? false
            }
            let wrong = affected.first { !WireValue(sent, kind).isRepresented(as: $0.new) }
            return wrong.map { MutationEffect(.swallowed, "\($0) for \(sent.brief)") } ?? MutationEffect(.read, summary)
        }
        // A caller can see an invalid value that the client returns unchanged, so it is not swallowed.
        let readings = kind == .date ? sent.possibleDates : [sent]
        let isPassedOn = changes.contains { change in
            ValueChange.leaves(of: change.new).contains { leaf in
                sent.isEquivalent(to: leaf.value)
                    || readings.contains { WireValue($0, kind).isRepresented(as: leaf.value) }
            }
        }
        return MutationEffect(isPassedOn ? .read : .swallowed, summary)
    }

    /// Returns the effect if the returned value is unchanged: tolerated, unless it contains the replaced enum value.
    private static func ofUnchangedValue(_ golden: JSON, _ mutation: Mutation) -> MutationEffect {
        guard mutation.family == .unknownWord, let field = mutation.field,
            let path = WireValue(field.value, .enum).path(in: golden, at: field.place)
        else { return MutationEffect(.tolerated) }
        return MutationEffect(.swallowed, "\(path): \(mutation.replacement?.brief ?? "") became \(field.value.brief)")
    }

    /// Returns the effect of a changed enum value.
    ///
    /// It is swallowed if the client returns another known value, or null in a field that may be absent.
    private static func ofEnumValue(_ sent: JSON, _ mutation: Mutation, _ changes: [ValueChange]) -> MutationEffect {
        let wrong = changes.first { change in
            if change.new == .null { return mutation.field?.isRequired == false }
            return mutation.field?.values.contains { $0 != sent && WireValue($0, .enum).isRepresented(as: change.new) }
                ?? false
        }
        return MutationEffect(wrong == nil ? .read : .swallowed, "\(wrong ?? changes[0])")
    }
}

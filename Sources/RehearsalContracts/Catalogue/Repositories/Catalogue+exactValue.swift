import Rehearsal

extension Catalogue {
    static let exactValue = Rule(
        "REPO-01",
        .must,
        core: true,
        "What is on the wire becomes the value of the app exactly, field by field.",
        source: "the contract: what the app gets is what was answered",
        restsOn: ["DEC-06"]
    ) { _, operation in
        guard !operation.isVoid else { return .notApplicable("\(operation.name) returns nothing") }
        guard let golden = operation.value else {
            return .notApplicable("nobody said what \(operation.name) returns for the recorded answer (value)")
        }
        let recorded = Rule.Draft("recorded", Exercise(operation, replies: [operation.recorded])) { $0.expectValue() }
        let shown = ValueChange.leaves(of: golden).map(\.value)
        let mutations = Mutations(operation)
        // A field that the value does not show may hold what it likes.
        let fields = mutations.fields.declared.filter { field in
            shown.contains { WireValue(field.value, field.kind).isRead(as: $0) }
        }
        return .clauses(
            [recorded]
                + fields.flatMap { field in
                    mutations.of(field, .changed).map { mutation in
                        draft(mutation, operation, named: field.label) { $0.expectChange(mutation) }
                    }
                }
        )
    }
}

extension Examination {
    fileprivate mutating func expectChange(_ mutation: Mutation) {
        guard let outcome, [.decoding, .domain].contains(outcome.kind) else { return expectReading(of: mutation) }
        let sent = mutation.replacement?.brief ?? ""
        if let field = mutation.field, operation.asks(for: field.value) {
            note("\(sent) at \(field.place.path) is not what was asked for, and is refused: \(outcome)")
        } else {
            // Whether another value is legal is more than a contract says of it.
            doubt("\(sent) may be no legal value of \(mutation.told): \(outcome)")
        }
    }
}

extension Declaration.Operation {
    /// Whether a value names what is asked for: whoever asks for the user 7 may refuse an answer about the user 8.
    fileprivate func asks(for value: JSON) -> Bool {
        let name: String
        switch value {
        case .string(let text): name = text
        case .number(let number): name = number.text
        default: return false
        }
        return path.split(separator: "/").contains { $0 == name }
    }
}

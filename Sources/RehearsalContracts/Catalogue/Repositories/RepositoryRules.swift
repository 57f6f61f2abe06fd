import Rehearsal

/// Rules on repositories, which stand between the wire and the app: REPO.
enum RepositoryRules {
    static let all = [
        exactValue, StoredValues.offline, StoredValues.refusal, StoredValues.corruption, LostWrites.rule,
        StoredValues.fetched, ImpossibleAnswers.rule,
    ]

    private static let exactValue = Rule(
        "REPO-01",
        "What is on the wire becomes the value of the app exactly, field by field.",
        source: "the contract: what the app gets is what was answered",
        restsOn: ["DEC-06"]
    ) { call in
        try call.requireValue()
        guard let golden = call.value else {
            throw Inapplicable("nobody said what \(call.name) returns for the recorded answer (value)")
        }
        let shown = ValueChange.leaves(of: golden).map(\.value)
        let mutations = Mutations(call.operation)
        // A field that the value does not show may hold what it likes.
        let fields = mutations.fields.declared.filter { field in
            shown.contains { WireValue(field.value, field.kind).isRead(as: $0) }
        }
        return [Rule.Draft("recorded", call.recording) { $0.expectValue() }]
            + fields.flatMap { field in
                mutations.of(field, .changed).map { mutation in
                    call.draft(mutation, named: field.label) { expectChange(&$0, mutation) }
                }
            }
    }

    private static func expectChange(_ exam: inout Examination, _ mutation: Mutation) {
        guard let outcome = exam.outcome, [.decoding, .domain].contains(outcome.kind) else {
            return exam.expectReading(of: mutation)
        }
        let sent = mutation.replacement?.brief ?? ""
        if let field = mutation.field, asks(exam.operation, for: field.value) {
            exam.note("\(sent) at \(field.place.path) is not what was asked for, and is refused: \(outcome)")
        } else {
            // Whether another value is legal is more than a contract says of it.
            exam.doubt("\(sent) may be no legal value of \(mutation.told): \(outcome)")
        }
    }

    /// Whether a value names what is asked for: whoever asks for the user 7 may refuse an answer about the user 8.
    private static func asks(_ operation: Declaration.Operation, for value: JSON) -> Bool {
        let name: String
        switch value {
        case .string(let text): name = text
        case .number(let number): name = number.text
        default: return false
        }
        return operation.path.split(separator: "/").contains { $0 == name }
    }
}

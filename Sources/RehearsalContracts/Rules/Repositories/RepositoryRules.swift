import Rehearsal

/// The rules on repositories, the layer between the HTTP client and the app: REPO.
enum RepositoryRules {
    static let all = [
        exactValue, StoredValues.offline, StoredValues.refusal, StoredValues.corruption, FailedWrites.rule,
        StoredValues.fetched, InvalidReplies.rule,
    ]

    private static let exactValue = Rule(
        "REPO-01",
        "The returned value matches the reply exactly, field by field.",
        source: "the contract: its declared value",
        restsOn: ["DEC-06"]
    ) { call in
        try call.requireValue()
        guard let golden = call.value else {
            throw NotApplicableError(
                "the contract does not declare the value of \(call.name) for the recorded reply (value)"
            )
        }
        let shown = ValueChange.leaves(of: golden).map(\.value)
        let mutations = Mutations(call.operation)
        // A field that the value does not contain is not compared.
        let fields = mutations.fields.declared.filter { field in
            shown.contains { WireValue(field.value, field.kind).isRepresented(as: $0) }
        }
        return [Rule.Draft("recorded", call.recordedCase) { $0.expectValue() }]
            + fields.flatMap { field in
                mutations.of(field, .changed).map { mutation in
                    call.draft(mutation, named: field.label) { expectChange(&$0, mutation) }
                }
            }
    }

    private static func expectChange(_ exam: inout CaseAssertions, _ mutation: Mutation) {
        guard let outcome = exam.outcome, [.decoding, .domain].contains(outcome.kind) else {
            return exam.expectNewValue(of: mutation)
        }
        let sent = mutation.replacement?.brief ?? ""
        if let field = mutation.field, asks(exam.operation, for: field.value) {
            exam.note("\(sent) at \(field.place.path) differs from the requested path, and is rejected: \(outcome)")
        } else {
            // The contract does not define the valid values of a field.
            exam.markInconclusive("\(sent) may not be a valid value of \(mutation.shortText): \(outcome)")
        }
    }

    /// Whether a value occurs in the requested path: a client that requests user 7 may reject a reply about user 8.
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

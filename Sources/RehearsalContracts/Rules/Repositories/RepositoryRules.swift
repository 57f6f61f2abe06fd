import Rehearsal

/// The rules on repositories, the layer between the HTTP client and the app: REPO.
enum RepositoryRules {
    static let all = [
        exactValue, StoredValues.offline, StoredValues.refusal, StoredValues.corruption, FailedWrites.rule,
        StoredFailures.serverErrors, StoredFailures.nothingStored, StoredFailures.eviction, StoredValues.fetched,
        StoredFailures.intactStore, NetworkMonitor.rule, InvalidReplies.rule, DomainErrors.rule,
        RowIdentity.rule,
    ]

    private static let exactValue = Rule(
        "REPO-01",
        "The returned value matches the reply exactly, field by field.",
        source: "the client's declaration (value)",
        dependsOn: ["DEC-06"]
    ) { call in
        try call.requireValue()
        guard let golden = call.value else {
            throw NotApplicableError(
                "the contract does not declare the value of \(call.name) for the recorded reply (value)"
            )
        }
        let declared = ValueChange.leaves(of: golden).map(\.value)
        let mutations = Mutations(call.operation)
        // The client does not return a field whose value the declared return value lacks.
        let fields = mutations.fields.declared.filter { field in
            declared.contains { WireValue(field.value, field.kind).isRepresented(as: $0) }
        }
        return [Rule.Draft("recorded", call.recordedCase) { $0.expectValue() }]
            + fields.flatMap { field in
                mutations.of(field, .changed).map { mutation in
                    call.draft(mutation, named: field.label) { expectChange(&$0, mutation) }
                }
            }
    }

    /// Expects the new value of the field; an error is inconclusive, because the new value may be invalid for the app.
    private static func expectChange(_ exam: inout CaseAssertions, _ mutation: Mutation) {
        guard let outcome = exam.outcome, [.decoding, .domain].contains(outcome.kind) else {
            return exam.expectNewValue(of: mutation)
        }
        let sent = mutation.replacement?.brief ?? ""
        if let field = mutation.field, requests(exam.operation, field.value) {
            exam.note("\(sent) at \(field.place.path) differs from the requested path, and is rejected: \(outcome)")
        } else {
            exam.markInconclusive("\(sent) may not be a valid value of \(mutation.shortText): \(outcome)")
        }
    }

    /// Whether a value is a segment of the requested path: a client that requests user 7 may reject user 8.
    private static func requests(_ operation: Declaration.Operation, _ value: JSON) -> Bool {
        let name: String
        switch value {
        case .string(let text): name = text
        case .number(let number): name = number.text
        default: return false
        }
        return operation.path.split(separator: "/").contains { $0 == name }
    }
}

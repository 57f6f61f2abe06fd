import Rehearsal

/// The rule on the decoding of the recorded reply, DEC-06.
enum GoldenDocument {
    static let rule = Rule(
        "DEC-06",
        "Key mapping is consistent: the recorded document decodes with every field set.",
        source: "Swift forum 58494; explicit CodingKeys together with .convertFromSnakeCase",
        restsOn: ["REQ-01"]
    ) { call in
        try call.requireValue()
        return [
            Rule.Draft("", call.recordedCase) { exam in
                exam.expectValue("a value for the recorded reply")
                expectEveryFieldSet(&exam)
                noteMissingFields(&exam)
            }
        ]
    }

    /// Expects no part of the declared value to be missing in the returned value. Different values pass.
    private static func expectEveryFieldSet(_ exam: inout CaseAssertions) {
        guard let golden = exam.operation.value, let value = exam.outcome?.value else { return }
        for change in ValueChange.between(golden, value) where change.isLoss {
            exam.fail("expected \(change.path) to be \(change.old.brief), got \(change.new.brief)")
        }
    }

    /// Adds a note for each declared field that the recorded reply lacks: such a field is not tested.
    private static func noteMissingFields(_ exam: inout CaseAssertions) {
        let found = Set(BodyFields(exam.operation).fields.map(\.path))
        for field in exam.operation.fields ?? [] where !found.contains(field.path) {
            exam.note("the recorded reply has no \(field.path), so this field is not tested")
        }
    }
}

extension ValueChange {
    /// Whether a value became null, an array has another length, or an array or object has another type.
    fileprivate var isLoss: Bool {
        switch (old, new) {
        case (.null, _): false
        case (_, .null): true
        case (.array(let old), .array(let new)): old.count != new.count
        default: old.typeName != new.typeName && [old, new].contains { ["array", "object"].contains($0.typeName) }
        }
    }
}

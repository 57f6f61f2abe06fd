import Rehearsal

/// DEC-02 and DEC-05: fields without a value.
enum MissingValues {
    static let missingKey = Rule(
        "DEC-02",
        "A missing required key is a decoding error that names the key and its path.",
        source: "Swift DecodingError.keyNotFound",
        restsOn: ["STAT-01"]
    ) { call in
        let required = { (fields: BodyFields) in fields.declared.filter { $0.isRequired == true } }
        return try call.drafts(required, lacking: "required field") { field, mutations in
            mutations.of(field, .removed).map { mutation in
                call.draft(mutation, named: field.label) {
                    $0.expectDecoding([.keyNotFound, .valueNotFound], at: field.place)
                }
            }
        }
    }

    static let absentOptional = Rule(
        "DEC-05",
        "An optional field that is null and one that is absent are both nil.",
        source: "RFC 8259 §3; Swift decodeIfPresent",
        restsOn: ["STAT-01"]
    ) { call in
        let optional = { (fields: BodyFields) in
            fields.declared.filter { $0.isRequired == false && $0.value != .null }
        }
        return try call.drafts(optional, lacking: "optional field with a value") { field, mutations in
            let both = mutations.of(field, .null) + mutations.of(field, .removed)
            // Two calls of one client: what it remembers of the first must not answer the second.
            var exercise = call.exercise(both.map { call.unstored.answer($0) })
            exercise.request.repetitions = both.count
            return [Rule.Draft(field.label, exercise, probes: both) { expectNil(&$0, field) }]
        }
    }

    /// Each call has returned, the same each time, and without what the field held.
    private static func expectNil(_ exam: inout Examination, _ field: BodyField) {
        exam.expectValue("a value without \(field.place.path)")
        let values = exam.evidence.answer.outcomes.compactMap(\.value)
        guard values.count > 1, let first = values.first else { return }
        for change in values.dropFirst().flatMap({ ValueChange.between(first, $0) }) {
            exam.complain("null and absent differ at \(change.path): \(change.old.brief), and \(change.new.brief)")
        }
        for change in ValueChange.between(exam.operation.value ?? first, first) where change.new != .null {
            exam.note("\(field.place.path) was null, and \(change)")
        }
    }
}

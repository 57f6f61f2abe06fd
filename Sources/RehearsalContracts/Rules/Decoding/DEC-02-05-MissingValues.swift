import Rehearsal

/// The rules on fields without a value, DEC-02, DEC-04 and DEC-05.
enum MissingValues {
    static let missingKey = Rule(
        "DEC-02",
        "A missing required key is a decoding error that names the key and its path.",
        source: "Swift DecodingError.keyNotFound",
        dependsOn: ["STAT-01"]
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

    static let null = Rule(
        "DEC-04",
        profile: .extended,
        "Null for a required field is a decoding error that names the field and its path.",
        source: "Swift DecodingError.valueNotFound",
        dependsOn: ["STAT-01", "DEC-02"]
    ) { call in
        let required = { (fields: BodyFields) in
            fields.declared.filter { $0.isRequired == true && $0.value != .null }
        }
        return try call.drafts(required, lacking: "required field") { field, mutations in
            mutations.of(field, .null).map { mutation in
                call.draft(mutation, named: field.label) {
                    $0.expectDecoding([.valueNotFound, .typeMismatch, .keyNotFound], at: field.place)
                }
            }
        }
    }

    static let absentOptional = Rule(
        "DEC-05",
        "An optional field that is null or absent decodes to nil.",
        source: "RFC 8259 §3; Swift decodeIfPresent",
        dependsOn: ["STAT-01"]
    ) { call in
        let optional = { (fields: BodyFields) in
            fields.declared.filter { $0.isRequired == false && $0.value != .null }
        }
        return try call.drafts(optional, lacking: "optional field with a value") { field, mutations in
            let both = mutations.of(field, .null) + mutations.of(field, .removed)
            // Both calls use one client, so its HTTP cache must not answer the second call with the first reply.
            var exercise = call.testCase(both.map { call.unstored.makeReply($0) })
            exercise.request.repetitions = both.count
            return [Rule.Draft(field.label, exercise, probes: both) { expectNil(&$0, field) }]
        }
    }

    /// Expects both calls to return the same value.
    ///
    /// It adds a note for each part of the value that differs from the declared value and is not null.
    private static func expectNil(_ exam: inout CaseAssertions, _ field: BodyField) {
        exam.expectValue("a value without \(field.place.path)")
        let values = exam.evidence.answer.outcomes.compactMap(\.value)
        guard values.count > 1, let first = values.first else { return }
        for change in values.dropFirst().flatMap({ ValueChange.between(first, $0) }) {
            exam.fail(
                "expected the same value for null and an absent field, got \(change.old.brief) and "
                    + "\(change.new.brief) at \(change.path)"
            )
        }
        for change in ValueChange.between(exam.operation.value ?? first, first) where change.new != .null {
            exam.note("with null at \(field.place.path), the value changed: \(change)")
        }
    }
}

import Rehearsal

extension Catalogue {
    static let missingKey = Rule(
        "DEC-02",
        .must,
        core: true,
        "A missing required key is a decoding error that names the key and its path.",
        source: "Swift DecodingError.keyNotFound",
        restsOn: ["STAT-01"]
    ) { _, operation in
        let required = { (fields: BodyFields) in fields.declared.filter { $0.isRequired == true } }
        return clauses(operation, required, lacking: "required field") { field, mutations in
            mutations.of(field, .removed).map { mutation in
                draft(mutation, operation, named: field.label) {
                    $0.expectDecoding([.keyNotFound, .valueNotFound], at: field.place)
                }
            }
        }
    }

    static let wrongType = Rule(
        "DEC-03",
        .must,
        core: true,
        "A value of the wrong type is a decoding error that names its path with the index; of an optional field too.",
        source: "Swift DecodingError.typeMismatch",
        restsOn: ["STAT-01"]
    ) { _, operation in
        clauses(operation, \.declared, lacking: "declared field") { field, mutations in
            mutations.of(field, .retyped).filter { $0.name == retyping(of: field) }.map { mutation in
                draft(mutation, operation) {
                    $0.expectDecoding([.typeMismatch, .dataCorrupted, .valueNotFound], at: field.place)
                }
            }
        }
    }

    static let absentOptional = Rule(
        "DEC-05",
        .must,
        core: true,
        "An optional field that is null and one that is absent are both nil.",
        source: "RFC 8259 §3; Swift decodeIfPresent",
        restsOn: ["STAT-01"]
    ) { _, operation in
        let optional = { (fields: BodyFields) in fields.declared.filter { $0.isRequired == false && $0.value != .null }
        }
        return clauses(operation, optional, lacking: "optional field with a value") { field, mutations in
            let both = mutations.of(field, .null) + mutations.of(field, .removed)
            // Two calls of one client: what it remembers of the first must not answer the second.
            let replies = both.map { operation.unstored.answer($0) }
            var exercise = Exercise(operation, replies: replies)
            exercise.request.repetitions = both.count
            return [Rule.Draft(field.label, exercise, probes: both.map(Probe.init)) { $0.expectNil(field) }]
        }
    }
}

extension Examination {
    /// Each call has returned, the same each time, and without what the field held.
    fileprivate mutating func expectNil(_ field: BodyField) {
        expectValue("a value without \(field.place.path)")
        let values = evidence.answer.outcomes.compactMap(\.value)
        guard values.count > 1, let first = values.first else { return }
        for change in values.dropFirst().flatMap({ ValueChange.between(first, $0) }) {
            complain("null and absent differ at \(change.path): \(change.old.brief), and \(change.new.brief)")
        }
        for change in ValueChange.between(operation.value ?? first, first) where change.new != .null {
            note("\(field.place.path) was null, and \(change)")
        }
    }
}

extension Declaration.Operation {
    /// The same, with an answer that nobody is to keep (RFC 9111 §5.2.2.5).
    var unstored: Declaration.Operation {
        var operation = self
        operation.reply.headers.fields.removeAll {
            ["etag", "last-modified", "expires", "cache-control"].contains($0.name.lowercased())
        }
        operation.reply.headers.append("Cache-Control", "no-store")
        return operation
    }
}

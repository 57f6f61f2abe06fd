import Rehearsal

extension Catalogue {
    static let goldenDocument = Rule(
        "DEC-06",
        .must,
        core: true,
        "Key mapping is coherent: the recorded document decodes with every field set.",
        source: "Swift forum 58494; explicit CodingKeys together with .convertFromSnakeCase",
        restsOn: ["REQ-01"]
    ) { _, operation in
        guard !operation.isVoid else { return .notApplicable("\(operation.name) returns nothing") }
        return .clauses(
            [
                Rule.Draft("", Exercise(operation, replies: [operation.recorded])) { exam in
                    exam.expectValue("a value for the recorded answer")
                    exam.expectEveryFieldSet()
                    exam.noteMissingFields()
                }
            ]
        )
    }
}

extension Examination {
    /// What is there in the value that was promised for the answer is there in the one that came.
    fileprivate mutating func expectEveryFieldSet() {
        guard let golden = operation.value, let value = outcome?.value else { return }
        for change in ValueChange.between(golden, value) where change.isLoss {
            complain("expected \(change.path) to be \(change.old.brief), got \(change.new.brief)")
        }
    }

    /// Declared fields that the recorded answer does not show cannot be tried.
    fileprivate mutating func noteMissingFields() {
        let found = Set(BodyFields(operation).fields.map(\.path))
        for field in operation.fields ?? [] where !found.contains(field.path) {
            note("the recorded answer has no \(field.path): nothing is tried of it")
        }
    }
}

extension ValueChange {
    /// Whether something has become nothing, or of another shape.
    fileprivate var isLoss: Bool {
        switch (old, new) {
        case (.null, _): false
        case (_, .null): true
        case (.array(let old), .array(let new)): old.count != new.count
        default: old.typeName != new.typeName && [old, new].contains { ["array", "object"].contains($0.typeName) }
        }
    }
}

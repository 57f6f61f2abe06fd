import Rehearsal

/// DEC-06: the recorded document.
enum GoldenDocument {
    static let rule = Rule(
        "DEC-06",
        "Key mapping is coherent: the recorded document decodes with every field set.",
        source: "Swift forum 58494; explicit CodingKeys together with .convertFromSnakeCase",
        restsOn: ["REQ-01"]
    ) { call in
        try call.requireValue()
        return [
            Rule.Draft("", call.recording) { exam in
                exam.expectValue("a value for the recorded answer")
                expectEveryFieldSet(&exam)
                noteMissingFields(&exam)
            }
        ]
    }

    /// What is there in the value that was promised for the answer is there in the one that came.
    private static func expectEveryFieldSet(_ exam: inout Examination) {
        guard let golden = exam.operation.value, let value = exam.outcome?.value else { return }
        for change in ValueChange.between(golden, value) where change.isLoss {
            exam.complain("expected \(change.path) to be \(change.old.brief), got \(change.new.brief)")
        }
    }

    /// Declared fields that the recorded answer does not show cannot be tried.
    private static func noteMissingFields(_ exam: inout Examination) {
        let found = Set(BodyFields(exam.operation).fields.map(\.path))
        for field in exam.operation.fields ?? [] where !found.contains(field.path) {
            exam.note("the recorded answer has no \(field.path): nothing is tried of it")
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

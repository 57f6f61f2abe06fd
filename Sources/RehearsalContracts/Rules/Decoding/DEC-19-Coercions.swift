import Rehearsal

/// The rule on values that lenient readers turn into other values, DEC-19.
enum Coercions {
    static let rule = Rule(
        "DEC-19",
        level: .should,
        profile: .strict,
        "A date that does not exist, or a text that is not a URL, is an error, and never another value.",
        source: "RFC 3339 §5.6, §5.7; RFC 3986 §2",
        dependsOn: ["STAT-01", "DEC-09"]
    ) { call in
        try call.drafts({ $0.declared(.date, .url) }, lacking: "date or URL") { field, _ in
            replacements(of: field).map { name, value in
                let body = call.reply.document?.applying(JSONDocument.Edit(field.place, value)) ?? call.reply.body
                let exercise = call.testCase([call.operation.makeReply(body: body)])
                return Rule.Draft("\(field.label):\(name)", exercise) { expectNoOtherValue(&$0, field, value) }
            }
        }
    }

    /// Returns values that have the form of the field, and that no correct value has.
    private static func replacements(of field: BodyField) -> [(String, JSON)] {
        switch (field.kind, field.value) {
        case (.date, .string(let text)) where Instant(text) != nil:
            [("30-february", "2024-02-30T08:00:00Z"), ("hour-25", "2024-03-01T25:00:00Z")]
        case (.date, .number(let number)):
            // A number of seconds with three additional digits is one of milliseconds.
            Int(number.text).map { [("milliseconds", .number(JSON.Number(text: "\($0)000")))] } ?? []
        case (.url, .string): [("spaces", "not a url")]
        default: []
        }
    }

    /// Expects an error, or a value that contains the invalid text unchanged.
    private static func expectNoOtherValue(_ exam: inout CaseAssertions, _ field: BodyField, _ sent: JSON) {
        guard let value = exam.outcome?.value else { return exam.expectError("an error for \(sent.brief)") }
        guard let golden = exam.operation.value else {
            return exam.markInconclusive("the contract does not declare the value for the recorded reply (value)")
        }
        for change in ValueChange.between(golden, value)
        where WireValue(field.value, field.kind).isRepresented(as: change.old) && !sent.isEquivalent(to: change.new) {
            exam.fail("\(sent.brief) at \(field.place.path) became \(change.new.brief) at \(change.path)")
        }
    }
}

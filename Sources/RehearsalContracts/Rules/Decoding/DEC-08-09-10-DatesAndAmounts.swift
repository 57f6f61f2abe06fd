import Rehearsal

/// The rules on dates and amounts of money, DEC-08, DEC-09 and DEC-10.
enum DatesAndAmounts {
    static let dateShape = Rule(
        "DEC-08",
        "Dates in UTC or another zone, with or without fractional seconds, decode to the correct instants.",
        source: "RFC 3339 §5.6; swift-foundation #323",
        restsOn: ["STAT-01"]
    ) { call in
        try call.drafts(.date, .dateShape, lacking: "RFC 3339 date") { exam, mutation in
            exam.expectNewValue(of: mutation)
        }
    }

    static let invalidDate = Rule(
        "DEC-09",
        "An unreadable date is an error; it never becomes the current time or any other date.",
        source: "RFC 3339 §5.6; a wrong date is silent data corruption",
        restsOn: ["STAT-01"]
    ) { call in
        try call.drafts(.date, .noDate, lacking: "date", examine: expectNoOtherDate)
    }

    static let amount = Rule(
        "DEC-10",
        "Amounts of money are exact to the last digit.",
        source: "RFC 8259 §6",
        restsOn: ["STAT-01"]
    ) { call in
        try call.drafts(.money, .amount, lacking: "amount of money", examine: expectAmount)
    }

    /// Expects a decoding or domain error, or the date if the text can be read as one.
    private static func expectNoOtherDate(_ exam: inout CaseAssertions, _ mutation: Mutation) {
        guard let field = mutation.field, let sent = mutation.replacement else { return }
        guard let value = exam.outcome?.value, let golden = exam.operation.value else {
            if exam.outcome?.value == nil {
                exam.expectOutcome("a decoding or domain error") { [.decoding, .domain].contains($0.kind) }
            } else {
                exam.markInconclusive("the contract does not declare the value for the recorded reply (value)")
            }
            return
        }
        let readable = sent.possibleDates
        for change in ValueChange.between(golden, value) {
            guard WireValue(field.value, .date).isRepresented(as: change.old) else { continue }
            guard !readable.contains(where: { WireValue($0, .date).isRepresented(as: change.new) }) else { continue }
            // The client did not parse the string as a date if it returns the string unchanged.
            guard !sent.isEquivalent(to: change.new) else { continue }
            exam.fail("\(sent.brief) at \(field.place.path) became \(change.new.brief) at \(change.path)")
        }
    }

    private static func expectAmount(_ exam: inout CaseAssertions, _ mutation: Mutation) {
        guard let field = mutation.field, let sent = mutation.replacement else { return }
        // A client that represents amounts as an integer number of cents may reject 38 digits.
        if mutation.name == "38-digits", let outcome = exam.outcome, [.decoding, .domain].contains(outcome.kind) {
            exam.note("\(sent.brief) at \(field.place.path) is rejected: \(outcome)")
            return
        }
        exam.expectNewValue(of: mutation)
    }
}

import Rehearsal

/// DEC-08, DEC-09 and DEC-10: dates and amounts of money.
enum DatesAndAmounts {
    static let dateShape = Rule(
        "DEC-08",
        "Dates in UTC or another zone, with any fraction of a second or none, are the right instants.",
        source: "RFC 3339 §5.6; swift-foundation #323",
        restsOn: ["STAT-01"]
    ) { call in
        try call.drafts(.date, .dateShape, lacking: "date that RFC 3339 knows") { exam, mutation in
            exam.expectReading(of: mutation)
        }
    }

    static let noDate = Rule(
        "DEC-09",
        "A date that cannot be read is an error; it never becomes the present, or any other date.",
        source: "RFC 3339 §5.6; a wrong date is corruption shown as data",
        restsOn: ["STAT-01"]
    ) { call in
        try call.drafts(.date, .noDate, lacking: "date", examine: expectNoOtherDate)
    }

    static let amount = Rule(
        "DEC-10",
        "Money is exact, to the last digit.",
        source: "RFC 8259 §6",
        restsOn: ["STAT-01"]
    ) { call in
        try call.drafts(.money, .amount, lacking: "amount of money", examine: expectAmount)
    }

    /// An error that says so; or, of what may be read as a date all the same, that date.
    private static func expectNoOtherDate(_ exam: inout Examination, _ mutation: Mutation) {
        guard let field = mutation.field, let sent = mutation.replacement else { return }
        guard let value = exam.outcome?.value, let golden = exam.operation.value else {
            if exam.outcome?.value == nil {
                exam.expectOutcome("a decoding or domain error") { [.decoding, .domain].contains($0.kind) }
            } else {
                exam.doubt("nobody said what the client returns for the recorded answer")
            }
            return
        }
        let readable = sent.possibleDates
        for change in ValueChange.between(golden, value) {
            guard WireValue(field.value, .date).isRead(as: change.old) else { continue }
            guard !readable.contains(where: { WireValue($0, .date).isRead(as: change.new) }) else { continue }
            // A text that is passed on as it is was never taken for a date.
            guard !sent.isEquivalent(to: change.new) else { continue }
            exam.complain("\(sent.brief) at \(field.place.path) became \(change.new.brief) at \(change.path)")
        }
    }

    private static func expectAmount(_ exam: inout Examination, _ mutation: Mutation) {
        guard let field = mutation.field, let sent = mutation.replacement else { return }
        // What counts in cents has no room for so many digits, and says so.
        if mutation.name == "38-digits", let outcome = exam.outcome, [.decoding, .domain].contains(outcome.kind) {
            exam.note("\(sent.brief) at \(field.place.path) is refused: \(outcome)")
            return
        }
        exam.expectReading(of: mutation)
    }
}

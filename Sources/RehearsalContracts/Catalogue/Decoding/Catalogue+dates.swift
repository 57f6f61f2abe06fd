import Rehearsal

extension Catalogue {
    static let dateShape = Rule(
        "DEC-08",
        .must,
        core: true,
        "Dates in UTC or another zone, with any fraction of a second or none, are the right instants.",
        source: "RFC 3339 §5.6; swift-foundation #323",
        restsOn: ["STAT-01"]
    ) { _, operation in
        clauses(operation, { $0.declared(.date) }, lacking: "date that RFC 3339 knows") { field, mutations in
            mutations.of(field, .dateShape).map { mutation in
                draft(mutation, operation) { $0.expectReading(of: mutation) }
            }
        }
    }

    static let noDate = Rule(
        "DEC-09",
        .must,
        core: true,
        "A date that cannot be read is an error; it never becomes the present, or any other date.",
        source: "RFC 3339 §5.6; a wrong date is corruption shown as data",
        restsOn: ["STAT-01"]
    ) { _, operation in
        clauses(operation, { $0.declared(.date) }, lacking: "date") { field, mutations in
            mutations.of(field, .noDate).map { mutation in
                draft(mutation, operation) { $0.expectNoOtherDate(mutation) }
            }
        }
    }
}

extension Examination {
    /// An error that says so; or, of what may be read as a date all the same, that date.
    fileprivate mutating func expectNoOtherDate(_ mutation: Mutation) {
        guard let field = mutation.field, let sent = mutation.replacement else { return }
        guard let value = outcome?.value, let golden = operation.value else {
            if outcome?.value == nil {
                expectOutcome("a decoding or domain error") { [.decoding, .domain].contains($0.kind) }
            } else {
                doubt("nobody said what the client returns for the recorded answer")
            }
            return
        }
        let readable = sent.possibleDates
        for change in ValueChange.between(golden, value) {
            guard WireValue(field.value, .date).isRead(as: change.old) else { continue }
            guard !readable.contains(where: { WireValue($0, .date).isRead(as: change.new) }) else { continue }
            // A text that is passed on as it is was never taken for a date.
            guard !sent.isEquivalent(to: change.new) else { continue }
            complain("\(sent.brief) at \(field.place.path) became \(change.new.brief) at \(change.path)")
        }
    }
}

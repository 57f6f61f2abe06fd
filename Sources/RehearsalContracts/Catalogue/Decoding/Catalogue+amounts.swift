import Rehearsal

extension Catalogue {
    static let amount = Rule(
        "DEC-10",
        .must,
        core: true,
        "Money is exact, to the last digit.",
        source: "RFC 8259 §6",
        restsOn: ["STAT-01"]
    ) { _, operation in
        clauses(operation, { $0.declared(.money) }, lacking: "amount of money") { field, mutations in
            mutations.of(field, .amount).map { mutation in
                draft(mutation, operation) { $0.expectAmount(mutation) }
            }
        }
    }
}

extension Examination {
    fileprivate mutating func expectAmount(_ mutation: Mutation) {
        guard let field = mutation.field, let sent = mutation.replacement else { return }
        // What counts in cents has no room for so many digits, and says so.
        if mutation.name == "38-digits", let outcome, [.decoding, .domain].contains(outcome.kind) {
            note("\(sent.brief) at \(field.place.path) is refused: \(outcome)")
            return
        }
        expectReading(of: mutation)
    }
}

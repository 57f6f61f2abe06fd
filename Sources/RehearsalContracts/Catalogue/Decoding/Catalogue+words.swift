import Rehearsal

extension Catalogue {
    static let unknownWord = Rule(
        "DEC-07",
        .must,
        core: true,
        "A word that the client does not know is an error that tells its path, or what was declared for it; no other word.",
        source: "newer backends have newer words",
        restsOn: ["STAT-01"]
    ) { declaration, operation in
        let handling = declaration.features.unknownEnum
        return clauses(operation, { $0.declared(.enum) }, lacking: "enumeration") { field, mutations in
            mutations.of(field, .unknownWord).map { mutation in
                draft(mutation, operation, named: field.label) { $0.expectUnknownWord(mutation, handling) }
            }
        }
    }
}

extension Examination {
    fileprivate mutating func expectUnknownWord(_ mutation: Mutation, _ handling: DeclaredFeatures.UnknownEnum) {
        guard let field = mutation.field else { return }
        guard let outcome, case .value(let value, let freshness) = outcome else {
            // Of what is no list nothing can be left out.
            if handling == .fail || handling == .skip && !field.place.isInList {
                expectDecoding([.dataCorrupted, .typeMismatch], at: field.place)
            } else {
                expectValue("a value, whatever \(field.place.path) is")
            }
            return
        }
        guard let golden = operation.value else {
            doubt("nobody said what the client returns for the recorded answer")
            return
        }
        let changes = ValueChange.between(golden, value)
        if changes.isEmpty, WireValue(field.value, .enum).shown(in: golden, at: field.place) != nil {
            complain("an unknown word at \(field.place.path) was read as \(field.value.brief)")
        }
        if let list = changes.first(where: \.isShorter) {
            expectSkipped(list, freshness, handling)
            return
        }
        for change in changes { expectOwnCase(change, of: mutation, field) }
    }

    /// One element is gone, where that was declared, and no more than one.
    private mutating func expectSkipped(
        _ list: ValueChange,
        _ freshness: ClientOutcome.Freshness,
        _ handling: DeclaredFeatures.UnknownEnum,
    ) {
        guard case .array(let old) = list.old, case .array(let new) = list.new else { return }
        if handling == .case { complain("expected \(old.count) elements at \(list.path), got \(new.count)") }
        if new.count != old.count - 1 {
            complain("one element has an unknown word, and \(old.count - new.count) are gone")
        }
        if let skipped = freshness.skipped, skipped != 1 {
            complain("said that \(skipped) elements are left out, not 1")
        }
        if handling == .fail, freshness.skipped == nil {
            complain("an element is gone from \(list.path), and nothing says so")
        }
    }

    /// The word has become none of those that mean something else.
    private mutating func expectOwnCase(_ change: ValueChange, of mutation: Mutation, _ field: BodyField) {
        let known = field.values.first { WireValue($0, .enum).isRead(as: change.new) }
        if let known { complain("an unknown word at \(field.place.path) was read as \(known.brief)") }
        // Nil is a case of its own only where it cannot mean that the field is absent.
        if known == nil, change.new == .null, field.isRequired == false {
            complain("an unknown word at \(field.place.path) was read as if it were absent")
        }
    }
}

extension JSON.Pointer {
    fileprivate var isInList: Bool { tokens.contains { Int($0) != nil } }
}

extension ValueChange {
    fileprivate var isShorter: Bool {
        if case .array(let old) = old, case .array(let new) = new { new.count < old.count } else { false }
    }
}

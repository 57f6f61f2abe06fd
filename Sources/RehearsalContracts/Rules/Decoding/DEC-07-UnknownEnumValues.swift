import Rehearsal

/// The rule on enum values that the client does not know, DEC-07.
enum UnknownEnumValues {
    static let rule = Rule(
        "DEC-07",
        "An unknown enum value is an error with its path or becomes the declared fallback, never a known value. "
            + "Every declared enum value decodes.",
        source: "newer backends send new values",
        dependsOn: ["STAT-01"]
    ) { call in
        try call.drafts({ $0.declared(.enum) }, lacking: "enumeration") { field, mutations in
            mutations.of(field, .unknownWord).map { mutation in
                call.draft(mutation, named: field.label) { expectUnknownValue(&$0, mutation) }
            } + declaredValueDrafts(field, call)
        }
    }

    /// Returns the clauses that test the declared values of a field, at most ``maximumValues`` in each.
    ///
    /// The first call of a clause receives the recorded value. If the contract declares a case for unknown values, the
    /// second call receives an unknown one. Each further call receives another declared value.
    private static func declaredValueDrafts(_ field: BodyField, _ call: OperationContext) -> [Rule.Draft] {
        let words = field.words.filter { .string($0) != field.value }
        guard let document = call.reply.document else { return [] }
        return stride(from: 0, to: words.count, by: maximumValues).map { start in
            let batch = Array(words[start..<min(start + maximumValues, words.count)])
            let bodies = ((call.features.unknownEnum == .case ? [Mutation.unknownEnumValue] : []) + batch).map { word in
                document.applying(JSONDocument.Edit(field.place, .string(word)))
            }
            var exercise = call.exercise(bodies: [nil] + bodies)
            if field.value.typeName != "string" {
                exercise.notApplicableReason = "the recorded reply has no string at \(field.place.path)"
            }
            let name = "\(field.label):words\(start == 0 ? "" : "-\(start / maximumValues + 1)")"
            return Rule.Draft(name, exercise) { expectDeclaredValues(&$0, batch, field) }.withoutDependents()
        }
    }

    /// The maximum number of declared values in a clause. All calls of a clause share one time limit.
    private static let maximumValues = 20

    /// Expects the client to handle an unknown value as the contract declares.
    private static func expectUnknownValue(_ exam: inout CaseAssertions, _ mutation: Mutation) {
        let handling = exam.declaration.features.unknownEnum
        guard let field = mutation.field else { return }
        guard let outcome = exam.outcome, case .value(let value, let freshness) = outcome else {
            // A client that skips elements must still fail if the field is not in a list.
            if handling == .fail || handling == .skip && !field.place.tokens.contains(where: { Int($0) != nil }) {
                exam.expectDecoding([.dataCorrupted, .typeMismatch], at: field.place)
            } else {
                exam.expectValue("a value despite the unknown enum value at \(field.place.path)")
            }
            return
        }
        guard let golden = exam.operation.value else {
            exam.markInconclusive("the contract does not declare the value for the recorded reply (value)")
            return
        }
        let changes = ValueChange.between(golden, value)
        if changes.isEmpty, WireValue(field.value, .enum).path(in: golden, at: field.place) != nil {
            exam.fail("an unknown enum value at \(field.place.path) was read as \(field.value.brief)")
        }
        if let list = changes.first(where: isShorter) {
            expectSkipped(&exam, list, freshness)
            return
        }
        for change in changes { expectNoKnownValue(&exam, change, of: mutation, field) }
    }

    /// Expects each declared value to decode: no element is skipped, and the value is not read as an unknown one.
    private static func expectDeclaredValues(_ exam: inout CaseAssertions, _ words: [String], _ field: BodyField) {
        let handling = exam.declaration.features.unknownEnum
        let outcomes = exam.evidence.answer.outcomes
        let others = handling == .case ? 2 : 1
        guard outcomes.count == words.count + others else {
            return exam.fail("expected \(words.count + others) outcomes, got \(outcomes.count)")
        }
        guard case .value(let recorded, let freshness) = outcomes[0] else {
            return exam.fail("expected the recorded value, got \(outcomes[0])")
        }
        let unknown = handling == .case ? outcomes[1].value : nil
        let isDistinct = unknown.map { isComparable(field, recorded, unknown: $0) }
        if isDistinct == false {
            exam.note("at \(field.place.path), the returned values do not distinguish known from unknown enum values")
        }
        for (word, outcome) in zip(words, outcomes.dropFirst(others)) {
            let subject = "the declared enum value \(JSON.string(word).brief) at \(field.place.path)"
            guard case .value(let value, let seen) = outcome else {
                exam.fail("expected a value for \(subject), got \(outcome)")
                continue
            }
            let isShorter = ValueChange.leaves(of: value).count < ValueChange.leaves(of: recorded).count
            if seen.skipped ?? 0 > freshness.skipped ?? 0 || isShorter && handling == .skip {
                exam.fail("an element is missing for \(subject)")
            }
            guard let unknown, isDistinct ?? false, !namesUnknown(word) else { continue }
            let changes = ValueChange.between(unknown, value)
            let isAlike = changes.allSatisfy { change in
                WireValue(.string(Mutation.unknownEnumValue), .enum).isRepresented(as: change.old)
                    && WireValue(.string(word), .enum).isRepresented(as: change.new)
            }
            if isAlike { exam.fail("\(subject) is read as an unknown enum value") }
        }
        expectNoSwap(
            &exam,
            of: words,
            values: outcomes.dropFirst(others).map(\.value),
            recorded: recorded,
            field: field
        )
    }

    /// Expects no pair of enum values of which each is read as the other. Several values may be read as the same one.
    private static func expectNoSwap(
        _ exam: inout CaseAssertions,
        of words: [String],
        values: [JSON?],
        recorded: JSON,
        field: BodyField
    ) {
        guard case .string(let first) = field.value else { return }
        var readings: [String: Set<String>] = [:]
        let all = [first] + words
        for (word, value) in zip(words, values) {
            guard let value else { continue }
            for change in ValueChange.between(recorded, value) {
                let read = { (leaf: JSON) in all.filter { WireValue(.string($0), .enum).isRepresented(as: leaf) } }
                readings[first, default: []].formUnion(read(change.old))
                readings[word, default: []].formUnion(read(change.new))
            }
        }
        for (index, word) in all.enumerated() {
            let other = all[(index + 1)...].first { other in
                readings[word] == [other] && readings[other] == [word]
            }
            if let other {
                let pair = "\(JSON.string(word).brief) and \(JSON.string(other).brief)"
                exam.fail("the enum values \(pair) at \(field.place.path) are swapped: each is read as the other")
            }
        }
    }

    /// Expects a returned list that is shorter than the declared one to lack exactly one element.
    ///
    /// Unless the contract declares that such elements are skipped, the client must also report the skipped element.
    /// With a declared case for unknown values, no element may be missing.
    private static func expectSkipped(
        _ exam: inout CaseAssertions,
        _ list: ValueChange,
        _ freshness: ClientOutcome.Freshness
    ) {
        let handling = exam.declaration.features.unknownEnum
        guard case .array(let old) = list.old, case .array(let new) = list.new else { return }
        if handling == .case { exam.fail("expected \(old.count) elements at \(list.path), got \(new.count)") }
        if new.count != old.count - 1 {
            exam.fail("one element has an unknown enum value, but \(old.count - new.count) are missing")
        }
        if let skipped = freshness.skipped, skipped != 1 {
            exam.fail("expected the client to report 1 skipped element, it reported \(skipped)")
        }
        if handling == .fail, freshness.skipped == nil {
            exam.fail("an element is missing from \(list.path), but the client does not report it as skipped")
        }
    }

    /// Expects the unknown value to decode neither as a known value nor as an absent field.
    private static func expectNoKnownValue(
        _ exam: inout CaseAssertions,
        _ change: ValueChange,
        of mutation: Mutation,
        _ field: BodyField
    ) {
        let words = field.values + field.words.filter { !namesUnknown($0) }.map(JSON.string)
        let known = words.first { WireValue($0, .enum).isRepresented(as: change.new) }
        if let known { exam.fail("an unknown enum value at \(field.place.path) was read as \(known.brief)") }
        // In an optional field, nil could mean that the field is absent.
        if known == nil, change.new == .null, field.isRequired == false {
            exam.fail("an unknown enum value at \(field.place.path) was read as absent")
        }
    }

    /// Whether the returned values distinguish known from unknown enum values.
    ///
    /// They do if the recorded value appears, and the unknown value does not appear unchanged at the same path.
    private static func isComparable(_ field: BodyField, _ recorded: JSON, unknown: JSON) -> Bool {
        let word = WireValue(field.value, .enum)
        let other = WireValue(.string(Mutation.unknownEnumValue), .enum)
        let recordedPaths = ValueChange.leaves(of: recorded).filter { word.isRepresented(as: $0.value) }.map(\.path)
        let unknownPaths = ValueChange.leaves(of: unknown).filter { other.isRepresented(as: $0.value) }.map(\.path)
        return !recordedPaths.isEmpty && Set(recordedPaths).isDisjoint(with: unknownPaths)
    }

    /// Whether an enum value is a common name of the case for unknown values, such as `unknown` or `other`.
    private static func namesUnknown(_ word: String) -> Bool {
        ["unknown", "other", "unrecognized", "unspecified", "undefined"].contains(word.lowercased())
    }

    private static func isShorter(_ change: ValueChange) -> Bool {
        if case .array(let old) = change.old, case .array(let new) = change.new { new.count < old.count } else { false }
    }
}

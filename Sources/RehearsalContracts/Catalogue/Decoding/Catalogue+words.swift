import Rehearsal

extension Catalogue {
    static let unknownWord = Rule(
        "DEC-07",
        .must,
        core: true,
        "A word that the client does not know is an error that tells its path, or what was declared for it; no other word. "
            + "A word that it declares to know is a value.",
        source: "newer backends have newer words",
        restsOn: ["STAT-01"]
    ) { declaration, operation in
        let handling = declaration.features.unknownEnum
        return clauses(operation, { $0.declared(.enum) }, lacking: "enumeration") { field, mutations in
            mutations.of(field, .unknownWord).map { mutation in
                draft(mutation, operation, named: field.label) { $0.expectUnknownWord(mutation, handling) }
            } + knownWords(field, operation, handling)
        }
    }

    /// Clauses with a call for the recorded word, one for an unknown word where it is a value, and one for each of some
    /// declared words.
    private static func knownWords(
        _ field: BodyField,
        _ operation: Declaration.Operation,
        _ handling: DeclaredFeatures.UnknownEnum,
    ) -> [Rule.Draft] {
        let words = field.words.filter { .string($0) != field.value }
        guard let document = operation.reply.document else { return [] }
        return stride(from: 0, to: words.count, by: mostWords).map { start in
            let tried = Array(words[start..<min(start + mostWords, words.count)])
            let bodies = ((handling == .case ? [Mutation.anyWord] : []) + tried).map { word in
                document.applying(JSONDocument.Edit(field.place, .string(word)))
            }
            let replies = ([nil] + bodies).map { operation.unstored.answer(body: $0).times(1) }
            var exercise = Exercise(operation, replies: replies)
            exercise.request.repetitions = replies.count
            if case .string = field.value {
            } else {
                exercise.impossible = "the recorded answer has no text at \(field.place.path)"
            }
            let name = "\(field.label):words\(start == 0 ? "" : "-\(start / mostWords + 1)")"
            return Rule.Draft(name, exercise) { $0.expectKnownWords(tried, field, handling) }.onlyForItself()
        }
    }

    /// The most words of one clause: its calls share one time limit.
    private static let mostWords = 20
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

    /// Each declared word is a value, with no element less than for the recorded word, and not what an unknown word is.
    fileprivate mutating func expectKnownWords(
        _ words: [String],
        _ field: BodyField,
        _ handling: DeclaredFeatures.UnknownEnum,
    ) {
        let outcomes = evidence.answer.outcomes
        let others = handling == .case ? 2 : 1
        guard outcomes.count == words.count + others else {
            return complain("expected outcomes of \(words.count + others) calls, got \(outcomes.count)")
        }
        guard case .value(let recorded, let freshness) = outcomes[0] else {
            return complain("expected the recorded value, got \(outcomes[0])")
        }
        let unknown = handling == .case ? outcomes[1].value : nil
        let isComparable = unknown.map { field.isComparable(recorded, unknown: $0) }
        if isComparable == false { note("no value tells a known word at \(field.place.path) from an unknown one") }
        for (word, outcome) in zip(words, outcomes.dropFirst(others)) {
            let told = "the declared word \(JSON.string(word).brief) at \(field.place.path)"
            guard case .value(let value, let seen) = outcome else {
                complain("expected a value for \(told), got \(outcome)")
                continue
            }
            let isShorter = ValueChange.leaves(of: value).count < ValueChange.leaves(of: recorded).count
            if seen.skipped ?? 0 > freshness.skipped ?? 0 || isShorter && handling == .skip {
                complain("an element is left out for \(told)")
            }
            guard let unknown, isComparable ?? false, !word.namesUnknown else { continue }
            let changes = ValueChange.between(unknown, value)
            let isAlike = changes.allSatisfy { change in
                WireValue(.string(Mutation.anyWord), .enum).isRead(as: change.old)
                    && WireValue(.string(word), .enum).isRead(as: change.new)
            }
            if isAlike { complain("\(told) is read in the same way as an unknown word") }
        }
        expectNoSwap(of: words, outcomes.dropFirst(others).map(\.value), recorded, field)
    }

    /// No two words are read as each other. That one is read as another may be meant, as for two spellings of a word.
    private mutating func expectNoSwap(
        of words: [String],
        _ values: [JSON?],
        _ recorded: JSON,
        _ field: BodyField
    ) {
        guard case .string(let first) = field.value else { return }
        var readings: [String: Set<String>] = [:]
        let all = [first] + words
        for (word, value) in zip(words, values) {
            guard let value else { continue }
            for change in ValueChange.between(recorded, value) {
                let read = { (leaf: JSON) in all.filter { WireValue(.string($0), .enum).isRead(as: leaf) } }
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
                complain("the words \(pair) at \(field.place.path) are read as each other")
            }
        }
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
        let words = field.values + field.words.filter { !$0.namesUnknown }.map(JSON.string)
        let known = words.first { WireValue($0, .enum).isRead(as: change.new) }
        if let known { complain("an unknown word at \(field.place.path) was read as \(known.brief)") }
        // Nil is a case of its own only where it cannot mean that the field is absent.
        if known == nil, change.new == .null, field.isRequired == false {
            complain("an unknown word at \(field.place.path) was read as if it were absent")
        }
    }
}

extension BodyField {
    /// Whether the values of a client tell a known word from an unknown one: the recorded word is shown, and not in the
    /// place in which an unknown word is shown as it was sent.
    fileprivate func isComparable(_ recorded: JSON, unknown: JSON) -> Bool {
        let word = WireValue(value, .enum)
        let other = WireValue(.string(Mutation.anyWord), .enum)
        let shown = ValueChange.leaves(of: recorded).filter { word.isRead(as: $0.value) }.map(\.path)
        let sent = ValueChange.leaves(of: unknown).filter { other.isRead(as: $0.value) }.map(\.path)
        return !shown.isEmpty && Set(shown).isDisjoint(with: sent)
    }
}

extension String {
    /// Whether a word names the case that takes unknown words.
    fileprivate var namesUnknown: Bool {
        ["unknown", "other", "unrecognized", "unspecified", "undefined"].contains(lowercased())
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

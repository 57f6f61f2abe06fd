import Rehearsal

/// A comparison of mountebank: an operator, and the parameters beside it.
struct MountebankPredicate {
    /// An operator that compares fields of a request.
    enum Operator: String, CaseIterable {
        case equals, deepEquals, contains, startsWith, endsWith, matches, exists
    }

    let name: Operator
    /// A JSONPath to what is compared in the body; nil to compare the body itself.
    var selector: String?
    /// Whether a letter of a value differs from the same letter in the other case.
    var isCaseSensitive = false
    /// Whether a letter of a name differs from the same letter in the other case.
    var areNamesCaseSensitive = false
    /// Whether the predicate stands in a `not`: its condition must then hold for every request that it takes.
    var isNegated = false

    /// Whether a condition on this name finds every spelling of it that mountebank finds.
    func isExact(_ name: String) -> Bool { areNamesCaseSensitive || !name.hasCases }

    /// Whether mountebank takes two of these names for one, of which it asks the last.
    func confuses(_ names: [String]) -> Bool {
        Set(areNamesCaseSensitive ? names : names.map { $0.lowercased() }).count < names.count
    }

    /// A condition on one value; nil, and said, if there is none.
    func value(_ wanted: ImportValue) -> Scenario.Condition.Value? {
        guard let text = text(wanted), let pattern = pattern(text, at: wanted) else { return nil }
        guard isCaseSensitive || !text.hasCases else { return .matches(pattern) }
        switch name {
        case .contains: return .contains(text)
        case .startsWith: return .startsWith(text)
        case .endsWith: return .endsWith(text)
        case .matches: return .matches(pattern)
        case .equals, .deepEquals, .exists: return .equals(text)
        }
    }

    /// Whether mountebank takes a request that has no value at all: it compares an empty text then.
    func takesNothing(_ wanted: ImportValue) -> Bool {
        guard let text = wanted.scalar else { return false }
        guard name == .matches else { return text.isEmpty }
        return pattern(text, at: wanted)?.isFound(in: []) ?? false
    }

    /// The text that is compared; nil, and said, if mountebank compares another one.
    func text(_ wanted: ImportValue) -> String? {
        guard let text = wanted.text() else { return nil }
        // JavaScript writes some numbers in another way, and finds what is not a string anywhere instead of at the end.
        let isPlain = !text.contains { "eE".contains($0) } && !(text.contains(".") && text.hasSuffix("0"))
        let isWritten = wanted.node.kind != .number || isPlain
        if wanted.node.kind == .string || isWritten && name != .endsWith { return text }
        let instead = "the stub is left out; write the value as a string"
        return wanted.refuse("mountebank compares this in another way, as it is not a string", instead: instead)
    }

    /// A pattern that is found in each text that meets the predicate; nil, and said, if there is none.
    func pattern(_ text: String, at wanted: ImportValue) -> Scenario.Pattern? {
        if name == .matches { return wanted.pattern(in: text, ignoringCase: !isCaseSensitive) }
        let literal = PatternTranslation.literal(text, ignoringCase: !isCaseSensitive)
        let written =
            switch name {
            case .contains: literal
            case .startsWith: "^\(literal)"
            case .endsWith: "\(literal)$"
            default: "^\(literal)$"
            }
        do throws(Scenario.Pattern.Malformed) {
            return try Scenario.Pattern(written)
        } catch {
            return wanted.refuse("no pattern says the same: \(error.problem)")
        }
    }

    /// A filter of JSONPath that asks the same of a value; nil, and said, if there is none.
    func filter(_ wanted: ImportValue) -> ((String) -> String)? {
        guard let text = text(wanted), let pattern = pattern(text, at: wanted) else { return nil }
        let search = { (name: String) in "search(\(name), \(JSONPathTranslation.quoted(pattern.text)))" }
        // The text "null" is another value than null.
        guard name == .equals || name == .deepEquals, text != "null" else { return search }
        guard !isCaseSensitive, text.hasCases else { return { JSONPathTranslation.equality($0, text) } }
        return text.lowercased() == "true" || text.lowercased() == "false"
            ? { "\(search($0)) || \($0) == \(text.lowercased())" } : search
    }
}

extension Scenario.Condition.Value {
    /// A value that is not empty.
    ///
    /// It is computed, because the leak check of the fuzzer takes an indirect case in a stored static for a leak.
    static var notEmpty: Self { .all([.present, .not(.equals(""))]) }
}

/// The differences that are named once for an imposter, each at the first place where it occurs.
struct MountebankDifferences {
    private(set) var first: [Kind: ImportValue] = [:]

    /// A respect in which mountebank takes more requests than the scenario does.
    enum Kind: CaseIterable {
        case paths, names, lists, texts

        /// What mountebank does.
        var problem: String {
            switch self {
            case .paths: "letters of a path are compared whatever their case"
            case .names: "letters of a name are compared whatever their case"
            case .lists:
                "in a document, elements of a list are compared in place of a value, and no value as an empty text"
            case .texts: "values of documents are compared as texts, whatever their case"
            }
        }

        /// What the scenario does.
        var instead: String {
            switch self {
            case .paths, .names: "their case matters, here and below"
            case .lists: "neither is taken, here and below"
            case .texts: "a value of another kind, or in another case, is not taken, here and below"
            }
        }
    }

    mutating func add(_ kind: Kind, at value: ImportValue) { first[kind] = first[kind] ?? value }

    /// Names all of them.
    func tell() {
        for kind in Kind.allCases {
            if let value = first[kind] { value.differ(kind.problem, instead: kind.instead) }
        }
    }
}

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
    let differences: MountebankDifferences

    /// What one field must be.
    func condition(on field: String, _ value: ImportValue) -> Scenario.Condition? {
        switch field {
        case "body": return body(value)
        case _ where selector != nil: return value.refuse("a path is looked for in the body alone")
        case "path": return path(value)
        case "query", "headers", "form":
            if value.node.kind == .object { return fields(of: field, value) }
            if name == .exists { return part(field, value) }
        default: break
        }
        return value.refuse("no condition asks this of \(field.quoted)")
    }

    /// The path without the query, escapes included.
    private func path(_ value: ImportValue) -> Scenario.Condition? {
        if name == .exists {
            return value.bool() == true ? Scenario.Condition() : value.refuse("there is no request without a path")
        }
        guard let text = text(value) else { return nil }
        if name == .matches {
            let pattern = value.pattern(inPath: text, ignoringCase: !isCaseSensitive)
            return pattern.map { ImportSubject.url.condition(.matches($0)) }
        }
        guard text.isPath else {
            let problem = "mountebank compares a path as it is sent, and no request sends these characters"
            return value.refuse(problem, instead: "the stub is left out; write escapes such as %20 in the path")
        }
        let literal = PatternTranslation.literal(text, ignoringCase: !isCaseSensitive)
        switch name {
        case .startsWith where isCaseSensitive || !text.hasCases: return ImportSubject.url.condition(.startsWith(text))
        case .startsWith: return ImportSubject.url.matching("^\(literal)")
        case .contains: return ImportSubject.url.matching("^[^?]*\(literal)")
        case .endsWith: return ImportSubject.url.matching(#"^[^?]*\#(literal)(\?|$)"#)
        default: return ImportSubject.url.matching(#"^\#(literal)(\?|$)"#)
        }
    }

    /// Whether a condition on this name finds every spelling of it that mountebank finds.
    func isExact(_ name: String) -> Bool { areNamesCaseSensitive || !name.hasCases }

    /// Whether mountebank takes two names of members for one, of which it asks the last; that is then refused.
    func confusesNames(of value: ImportValue) -> Bool {
        let names = value.members.map(\.name)
        guard Set(areNamesCaseSensitive ? names : names.map { $0.lowercased() }).count < names.count else {
            return false
        }
        value.refuse("two of these names are one in mountebank, which asks the last of them")
        return true
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
        return wanted.translated { () throws(Untranslatable) in
            switch name {
            case .contains: try PatternTranslation.pattern(literal)
            case .startsWith: try PatternTranslation.pattern("^\(literal)")
            case .endsWith: try PatternTranslation.pattern("\(literal)$")
            default: try PatternTranslation.pattern("^\(literal)$")
            }
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

/// The differences that are named once for an imposter, each at the first place where it occurs.
///
/// A class, because every predicate of the imposter adds to it; it never leaves the reading of one file.
final class MountebankDifferences {
    private var first: [Kind: ImportValue] = [:]

    /// A respect in which mountebank takes more requests than the scenario does.
    enum Kind: CaseIterable {
        case paths, names, lists, texts

        /// What mountebank does, and what the scenario does.
        var note: (problem: String, instead: String) {
            switch self {
            case .paths:
                ("letters of a path are compared whatever their case", "their case matters, here and below")
            case .names:
                ("letters of a name are compared whatever their case", "their case matters, here and below")
            case .lists:
                (
                    "in a document, elements of a list are compared in place of a value, and no value as an empty text",
                    "neither is taken, here and below"
                )
            case .texts:
                (
                    "values of documents are compared as texts, whatever their case",
                    "a value of another kind, or in another case, is not taken, here and below"
                )
            }
        }
    }

    func add(_ kind: Kind, at value: ImportValue) { first[kind] = first[kind] ?? value }

    /// Runs a part of the reading, and forgets the differences that it added if the part was refused.
    ///
    /// - Returns: nil if it refused anything.
    func unlessRefused<Result>(in file: ImportedFile, _ read: () -> Result?) -> Result? {
        let before = first
        let result = file.unlessRefused(read)
        if result == nil { first = before }
        return result
    }

    /// Names all of them.
    func tell() {
        for kind in Kind.allCases { first[kind]?.differ(kind.note.problem, instead: kind.note.instead) }
    }
}

extension String {
    /// Whether a path can hold it as it is sent, without an escape more.
    var isPath: Bool {
        utf8.allSatisfy { byte in 0x21...0x7E ~= byte && !#"?#"<>`{}"#.utf8.contains(byte) }
    }

    /// Whether any letter of it has another case.
    var hasCases: Bool { unicodeScalars.contains { PatternTranslation.otherCase($0) != nil } }
}

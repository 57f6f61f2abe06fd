import Rehearsal

/// A mountebank predicate with a comparison operator, and its parameters.
struct MountebankPredicate {
    /// An operator that compares request fields.
    enum Operator: String, CaseIterable {
        case equals, deepEquals, contains, startsWith, endsWith, matches, exists
    }

    let name: Operator
    /// A JSONPath to the compared value in the body; nil to compare the whole body.
    var selector: String?
    /// Whether the case of values matters.
    var isCaseSensitive = false
    /// Whether the case of names matters.
    var areNamesCaseSensitive = false
    /// Whether the predicate is in a `not`. Its condition must then match all requests that the predicate matches.
    var isNegated = false
    let differences: MountebankDifferences

    /// Returns the condition on one field of the predicate.
    func condition(on field: String, _ value: ImportValue) -> Scenario.Condition? {
        switch field {
        case "body": return body(value)
        case _ where selector != nil: return value.refuse("a JSONPath can be evaluated only on the body")
        case "path": return path(value)
        case "query", "headers", "form":
            if value.node.kind == .object { return fields(of: field, value) }
            if name == .exists { return presenceCondition(field, value) }
        default: break
        }
        return value.refuse("no condition supports the operator \(name.rawValue.quoted) on \(field.quoted)")
    }

    /// Returns the condition on the encoded path without the query.
    private func path(_ value: ImportValue) -> Scenario.Condition? {
        if name == .exists {
            return value.bool() == true
                ? Scenario.Condition() : value.refuse("every request has a path, so no request matches")
        }
        guard let text = text(value) else { return nil }
        if name == .matches {
            let pattern = value.pattern(inPath: text, ignoringCase: !isCaseSensitive)
            return pattern.map { MatchTarget.url.condition(.matches($0)) }
        }
        guard text.isPath else {
            let problem = "mountebank compares the encoded path, which cannot contain these characters"
            return value.refuse(problem, instead: "the stub is left out; write escapes such as %20 in the path")
        }
        let literal = PatternTranslation.literal(text, ignoringCase: !isCaseSensitive)
        switch name {
        case .startsWith where isCaseSensitive || !text.hasCasedLetters:
            return MatchTarget.url.condition(.startsWith(text))
        case .startsWith: return MatchTarget.url.matching("^\(literal)")
        case .contains: return MatchTarget.url.matching("^[^?]*\(literal)")
        case .endsWith: return MatchTarget.url.matching(#"^[^?]*\#(literal)(\?|$)"#)
        default: return MatchTarget.url.matching(#"^\#(literal)(\?|$)"#)
        }
    }

    /// Whether a case-sensitive comparison finds the same names as mountebank's comparison.
    func isExact(_ name: String) -> Bool { areNamesCaseSensitive || !name.hasCasedLetters }

    /// Refuses the stub if two member names are equal in mountebank, which then uses the last one.
    ///
    /// - Returns: whether the stub was refused.
    func refusesDuplicateNames(of value: ImportValue) -> Bool {
        let names = value.members.map(\.name)
        guard Set(areNamesCaseSensitive ? names : names.map { $0.lowercased() }).count < names.count else {
            return false
        }
        value.refuse("two of these names are equal in mountebank, which uses the last one")
        return true
    }

    /// Returns the condition on one value. If there is none, refuses the stub and returns nil.
    func value(_ expected: ImportValue) -> Scenario.Condition.Value? {
        guard let text = text(expected), let pattern = pattern(text, at: expected) else { return nil }
        guard isCaseSensitive || !text.hasCasedLetters else { return .matches(pattern) }
        switch name {
        case .contains: return .contains(text)
        case .startsWith: return .startsWith(text)
        case .endsWith: return .endsWith(text)
        case .matches: return .matches(pattern)
        case .equals, .deepEquals, .exists: return .equals(text)
        }
    }

    /// Whether the predicate matches a request without the value, which mountebank compares as an empty text.
    func matchesMissingValue(_ expected: ImportValue) -> Bool {
        guard let text = expected.scalar else { return false }
        guard name == .matches else { return text.isEmpty }
        return pattern(text, at: expected)?.hasMatch(in: []) ?? false
    }

    /// Returns the text to compare. If mountebank would compare another text, refuses the stub and returns nil.
    func text(_ expected: ImportValue) -> String? {
        guard let text = expected.text() else { return nil }
        // JavaScript formats some numbers differently, and `endsWith` on a non-string matches anywhere.
        let isPlain = !text.contains { "eE".contains($0) } && !(text.contains(".") && text.hasSuffix("0"))
        let isSameText = expected.node.kind != .number || isPlain
        if expected.node.kind == .string || isSameText && name != .endsWith { return text }
        let instead = "the stub is left out; write the value as a string"
        return expected.refuse("mountebank compares a value that is not a string differently", instead: instead)
    }

    /// Returns a pattern for the texts that satisfy the predicate. If there is none, refuses the stub and returns nil.
    func pattern(_ text: String, at expected: ImportValue) -> Scenario.Pattern? {
        if name == .matches { return expected.pattern(in: text, ignoringCase: !isCaseSensitive) }
        let literal = PatternTranslation.literal(text, ignoringCase: !isCaseSensitive)
        return expected.translated { () throws(TranslationError) in
            switch name {
            case .contains: try PatternTranslation.pattern(literal)
            case .startsWith: try PatternTranslation.pattern("^\(literal)")
            case .endsWith: try PatternTranslation.pattern("\(literal)$")
            default: try PatternTranslation.pattern("^\(literal)$")
            }
        }
    }

    /// Returns a JSONPath filter for a value. If there is none, refuses the stub and returns nil.
    func filter(_ expected: ImportValue) -> ((String) -> String)? {
        guard let text = text(expected), let pattern = pattern(text, at: expected) else { return nil }
        let search = { (name: String) in "search(\(name), \(JSONPathTranslation.quoted(pattern.text)))" }
        // The text "null" must not match the value null.
        guard name == .equals || name == .deepEquals, text != "null" else { return search }
        guard !isCaseSensitive, text.hasCasedLetters else { return { JSONPathTranslation.equality($0, text) } }
        return text.lowercased() == "true" || text.lowercased() == "false"
            ? { "\(search($0)) || \($0) == \(text.lowercased())" } : search
    }
}

/// The differences that are reported once per imposter, each at its first occurrence.
///
/// It is a class, because all predicates of an imposter add to one list.
final class MountebankDifferences {
    /// The value at which each kind of difference first occurs.
    private var first: [Kind: ImportValue] = [:]

    /// A respect in which mountebank matches more requests than the scenario does.
    enum Kind: CaseIterable {
        case paths, names, lists, texts

        /// The behavior of mountebank and of the scenario.
        var note: (problem: String, instead: String) {
            switch self {
            case .paths:
                ("mountebank ignores the case of paths", "their case matters, here and in the rest of the file")
            case .names:
                ("mountebank ignores the case of names", "their case matters, here and in the rest of the file")
            case .lists:
                (
                    "mountebank also compares each element of a list, and a missing value as an empty one",
                    "a scenario does neither, here and in the rest of the file"
                )
            case .texts:
                (
                    "mountebank compares values of documents as text and ignores their case",
                    "their type and case matter, here and in the rest of the file"
                )
            }
        }
    }

    func add(_ kind: Kind, at value: ImportValue) { first[kind] = first[kind] ?? value }

    /// Calls a function that reads a stub. If it refuses anything, discards its differences and returns nil.
    func unlessRefused<Result>(in file: ImportedFile, _ read: () -> Result?) -> Result? {
        let before = first
        let result = file.unlessRefused(read)
        if result == nil { first = before }
        return result
    }

    /// Adds a note on each difference.
    func report() {
        for kind in Kind.allCases { first[kind]?.noteDifference(kind.note.problem, instead: kind.note.instead) }
    }
}

extension String {
    /// Whether the text is valid in an encoded path.
    var isPath: Bool {
        utf8.allSatisfy { byte in 0x21...0x7E ~= byte && !#"?#"<>`{}"#.utf8.contains(byte) }
    }

    /// Whether the text has a letter with both an upper and a lower case.
    var hasCasedLetters: Bool { unicodeScalars.contains { PatternTranslation.otherCase($0) != nil } }
}

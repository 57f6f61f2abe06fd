import Rehearsal
import RehearsalDocuments

/// A reason why a scenario cannot say the same as the imported file.
struct Untranslatable: Error, Hashable {
    var reason: String

    init(_ reason: String) { self.reason = reason }
}

extension ImportValue {
    /// Returns a translation; nil, with a refusal, if there is none.
    ///
    /// - Parameter kind: what is translated: a pattern or a path.
    func translated<Result>(
        _ kind: String = "pattern",
        instead: String? = nil,
        _ translate: () throws(Untranslatable) -> Result,
    ) -> Result? {
        do throws(Untranslatable) {
            return try translate()
        } catch {
            return refuse("no \(kind) says the same: \(error.reason)", instead: instead)
        }
    }

    /// A pattern that stands for a whole text.
    func pattern(ofWhole text: String, after: String = "", dot: PatternTranslation.Dot = .line) -> Scenario.Pattern? {
        translated { () throws(Untranslatable) in try PatternTranslation.whole(text, after: after, dot: dot) }
    }

    /// A pattern that is found in a text.
    func pattern(in text: String, ignoringCase: Bool = false, instead: String? = nil) -> Scenario.Pattern? {
        translated(instead: instead) { () throws(Untranslatable) in
            try PatternTranslation.found(text, ignoringCase: ignoringCase)
        }
    }

    /// A pattern of URLs, found in their paths.
    func pattern(inPath text: String, ignoringCase: Bool = false) -> Scenario.Pattern? {
        translated { () throws(Untranslatable) in
            try PatternTranslation.foundInPath(text, ignoringCase: ignoringCase)
        }
    }

    /// The condition that a JSONPath finds something in the body.
    func condition(finding path: String) -> Scenario.Condition? {
        let path = translated("path") { () throws(Untranslatable) in try JSONPathTranslation.path(path) }
        return path.map { Scenario.Condition(body: [.path($0)]) }
    }

    /// A method of HTTP by its name.
    func method(_ name: String) -> Scenario.Method? {
        let isAny = name.uppercased() == "ANY" || name == Scenario.Method.any.rawValue
        if HeaderRules.isToken(name), !isAny { return Scenario.Method(rawValue: name) }
        return refuse("\(name.quoted) is no method; \"ANY\" is every one")
    }
}

extension Scenario.PathPattern {
    /// The path that all that a pattern takes lies below.
    static func below(_ pattern: String) -> Scenario.PathPattern {
        let text = pattern.hasPrefix("^") ? pattern.dropFirst() : pattern[...]
        var plain = text.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "/-_~".contains($0)) }
        // What is repeated may also be there no time at all.
        if let after = text[plain.endIndex...].first, "?*{".contains(after) { plain = plain.dropLast() }
        guard plain.hasPrefix("/"), !hasOuterChoice(text), let slash = plain.lastIndex(of: "/") else { return "/**" }
        return Scenario.PathPattern("\(plain[..<slash])/**")
    }

    /// Whether a choice stands outside of parentheses, so that what is before it is one of several.
    private static func hasOuterChoice(_ text: Substring) -> Bool {
        var depth = 0
        for character in text {
            if character == "(" { depth += 1 }
            if character == ")" { depth -= 1 }
            if character == "|", depth == 0 { return true }
        }
        return false
    }
}

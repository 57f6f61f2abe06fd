import Rehearsal
import RehearsalDocuments

/// The part of a request that an imported matcher compares.
enum MatchTarget {
    case query(String)
    case header(String)
    case cookie(String)
    case form(String)
    case path(String)
    case url
    case body
    case bodyPointer(JSON.Pointer)

    /// Returns the condition that compares this part with a value.
    func condition(_ value: Scenario.Condition.Value) -> Scenario.Condition {
        switch self {
        case .query(let name): Scenario.Condition(query: [.init(name, value)])
        case .header(let name): Scenario.Condition(headers: [.init(name, value)])
        case .cookie(let name): Scenario.Condition(cookies: [.init(name, value)])
        case .form(let name): Scenario.Condition(form: [.init(name, value)])
        case .path(let name): Scenario.Condition(path: [.init(name, value)])
        case .url: Scenario.Condition(url: value)
        case .body: Scenario.Condition(body: [.text(value)])
        case .bodyPointer(let pointer): Scenario.Condition(body: [.at(pointer, .holds(value))])
        }
    }

    /// Returns the condition that this part matches a pattern; nil if the pattern is not valid.
    func matching(_ pattern: String) -> Scenario.Condition? {
        (try? Scenario.Pattern(pattern)).map { condition(.matches($0)) }
    }

    /// Returns the condition that this part equals a JSON document; nil if it cannot be compared with JSON.
    func equalityCondition(_ document: JSON) -> Scenario.Condition? {
        switch self {
        case .body: Scenario.Condition(body: [.json(document)])
        case .bodyPointer(let pointer): Scenario.Condition(body: [.at(pointer, .equals(document))])
        default: nil
        }
    }
}

extension Scenario.Condition {
    var isEmpty: Bool { self == Scenario.Condition() }

    /// Returns the conjunction of several conditions; nil if one of them cannot be expressed.
    static func all<Part>(
        of parts: some Sequence<Part>,
        from first: Scenario.Condition = Scenario.Condition(),
        _ condition: (Part) -> Scenario.Condition?,
    ) -> Scenario.Condition? {
        var all = first
        for part in parts {
            guard let condition = condition(part) else { return nil }
            all = all.and(condition)
        }
        return all
    }

    /// Returns the conjunction of several conditions.
    static func all(of parts: [Scenario.Condition]) -> Scenario.Condition {
        parts.reduce(Scenario.Condition()) { $0.and($1) }
    }

    /// Returns the disjunction of several conditions.
    static func any(of parts: [Scenario.Condition]) -> Scenario.Condition {
        parts.count == 1 ? parts[0] : Scenario.Condition(any: parts)
    }

    /// Returns the condition that a JSONPath selects a node in the body.
    static func finding(_ path: JSON.Path) -> Scenario.Condition { Scenario.Condition(body: [.path(path)]) }

    /// Returns the condition that the value at a location in the body equals a document.
    static func equal(_ document: JSON, at pointer: JSON.Pointer) -> Scenario.Condition {
        Scenario.Condition(body: [.at(pointer, .equals(document))])
    }

    /// Returns the conjunction of both conditions, in a form that can be written to a scenario document.
    func and(_ other: Scenario.Condition) -> Scenario.Condition {
        if isEmpty { return other }
        if other.isEmpty { return self }
        var both = self
        both.query += other.query
        both.headers += other.headers
        both.cookies += other.cookies
        both.form += other.form
        both.path += other.path
        both.state += other.state
        both.body += other.body
        both.all += other.all
        both.not += other.not
        if both.any.isEmpty {
            both.any = other.any
        } else if !other.any.isEmpty {
            both.all.append(Scenario.Condition(any: other.any))
        }
        if both.url == nil { both.url = other.url }
        let keepsURL = other.url == nil || url == nil
        if keepsURL, both.document != nil { return both }
        both = self
        both.all.append(other)
        return both
    }
}

/// An error that states why a scenario cannot express the imported feature.
struct TranslationError: Error, Hashable {
    var reason: String

    init(_ reason: String) { self.reason = reason }
}

extension ImportValue {
    /// Returns the result of a translation. If it fails, refuses the part and returns nil.
    ///
    /// - Parameter kind: The kind of the translated text, for the note: a pattern, a path or a condition.
    func translated<Result>(
        _ kind: String = "pattern",
        instead: String? = nil,
        _ translate: () throws(TranslationError) -> Result,
    ) -> Result? {
        do throws(TranslationError) {
            return try translate()
        } catch {
            return refuse("no equivalent \(kind): \(error.reason)", instead: instead)
        }
    }

    /// Returns a pattern that must match the whole text.
    func pattern(matchingWhole text: String, after: String = "", dot: PatternTranslation.DotScope = .line) -> Scenario
        .Pattern?
    {
        translated { () throws(TranslationError) in try PatternTranslation.matchingWhole(text, after: after, dot: dot) }
    }

    /// Returns a pattern that may match any part of the text.
    func pattern(in text: String, ignoringCase: Bool = false, instead: String? = nil) -> Scenario.Pattern? {
        translated(instead: instead) { () throws(TranslationError) in
            try PatternTranslation.searching(text, ignoringCase: ignoringCase)
        }
    }

    /// Returns a pattern for URLs that may match any part of the path.
    func pattern(inPath text: String, ignoringCase: Bool = false) -> Scenario.Pattern? {
        translated { () throws(TranslationError) in
            try PatternTranslation.searchingPath(text, ignoringCase: ignoringCase)
        }
    }

    /// Returns the condition that a JSONPath selects a node in the body. Refuses a path without an equivalent.
    func condition(finding path: String) -> Scenario.Condition? {
        let path = translated("path") { () throws(TranslationError) in try JSONPathTranslation.path(path) }
        return path.map { .finding($0) }
    }

    /// Returns an HTTP method by its name. Refuses a name that is not valid, and returns nil.
    func method(_ name: String) -> Scenario.Method? {
        let isAny = name.uppercased() == "ANY" || name == Scenario.Method.any.rawValue
        if HeaderSyntax.isToken(name), !isAny { return Scenario.Method(rawValue: name) }
        return refuse("\(name.quoted) is not a valid method; \"ANY\" matches every method")
    }
}

extension Scenario.Condition.Value {
    /// The condition that a value is present and not empty.
    ///
    /// It is computed, because the fuzzer's leak check reports an indirect case in a stored static.
    static var notEmpty: Self { .all([.present, .not(.equals(""))]) }
}

extension Scenario.PathPattern {
    /// Returns a path pattern for the deepest folder that contains all paths that a regular expression can match.
    static func enclosing(_ pattern: String) -> Scenario.PathPattern {
        let text = pattern.hasPrefix("^") ? pattern.dropFirst() : pattern[...]
        var plain = text.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "/-_~".contains($0)) }
        // The quantifiers `?`, `*` and `{` permit that the character before them is absent.
        if let after = text[plain.endIndex...].first, "?*{".contains(after) { plain = plain.dropLast() }
        guard plain.hasPrefix("/"), !hasTopLevelAlternation(text), let slash = plain.lastIndex(of: "/") else {
            return "/**"
        }
        return Scenario.PathPattern("\(plain[..<slash])/**")
    }

    /// Whether the expression has an alternation outside parentheses.
    private static func hasTopLevelAlternation(_ text: Substring) -> Bool {
        var depth = 0
        for character in text {
            if character == "(" { depth += 1 }
            if character == ")" { depth -= 1 }
            if character == "|", depth == 0 { return true }
        }
        return false
    }
}

import Rehearsal
import RehearsalDocuments

/// The part of a request that a matcher of an imported file is about.
enum ImportSubject {
    case query(String)
    case header(String)
    case cookie(String)
    case form(String)
    case path(String)
    case url
    case body
    case place(JSON.Pointer)

    /// The condition that asks this of it.
    func condition(_ value: Scenario.Condition.Value) -> Scenario.Condition {
        switch self {
        case .query(let name): Scenario.Condition(query: [.init(name, value)])
        case .header(let name): Scenario.Condition(headers: [.init(name, value)])
        case .cookie(let name): Scenario.Condition(cookies: [.init(name, value)])
        case .form(let name): Scenario.Condition(form: [.init(name, value)])
        case .path(let name): Scenario.Condition(path: [.init(name, value)])
        case .url: Scenario.Condition(url: value)
        case .body: Scenario.Condition(body: [.text(value)])
        case .place(let pointer): Scenario.Condition(body: [.at(pointer, .holds(value))])
        }
    }

    /// The condition that a pattern is found in it; nil for a text that is no pattern.
    func matching(_ pattern: String) -> Scenario.Condition? {
        (try? Scenario.Pattern(pattern)).map { condition(.matches($0)) }
    }

    /// The condition that it is a document: nil for what holds none.
    func condition(_ document: JSON) -> Scenario.Condition? {
        switch self {
        case .body: Scenario.Condition(body: [.json(document)])
        case .place(let pointer): Scenario.Condition(body: [.at(pointer, .equals(document))])
        default: nil
        }
    }
}

extension Scenario.Condition {
    /// Whether it asks for nothing.
    var asksNothing: Bool { self == Scenario.Condition() }

    /// All of several conditions and a first one; nil if one of them cannot be said.
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

    /// All of several conditions.
    static func all(of parts: [Scenario.Condition]) -> Scenario.Condition {
        parts.reduce(Scenario.Condition()) { $0.and($1) }
    }

    /// One of several conditions.
    static func any(of parts: [Scenario.Condition]) -> Scenario.Condition {
        parts.count == 1 ? parts[0] : Scenario.Condition(any: parts)
    }

    /// The condition that a path finds something in the body.
    static func finding(_ path: JSON.Path) -> Scenario.Condition { Scenario.Condition(body: [.path(path)]) }

    /// The condition that a document is at a place of the body.
    static func equal(_ document: JSON, at pointer: JSON.Pointer) -> Scenario.Condition {
        Scenario.Condition(body: [.at(pointer, .equals(document))])
    }

    /// Both of them, as one that a document can say.
    func and(_ other: Scenario.Condition) -> Scenario.Condition {
        if asksNothing { return other }
        if other.asksNothing { return self }
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
        return path.map { .finding($0) }
    }

    /// A method of HTTP by its name.
    func method(_ name: String) -> Scenario.Method? {
        let isAny = name.uppercased() == "ANY" || name == Scenario.Method.any.rawValue
        if HeaderRules.isToken(name), !isAny { return Scenario.Method(rawValue: name) }
        return refuse("\(name.quoted) is no method; \"ANY\" is every one")
    }
}

extension Scenario.Condition.Value {
    /// A value that is not empty.
    ///
    /// It is computed, because the leak check of the fuzzer takes an indirect case in a stored static for a leak.
    static var notEmpty: Self { .all([.present, .not(.equals(""))]) }
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

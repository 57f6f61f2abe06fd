import Rehearsal

/// A JSONPath as Jayway's library reads it, which WireMock asks.
///
/// Two things differ from RFC 9535: a filter chooses among the elements of an array, and takes an object as a whole;
/// and one place counts as found only if it holds neither `null`, `[]` nor `{}`.
struct JaywayPath {
    /// A step from a value to values below it.
    enum Segment {
        case name(String)
        case index(Int)
        case wildcard
        /// Several names or indexes, or a slice, as both languages write them in brackets.
        case several(String)
        /// The value itself and every value below it, of which the next segment is asked.
        case descendants
        case filter(JaywayFilter)
    }

    let segments: [Segment]

    init(_ text: String) throws(Untranslatable) {
        var parser = JaywayPathParser(text)
        segments = try parser.segments()
    }

    /// Whether it leads to one value at most.
    var isDefinite: Bool { segments.allSatisfy(\.isChild) }

    /// The one place that it leads to; nil if it leads to several, or counts from the end.
    var pointer: JSON.Pointer? {
        var tokens: [String] = []
        for segment in segments {
            switch segment {
            case .name(let name): tokens.append(name)
            case .index(let index) where index >= 0: tokens.append(String(index))
            default: return nil
            }
        }
        return JSON.Pointer(tokens: tokens)
    }

    /// The place of a filter that ends the path and takes an object without members too; nil if there is none.
    var placeOfEmptyObject: JSON.Pointer? {
        guard case .filter(let filter)? = segments.last, filter.holdsForEmptyObject else { return nil }
        return JaywayPath(Array(segments.dropLast())).pointer
    }

    /// Whether what a filter compares is not compared as Jayway does.
    var comparesText: Bool {
        segments.contains { if case .filter(let filter) = $0 { filter.mayMatchNumber } else { false } }
    }

    private init(_ segments: [Segment]) { self.segments = segments }

    /// The path of RFC 9535 that finds something where this one does.
    func finding() throws(Untranslatable) -> JSON.Path {
        let text = try existence(of: segments[...], from: "$") { $0 }
        guard isDefinite else { return try Self.path(text) }
        guard !segments.isEmpty else { return try Self.path("$") }
        return try Self.path("$[?\(text) && \(text) != null && (\(text) == '' || length(\(text)) != 0)]")
    }

    /// The path of RFC 9535 that finds something where a test holds of one of the values that this one finds.
    func finding(where test: (String) -> String) throws(Untranslatable) -> JSON.Path {
        guard isDefinite else { return try Self.path("$[?\(try existence(of: segments[...], from: "$", leaf: test))]") }
        let place = definite
        return try Self.path("$[?(\(place)[0] && \(place)[?\(test("@"))]) || (!\(place)[0] && \(test(place)))]")
    }

    /// The path of RFC 9535 that finds an element of an array at the one place, of which a test holds.
    func findingElement(where test: (String) -> String) throws(Untranslatable) -> JSON.Path {
        try Self.path("\(definite)[?\(definite)[0] && (\(test("@")))]")
    }

    /// The path of RFC 9535 that finds something where the one place is an array with an element.
    func findingAnyElement() throws(Untranslatable) -> JSON.Path { try Self.path("\(definite)[0]") }

    /// The path of RFC 9535 that finds something where the one place is an object or an array with something in it.
    func findingAnyMember() throws(Untranslatable) -> JSON.Path { try Self.path("\(definite).*") }

    /// The one place as RFC 9535 writes it.
    var definite: String { segments.reduce("$") { $0 + $1.text } }

    private static func path(_ text: String) throws(Untranslatable) -> JSON.Path {
        let whole = text.hasPrefix("$[") || !text.contains("?") ? text : "$[?\(text)]"
        do throws(JSON.Path.Malformed) {
            return try JSON.Path(whole)
        } catch {
            throw Untranslatable("\(error.problem) (JSONPath is that of RFC 9535 here)")
        }
    }

    /// The condition, as a filter writes it, that something is found from a value on, and is as a leaf says.
    private func existence(
        of segments: ArraySlice<Segment>,
        from value: String,
        leaf: (String) -> String,
    ) throws(Untranslatable) -> String {
        guard let first = segments.first else { return leaf(value) }
        let rest = segments.dropFirst()
        if leaf(value) == value, segments.allSatisfy(\.isPlain) { return value + Self.text(of: segments) }
        switch first {
        case .name, .index: return try existence(of: rest, from: value + first.text, leaf: leaf)
        case .wildcard: return "\(value)[?\(try existence(of: rest, from: "@", leaf: leaf))]"
        case .several: throw Untranslatable("a filter or a matcher after several names or indexes, or a slice")
        case .descendants:
            let own = try existence(of: rest, from: value, leaf: leaf)
            return "(\(own) || \(value)..[?\(try existence(of: rest, from: "@", leaf: leaf))])"
        case .filter(let filter):
            let tail = rest.isEmpty && leaf(value) == value
            let element = tail ? "" : " && " + (try existence(of: rest, from: "@", leaf: leaf))
            let elements = "(\(value)[0] && \(value)[?\(filter.text(of: "@"))\(element)])"
            let whole = tail ? "" : " && " + (try existence(of: rest, from: value, leaf: leaf))
            // A filter that asks for a member takes no array.
            let isObject = filter.asksForMember ? "" : "!\(value)[0] && \(value).* && "
            return "(\(elements) || \(isObject)\(filter.text(of: value))\(whole))"
        }
    }

    private static func text(of segments: ArraySlice<Segment>) -> String {
        var text = ""
        var isDeep = false
        for segment in segments {
            if case .descendants = segment {
                isDeep = true
            } else {
                text += (isDeep ? ".." + segment.text.drop { $0 == "." } : segment.text)
                isDeep = false
            }
        }
        return text
    }
}

extension JaywayPath.Segment {
    /// Whether it leads to one value at most.
    var isChild: Bool {
        switch self {
        case .name, .index: true
        case .wildcard, .several, .descendants, .filter: false
        }
    }

    /// Whether RFC 9535 says the same.
    fileprivate var isPlain: Bool { if case .filter = self { false } else { true } }

    /// As RFC 9535 writes it.
    var text: String {
        switch self {
        case .name(let name): Self.text(ofName: name)
        case .index(let index): "[\(index)]"
        case .wildcard: "[*]"
        case .several(let text): "[\(text)]"
        case .descendants: ".."
        case .filter(let filter): "[?\(filter.text(of: "@"))]"
        }
    }

    static func text(ofName name: String) -> String {
        let letters = name.utf8.allSatisfy { $0.isAlphanumeric(or: "_") }
        let isPlain = letters && !(name.utf8.first.map(\.isDigit) ?? true)
        return isPlain ? ".\(name)" : "[\(JSONPathTranslation.quoted(name))]"
    }
}

/// Reads a JSONPath of Jayway's library, and the parts of its filters.
struct JaywayPathParser {
    private let characters: [Character]
    private(set) var position = 0

    init(_ text: String) {
        var text = Substring(text).drop { $0.isWhitespace }
        while text.last?.isWhitespace == true { text.removeLast() }
        let isRooted = text.hasPrefix("$") || text.hasPrefix("@") || text.hasPrefix("[")
        characters = Array(isRooted ? text : "." + text)
    }

    var next: Character? { position < characters.count ? characters[position] : nil }

    mutating func skip(_ count: Int = 1) { position += count }

    mutating func skipSpace() { while next?.isWhitespace == true { position += 1 } }

    /// Goes past a text if it stands at the position.
    mutating func take(_ text: String) -> Bool {
        guard characters[position...].starts(with: text) else { return false }
        position += text.count
        return true
    }

    /// Goes past the characters that are so.
    mutating func prefix(while isPart: (Character) -> Bool) -> String {
        let start = position
        while let next, isPart(next) { position += 1 }
        return String(characters[start..<position])
    }

    func unexpected() -> Untranslatable {
        Untranslatable(next.map { "unexpected \(String($0).quoted)" } ?? "the path ends too early")
    }

    /// All segments of a path, to the end of the text.
    mutating func segments() throws(Untranslatable) -> [JaywayPath.Segment] {
        if next == "$" || next == "@" { skip() }
        var segments: [JaywayPath.Segment] = []
        while next != nil { try segment(&segments) }
        if case .descendants? = segments.last { throw unexpected() }
        return segments
    }

    private mutating func segment(_ segments: inout [JaywayPath.Segment]) throws(Untranslatable) {
        if take("..") {
            segments.append(.descendants)
            if next == "[" { return }
        } else if take(".") {
            if next == "[" { return }
        } else if next == "[" {
            segments.append(try brackets())
            return
        } else {
            throw unexpected()
        }
        segments.append(try name())
    }

    private mutating func name() throws(Untranslatable) -> JaywayPath.Segment {
        if take("*") { return .wildcard }
        let name = prefix { !".[()=<>!&|~, \t\n".contains($0) }
        if next == "(" { throw Untranslatable("the function \"\(name)()\" in a path") }
        if name.isEmpty { throw unexpected() }
        return .name(name)
    }

    private mutating func brackets() throws(Untranslatable) -> JaywayPath.Segment {
        skip()
        skipSpace()
        if take("?") { return try filter() }
        let content = try contentOfBrackets()
        if content == "*" { return .wildcard }
        if let index = Int(content) { return .index(index) }
        if let name = JSONPathTranslation.quotedName(content) { return .name(name) }
        let isList = content.contains(",") || content.contains(":")
        guard isList, !content.contains("(") else { throw Untranslatable("\"[\(content)]\" in a path") }
        return .several(content)
    }

    private mutating func filter() throws(Untranslatable) -> JaywayPath.Segment {
        let filter = try JaywayFilter.reading(&self)
        skipSpace()
        guard take("]") else { throw unexpected() }
        return .filter(filter)
    }

    private mutating func contentOfBrackets() throws(Untranslatable) -> String {
        var content = ""
        var quote: Character?
        while let character = next {
            skip()
            if let open = quote {
                if character == open { quote = nil }
            } else if character == "'" || character == "\"" {
                quote = character
            } else if character == "]" {
                return content.filter { !$0.isWhitespace || content.contains("'") || content.contains("\"") }
            }
            content.append(character)
        }
        throw unexpected()
    }

    /// A path within a filter: segments until a character that ends it.
    mutating func innerPath() throws(Untranslatable) -> (segments: [JaywayPath.Segment], isSize: Bool) {
        var segments: [JaywayPath.Segment] = []
        while let character = next, character == "." || character == "[" {
            if take(".length()") || take(".size()") { return (segments, true) }
            try segment(&segments)
        }
        return (segments, false)
    }
}

import Rehearsal

/// A JSONPath in the syntax of the Jayway library, which WireMock uses.
///
/// It differs from RFC 9535 in two ways. A filter selects elements of an array, but tests an object itself instead of
/// its members. A path to a single location finds a value only if the value is not `null`, `[]` or `{}`.
struct JaywayPath {
    /// A step from a value to nested values.
    enum Segment {
        case name(String)
        case index(Int)
        case wildcard
        /// Several names or indexes, or a slice, in the bracket syntax that both dialects share.
        case several(String)
        /// The value and all nested values, to which the next segment applies.
        case descendants
        case filter(JaywayFilter)
    }

    let segments: [Segment]

    init(_ text: String) throws(TranslationError) {
        var parser = JaywayPathParser(text)
        segments = try parser.segments()
    }

    /// Whether the path selects at most one value.
    var isDefinite: Bool { segments.allSatisfy(\.isChild) }

    /// The pointer to the only location; nil if the path may select several values or has a negative index.
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

    /// The location that a filter at the end of the path tests, if the filter holds for `{}`; nil otherwise.
    var emptyObjectPointer: JSON.Pointer? {
        guard case .filter(let filter)? = segments.last, filter.holdsForEmptyObject else { return nil }
        return JaywayPath(Array(segments.dropLast())).pointer
    }

    /// Whether a filter may compare the text of numbers or Booleans, which RFC 9535 does not.
    var comparesText: Bool {
        segments.contains { if case .filter(let filter) = $0 { filter.mayMatchNumber } else { false } }
    }

    private init(_ segments: [Segment]) { self.segments = segments }

    /// Returns an RFC 9535 path that selects a node if this path finds a value.
    func pathSelectingNode() throws(TranslationError) -> JSON.Path {
        let text = try existence(of: segments[...], from: "$") { $0 }
        guard isDefinite else { return try Self.path(text) }
        guard !segments.isEmpty else { return try Self.path("$") }
        return try Self.path("$[?\(text) && \(text) != null && (\(text) == '' || length(\(text)) != 0)]")
    }

    /// Returns an RFC 9535 path that selects a node if this path finds a value that satisfies a test.
    func finding(where test: (String) -> String) throws(TranslationError) -> JSON.Path {
        guard isDefinite else { return try Self.path("$[?\(try existence(of: segments[...], from: "$", leaf: test))]") }
        let location = definiteText
        return try Self.path(
            "$[?(\(location)[0] && \(location)[?\(test("@"))]) || (!\(location)[0] && \(test(location)))]"
        )
    }

    /// Returns an RFC 9535 path to those elements of the array at the only location that satisfy a test.
    func findingElement(where test: (String) -> String) throws(TranslationError) -> JSON.Path {
        try Self.path("\(definiteText)[?\(definiteText)[0] && (\(test("@")))]")
    }

    /// Returns an RFC 9535 path that selects a node if the value at the only location is an array with elements.
    func findingAnyElement() throws(TranslationError) -> JSON.Path { try Self.path("\(definiteText)[0]") }

    /// Returns an RFC 9535 path that selects a node if the value at the only location has elements or members.
    func findingAnyMember() throws(TranslationError) -> JSON.Path { try Self.path("\(definiteText).*") }

    /// The only location in the syntax of RFC 9535.
    var definiteText: String { segments.reduce("$") { $0 + $1.text } }

    private static func path(_ text: String) throws(TranslationError) -> JSON.Path {
        let rooted = text.hasPrefix("$[") || !text.contains("?") ? text : "$[?\(text)]"
        do throws(JSON.Path.Malformed) {
            return try JSON.Path(rooted)
        } catch {
            throw TranslationError("\(error.problem) (JSONPath follows RFC 9535)")
        }
    }

    /// Returns a filter expression that holds if the segments find a value that satisfies the test `leaf`.
    private func existence(
        of segments: ArraySlice<Segment>,
        from value: String,
        leaf: (String) -> String,
    ) throws(TranslationError) -> String {
        guard let first = segments.first else { return leaf(value) }
        let rest = segments.dropFirst()
        if leaf(value) == value, segments.allSatisfy(\.isPlain) { return value + Self.text(of: segments) }
        switch first {
        case .name, .index: return try existence(of: rest, from: value + first.text, leaf: leaf)
        case .wildcard: return "\(value)[?\(try existence(of: rest, from: "@", leaf: leaf))]"
        case .several:
            throw TranslationError(
                "a filter or a matcher after several names or indexes, or after a slice, is not supported"
            )
        case .descendants:
            let atValue = try existence(of: rest, from: value, leaf: leaf)
            return "(\(atValue) || \(value)..[?\(try existence(of: rest, from: "@", leaf: leaf))])"
        case .filter(let filter):
            let tail = rest.isEmpty && leaf(value) == value
            let element = tail ? "" : " && " + (try existence(of: rest, from: "@", leaf: leaf))
            let elements = "(\(value)[0] && \(value)[?\(filter.text(of: "@"))\(element)])"
            let object = tail ? "" : " && " + (try existence(of: rest, from: value, leaf: leaf))
            // A filter that requires a member rejects arrays.
            let isObject = filter.requiresMember ? "" : "!\(value)[0] && \(value).* && "
            return "(\(elements) || \(isObject)\(filter.text(of: value))\(object))"
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
    /// Whether the segment selects at most one value.
    var isChild: Bool {
        switch self {
        case .name, .index: true
        case .wildcard, .several, .descendants, .filter: false
        }
    }

    /// Whether RFC 9535 has the same segment.
    fileprivate var isPlain: Bool { if case .filter = self { false } else { true } }

    /// The segment in the syntax of RFC 9535.
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

/// A parser for JSONPaths of the Jayway library and for their filters.
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

    /// Skips a text if it is next.
    ///
    /// - Returns: whether it was next.
    mutating func take(_ text: String) -> Bool {
        guard characters[position...].starts(with: text) else { return false }
        position += text.count
        return true
    }

    /// Returns and skips the characters that satisfy a test.
    mutating func prefix(while isPart: (Character) -> Bool) -> String {
        let start = position
        while let next, isPart(next) { position += 1 }
        return String(characters[start..<position])
    }

    func unexpected() -> TranslationError {
        TranslationError(next.map { "unexpected \(String($0).quoted)" } ?? "the path ends unexpectedly")
    }

    /// Parses all segments up to the end of the text.
    mutating func segments() throws(TranslationError) -> [JaywayPath.Segment] {
        if next == "$" || next == "@" { skip() }
        var segments: [JaywayPath.Segment] = []
        while next != nil { try segment(&segments) }
        if case .descendants? = segments.last { throw unexpected() }
        return segments
    }

    private mutating func segment(_ segments: inout [JaywayPath.Segment]) throws(TranslationError) {
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

    private mutating func name() throws(TranslationError) -> JaywayPath.Segment {
        if take("*") { return .wildcard }
        let name = prefix { !".[()=<>!&|~, \t\n".contains($0) }
        if next == "(" { throw TranslationError("the function \"\(name)()\" in a path is not supported") }
        if name.isEmpty { throw unexpected() }
        return .name(name)
    }

    private mutating func brackets() throws(TranslationError) -> JaywayPath.Segment {
        skip()
        skipSpace()
        if take("?") { return try filter() }
        let content = try contentOfBrackets()
        if content == "*" { return .wildcard }
        if let index = Int(content) { return .index(index) }
        if let name = JSONPathTranslation.quotedName(content) { return .name(name) }
        let isList = content.contains(",") || content.contains(":")
        guard isList, !content.contains("(") else {
            throw TranslationError("\"[\(content)]\" in a path is not supported")
        }
        return .several(content)
    }

    private mutating func filter() throws(TranslationError) -> JaywayPath.Segment {
        let filter = try JaywayFilter.parse(&self)
        skipSpace()
        guard take("]") else { throw unexpected() }
        return .filter(filter)
    }

    private mutating func contentOfBrackets() throws(TranslationError) -> String {
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

    /// Parses a path in a filter up to the first character that is not part of the path.
    mutating func innerPath() throws(TranslationError) -> (segments: [JaywayPath.Segment], isSize: Bool) {
        var segments: [JaywayPath.Segment] = []
        while let character = next, character == "." || character == "[" {
            if take(".length()") || take(".size()") { return (segments, true) }
            try segment(&segments)
        }
        return (segments, false)
    }
}

import Rehearsal

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
        if let name = Self.quotedName(content) { return .name(name) }
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

    private static func quotedName(_ text: String) -> String? {
        guard text.count > 2, let quote = text.first, quote == "'" || quote == "\"", text.last == quote else {
            return nil
        }
        let name = text.dropFirst().dropLast()
        return name.contains(quote) || name.contains("\\") ? nil : String(name)
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

/// A parser of paths by the grammar of RFC 9535 (appendix A), which rejects ill-typed expressions (§2.4.3).
struct JSONPathParser: TextScanner {
    static let kind = JSON.MalformedText.Kind.path

    let scalars: [Unicode.Scalar]
    var position = 0
    /// The offsets of the characters of the last string literal, and the offset of its closing quote.
    var stringOffsets: [Int] = []
    private var depth = 0

    /// The maximum number of characters of a path. The limits bound the cost of parsing and the recursion depth.
    static let maximumLength = 4_096
    static let maximumDepth = 32

    /// Parses a whole path.
    static func segments(of scalars: [Unicode.Scalar]) throws(Malformed) -> [JSONPathSegment] {
        guard scalars.count <= maximumLength else {
            let problem = "the path has \(scalars.count) characters"
            throw Malformed(kind, maximumLength..<scalars.count, problem, fix: "at most \(maximumLength) are allowed")
        }
        var parser = JSONPathParser(scalars: scalars)
        guard parser.consume("$") else { throw parser.missingRoot() }
        let segments = try parser.segments()
        guard parser.position == scalars.count else { throw parser.trailingText() }
        return segments
    }

    private init(scalars: [Unicode.Scalar]) { self.scalars = scalars }

    mutating func skipSpace() {
        while let scalar = next, Self.isSpace(scalar) { position += 1 }
    }

    /// Enters one level of nesting. The caller must call ``leave()`` afterwards, except after an error.
    mutating func enter() throws(Malformed) {
        guard depth < Self.maximumDepth else {
            let problem = "filters, parentheses and calls are nested deeper than \(Self.maximumDepth) levels"
            throw malformed(problem, fix: "write fewer levels")
        }
        depth += 1
    }

    mutating func leave() { depth -= 1 }

    static func isSpace(_ scalar: Unicode.Scalar) -> Bool { [" ", "\t", "\n", "\r"].contains(scalar) }

    static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

    /// Returns whether a scalar is a `name-char`, or with `isFirst` a `name-first`, which excludes digits.
    static func isNameCharacter(_ scalar: Unicode.Scalar, isFirst: Bool = false) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "_": true
        case "0"..."9": !isFirst
        default: scalar.value >= 0x80
        }
    }

    /// Parses `segments`, with the white space between them, but not the white space after the last one.
    mutating func segments() throws(Malformed) -> [JSONPathSegment] {
        var segments: [JSONPathSegment] = []
        while true {
            let end = position
            skipSpace()
            guard let segment = try segment() else {
                position = end
                return segments
            }
            segments.append(segment)
        }
    }

    private mutating func segment() throws(Malformed) -> JSONPathSegment? {
        switch next {
        case "[": return JSONPathSegment(selectors: try bracketed())
        case ".":
            position += 1
            let isDescendant = consume(".")
            if isDescendant, next == "[" { return JSONPathSegment(selectors: try bracketed(), isDescendant: true) }
            return JSONPathSegment(selectors: [try shorthand(isDescendant)], isDescendant: isDescendant)
        default: return nil
        }
    }

    /// Parses `wildcard-selector` or `member-name-shorthand`, after the dots.
    private mutating func shorthand(_ isDescendant: Bool) throws(Malformed) -> JSONPathSelector {
        if consume("*") { return .wildcard }
        let start = position
        guard let first = next, Self.isNameCharacter(first, isFirst: true) else {
            throw missingName(after: isDescendant ? ".." : ".")
        }
        while let scalar = next, Self.isNameCharacter(scalar) { position += 1 }
        return .name(substring(start..<position))
    }

    /// Parses `bracketed-selection`: selectors separated by commas.
    private mutating func bracketed() throws(Malformed) -> [JSONPathSelector] {
        let opening = position
        position += 1
        var selectors: [JSONPathSelector] = []
        repeat {
            skipSpace()
            selectors.append(try selector(opening))
            skipSpace()
        } while consume(",")
        guard consume("]") else { throw unclosedBracket(opening, "bracket", by: "]") }
        return selectors
    }

    private mutating func selector(_ opening: Int) throws(Malformed) -> JSONPathSelector {
        switch next {
        case "'", "\"": return .name(try string())
        case "*":
            position += 1
            return .wildcard
        case "?":
            try enter()
            position += 1
            skipSpace()
            let filter = try filter()
            leave()
            return .filter(filter)
        case "-", ":", ("0"..."9")?: return try indexOrSlice()
        default: throw missingSelector(opening)
        }
    }

    /// Parses `index-selector`, or `slice-selector` if a colon follows.
    private mutating func indexOrSlice() throws(Malformed) -> JSONPathSelector {
        let start = try next == ":" ? nil : integer()
        let end = position
        skipSpace()
        guard consume(":") else {
            position = end
            return .index(start ?? 0)
        }
        var slice = JSONPathSlice(start: start)
        slice.end = try optionalInteger()
        if consume(":") { slice.step = try optionalInteger() ?? 1 }
        return .slice(slice)
    }

    /// Parses an optional number, and white space around it.
    private mutating func optionalInteger() throws(Malformed) -> Int? {
        skipSpace()
        guard let first = next, first == "-" || Self.isDigit(first) else { return nil }
        let value = try integer()
        skipSpace()
        return value
    }
}

/// Reads a path by the grammar of RFC 9535 (appendix A), and refuses what is not well typed (§2.4.3).
struct JSONPathParser {
    typealias Malformed = JSON.Path.Malformed

    let scalars: [Unicode.Scalar]
    var position = 0
    /// Where each character of the last string is written, and where that string ends.
    var stringPlaces: [Int] = []
    private var depth = 0

    /// What nobody writes by hand is refused, so that a path from anywhere costs little to read, and no stack to ask.
    static let longest = 4_096
    static let deepest = 32

    /// Reads all of a path.
    static func segments(of scalars: [Unicode.Scalar]) throws(Malformed) -> [JSONPathSegment] {
        guard scalars.count <= longest else {
            let problem = "the path has \(scalars.count) characters"
            throw .init(longest..<scalars.count, problem, fix: "at most \(longest) are allowed")
        }
        var parser = JSONPathParser(scalars: scalars)
        guard parser.take("$") else { throw parser.noRoot() }
        let segments = try parser.segments()
        guard parser.position == scalars.count else { throw parser.afterPath() }
        return segments
    }

    private init(scalars: [Unicode.Scalar]) { self.scalars = scalars }

    var next: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

    func scalar(after offset: Int) -> Unicode.Scalar? {
        position + offset < scalars.count ? scalars[position + offset] : nil
    }

    /// Goes past a character if it is the next one.
    mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard next == scalar else { return false }
        position += 1
        return true
    }

    /// Goes past two characters if they are the next ones.
    mutating func take(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Bool {
        guard next == first, scalar(after: 1) == second else { return false }
        position += 2
        return true
    }

    mutating func skipSpace() {
        while let scalar = next, Self.isSpace(scalar) { position += 1 }
    }

    /// Goes one level down, which the caller leaves again; after an error nobody cares.
    mutating func enter() throws(Malformed) {
        guard depth < Self.deepest else {
            let problem = "filters, parentheses and calls are nested more than \(Self.deepest) deep"
            throw malformed(problem, fix: "write fewer of them")
        }
        depth += 1
    }

    mutating func leave() { depth -= 1 }

    static func isSpace(_ scalar: Unicode.Scalar) -> Bool { [" ", "\t", "\n", "\r"].contains(scalar) }

    static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

    /// `name-char`, and without digits `name-first`.
    static func isNameCharacter(_ scalar: Unicode.Scalar, isFirst: Bool = false) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "_": true
        case "0"..."9": !isFirst
        default: scalar.value >= 0x80
        }
    }
}

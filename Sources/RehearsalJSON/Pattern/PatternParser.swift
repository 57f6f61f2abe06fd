/// A parser of patterns by the grammar of RFC 9485 §3, with `^`, `$` and the class shorthands in addition.
struct PatternParser: TextScanner {
    static let kind = JSON.MalformedText.Kind.pattern

    let scalars: [Unicode.Scalar]
    var position = 0
    private var depth = 0
    private(set) var sets: [ScalarSet] = []
    private var numbers: [ScalarSet: Int] = [:]

    /// The limits of a pattern, which bound the cost of parsing and storing it.
    static let longest = 4_096
    static let deepest = 100
    static let mostSteps = 10_000

    /// Parses a whole pattern.
    static func program(of scalars: [Unicode.Scalar]) throws(Malformed) -> PatternProgram {
        guard scalars.count <= longest else {
            let problem = "the pattern has \(scalars.count) characters"
            throw Malformed(kind, longest..<scalars.count, problem, fix: "at most \(longest) are allowed")
        }
        var parser = PatternParser(scalars: scalars)
        let part = try parser.choice()
        guard parser.position == scalars.count else {
            throw parser.malformed("\")\" without an open group", fix: "for the character itself write \"\\)\"")
        }
        return PatternProgram(part.tree, sets: parser.sets)
    }

    private init(scalars: [Unicode.Scalar]) { self.scalars = scalars }

    /// Returns the part that matches one character of a set; equal sets share a number.
    mutating func part(_ set: ScalarSet) -> PatternPart {
        let set = set.normalized
        let number = numbers[set] ?? sets.count
        if number == sets.count {
            sets.append(set)
            numbers[set] = number
        }
        return PatternPart(tree: .set(number), steps: 1)
    }

    /// Parses `i-regexp`: branches, any of which may be empty.
    mutating func choice() throws(Malformed) -> PatternPart {
        let start = position
        var branches = [try sequence()]
        while take("|") { branches.append(try sequence()) }
        return try affordable(.choice(branches), start..<position)
    }

    /// Parses `branch`: a sequence of pieces.
    private mutating func sequence() throws(Malformed) -> PatternPart {
        let start = position
        var pieces: [PatternPart] = []
        while let scalar = next, scalar != "|", scalar != ")" {
            let start = position
            let atom = try atom(scalar)
            pieces.append(try quantified(atom, from: start))
        }
        return try affordable(.sequence(pieces), start..<position)
    }

    /// Parses `atom`, or an anchor.
    private mutating func atom(_ scalar: Unicode.Scalar) throws(Malformed) -> PatternPart {
        switch scalar {
        case "(": return try group()
        case "[": return part(try characterClass())
        case "\\": return part(try escape(inClass: false).set)
        case "*", "+", "?", "{":
            let fix = "write what repeats before it, or \"\\\(scalar)\" for the character itself"
            throw malformed("nothing to repeat before \"\(scalar)\"", fix: fix)
        case "]", "}":
            let fix = "for the character itself write \"\\\(scalar)\""
            throw malformed("\"\(scalar)\" without an opening bracket", fix: fix)
        default:
            position += 1
            return switch scalar {
            case ".": part(.dot)
            case "^": PatternPart(tree: .start, steps: 1)
            case "$": PatternPart(tree: .end, steps: 1)
            default: part(.one(scalar))
            }
        }
    }

    private mutating func group() throws(Malformed) -> PatternPart {
        let opening = position
        if scalar(after: 1) == "?" { throw unsupportedGroup() }
        guard depth < Self.deepest else {
            throw malformed("groups are nested more than \(Self.deepest) deep", fix: "write fewer levels")
        }
        depth += 1
        position += 1
        let inside = try choice()
        depth -= 1
        guard take(")") else {
            let fix = "write \")\" after it, or \"\\(\" for the character itself"
            throw malformed(opening..<(opening + 1), "the group that opens here is not closed", fix: fix)
        }
        return inside
    }

    /// Returns the part if it has at most `mostSteps` steps, and throws otherwise.
    func affordable(_ part: PatternPart, _ range: Range<Int>) throws(Malformed) -> PatternPart {
        guard part.steps <= Self.mostSteps else {
            let problem = "with its counts expanded, the pattern has more than \(Self.mostSteps) steps"
            throw malformed(range, problem, fix: "write smaller counts, or use \"*\" or \"+\"")
        }
        return part
    }

    private static let highestCount = 1_000

    private struct Count {
        var least: Int
        var most: Int?
    }

    /// Returns the part with the quantifier that follows it, if one does (RFC 9485 §3, `quantifier`).
    mutating func quantified(
        _ part: PatternPart,
        from start: Int,
    ) throws(Malformed) -> PatternPart {
        let opening = position
        guard let count = try count() else { return part }
        if ["^", "$"].contains(scalars[start]) {
            let problem = "nothing to repeat: \"\(scalars[start])\" is an anchor, not a character"
            throw malformed(opening..<position, problem, fix: "leave out \"\(text(opening..<position))\"")
        }
        try rejectSecondQuantifier(start, opening)
        return try affordable(part.repeated(least: count.least, most: count.most), opening..<position)
    }

    private mutating func count() throws(Malformed) -> Count? {
        if take("*") { return Count(least: 0, most: nil) }
        if take("+") { return Count(least: 1, most: nil) }
        if take("?") { return Count(least: 0, most: 1) }
        guard next == "{" else { return nil }
        return try braces()
    }

    /// Parses `range-quantifier`: `{n}`, `{n,}` or `{n,m}`.
    private mutating func braces() throws(Malformed) -> Count {
        let opening = position
        position += 1
        guard let least = try number() else {
            let fix =
                next == ","
                ? "write \"{0,\" for no lower bound" : "write {2}, {2,} or {2,5}, or \"\\{\" for the character itself"
            throw malformed(opening..<(opening + 1), "a count must begin with a number", fix: fix)
        }
        var most: Int? = least
        if take(",") { most = try number() }
        guard take("}") else {
            let fix = "write {2}, {2,} or {2,5}, or \"\\{\" for the character itself"
            throw malformed(opening..<(opening + 1), "the count that opens here is not closed", fix: fix)
        }
        if let most, most < least {
            let problem = "the count's minimum \(least) is greater than its maximum \(most)"
            throw malformed(opening..<position, problem, fix: "write {\(most),\(least)}")
        }
        return Count(least: least, most: most)
    }

    private mutating func number() throws(Malformed) -> Int? {
        let start = position
        var value = 0
        while let digit = next, ("0"..."9").contains(digit) {
            value = min(value * 10 + Int(digit.value - 0x30), Self.highestCount + 1)
            position += 1
        }
        guard value <= Self.highestCount else {
            let problem = "the count \(text(start..<position)) is too large"
            throw malformed(
                start..<position,
                problem,
                fix: "a count is at most \(Self.highestCount); \"{2,}\" has no maximum"
            )
        }
        return position > start ? value : nil
    }

    /// Rejects a second quantifier, and the suffixes of lazy and possessive quantifiers in other dialects.
    private func rejectSecondQuantifier(_ start: Int, _ opening: Int) throws(Malformed) {
        let written = text(opening..<position)
        switch next {
        case "?":
            let fix = "write \"\(written)\"; laziness does not change whether a text matches"
            throw malformed("a lazy quantifier (\"\(written)?\") is not supported", fix: fix)
        case "+":
            let fix = "write \"\(written)\"; matching never backtracks"
            throw malformed("a possessive quantifier (\"\(written)+\") is not supported", fix: fix)
        case "*", "{":
            let fix = "put the repeated part into a group: (\(text(start..<position)))"
            throw malformed("a quantifier after a quantifier", fix: fix)
        default: break
        }
    }

    /// Returns a part of the pattern for a message, on one line and at most 20 characters long.
    func text(_ range: Range<Int>) -> String { excerpt(range, longest: 20) }
}

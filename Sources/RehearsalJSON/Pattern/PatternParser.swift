/// A parser of patterns by the grammar of RFC 9485 §3, with `^`, `$` and the class shorthands in addition.
///
/// It also parses the patterns of ECMA-262, as far as they can be matched in linear time.
struct PatternParser: TextScanner {
    static let kind = JSON.MalformedText.Kind.pattern

    let syntax: PatternSyntax
    let scalars: [Unicode.Scalar]
    var position = 0
    private var depth = 0
    private(set) var sets: [ScalarSet] = []
    private var numbers: [ScalarSet: Int] = [:]

    /// The maximum number of characters of a pattern. The limits bound the cost of parsing and storing it.
    static let maximumLength = 4_096
    static let maximumDepth = 100
    static let maximumSteps = 10_000

    /// Parses a whole pattern.
    static func program(
        of scalars: [Unicode.Scalar],
        syntax: PatternSyntax = .iRegexp
    ) throws(Malformed) -> PatternProgram {
        var parser = PatternParser(scalars: scalars, syntax: syntax)
        let part = try parser.whole()
        return PatternProgram(part.tree, sets: parser.sets)
    }

    /// Parses the whole text.
    mutating func whole() throws(Malformed) -> PatternFragment {
        guard scalars.count <= Self.maximumLength else {
            let problem = "the pattern has \(scalars.count) characters"
            let range = Self.maximumLength..<scalars.count
            throw malformedText(range, problem, fix: "at most \(Self.maximumLength) are allowed")
        }
        let part = try choice()
        guard position == scalars.count else {
            throw malformed("\")\" without an open group", fix: "for the character itself write \"\\)\"")
        }
        return part
    }

    init(scalars: [Unicode.Scalar], syntax: PatternSyntax) {
        self.scalars = scalars
        self.syntax = syntax
    }

    /// Returns a part that matches one character of a set. Equal sets have the same number.
    mutating func fragment(_ set: ScalarSet) -> PatternFragment {
        let set = set.normalized
        let number = numbers[set] ?? sets.count
        if number == sets.count {
            sets.append(set)
            numbers[set] = number
        }
        return PatternFragment(tree: .set(number), stepCount: 1)
    }

    /// Parses `i-regexp`: branches, any of which may be empty.
    mutating func choice() throws(Malformed) -> PatternFragment {
        let start = position
        var branches = [try sequence()]
        while consume("|") { branches.append(try sequence()) }
        return try checkingSize(.choice(branches), start..<position)
    }

    /// Parses `branch`: a sequence of pieces.
    private mutating func sequence() throws(Malformed) -> PatternFragment {
        let start = position
        var pieces: [PatternFragment] = []
        while let scalar = next, scalar != "|", scalar != ")" {
            let start = position
            let atom = try atom(scalar)
            pieces.append(try quantified(atom, from: start))
        }
        return try checkingSize(.sequence(pieces), start..<position)
    }

    /// Parses `atom`, or an anchor.
    private mutating func atom(_ scalar: Unicode.Scalar) throws(Malformed) -> PatternFragment {
        switch scalar {
        case "(": return try group()
        case "[": return fragment(try syntax == .iRegexp ? characterClass() : ecmaScriptClass())
        case "\\": return try escapedAtom()
        case "{" where syntax != .iRegexp && !isCountNext, "]" where syntax != .iRegexp, "}" where syntax != .iRegexp:
            position += 1
            return fragment(.one(scalar))
        case "*", "+", "?", "{":
            let fix = "write what repeats before it, or \"\\\(scalar)\" for the character itself"
            throw malformed("nothing to repeat before \"\(scalar)\"", fix: fix)
        case "]", "}":
            let fix = "for the character itself write \"\\\(scalar)\""
            throw malformed("\"\(scalar)\" without an opening bracket", fix: fix)
        default:
            position += 1
            return switch scalar {
            case ".": fragment(syntax == .iRegexp ? .dot : .ecmaScriptDot)
            case "^": PatternFragment(tree: .start, stepCount: 1)
            case "$": PatternFragment(tree: .end, stepCount: 1)
            default: fragment(.one(scalar))
            }
        }
    }

    private mutating func group() throws(Malformed) -> PatternFragment {
        let opening = position
        let prefix = try groupPrefix()
        guard depth < Self.maximumDepth else {
            throw malformed("groups are nested deeper than \(Self.maximumDepth) levels", fix: "write fewer levels")
        }
        depth += 1
        position += prefix
        let inside = try choice()
        depth -= 1
        guard consume(")") else {
            let fix = "write \")\" after it, or \"\\(\" for the character itself"
            throw malformedText(opening..<(opening + 1), "the group that opens here is not closed", fix: fix)
        }
        return inside
    }

    /// Returns the part if it has at most `maximumSteps` steps, and throws otherwise.
    func checkingSize(_ part: PatternFragment, _ range: Range<Int>) throws(Malformed) -> PatternFragment {
        guard part.stepCount <= Self.maximumSteps || syntax == .ecmaScriptSyntaxOnly else {
            let problem = "with its counts expanded, the pattern has more than \(Self.maximumSteps) steps"
            throw malformedText(range, problem, fix: "write smaller counts, or use \"*\" or \"+\"")
        }
        return part
    }

    private var highestCount: Int { syntax == .iRegexp ? 1_000 : Self.maximumSteps }

    private struct Count {
        var minimum: Int
        var maximum: Int?
    }

    /// Returns the part with the quantifier that follows it, if one does (RFC 9485 §3, `quantifier`).
    mutating func quantified(
        _ part: PatternFragment,
        from start: Int,
    ) throws(Malformed) -> PatternFragment {
        let opening = position
        guard let count = try count() else { return part }
        if ["^", "$"].contains(scalars[start]) {
            let problem = "nothing to repeat: \"\(scalars[start])\" is an anchor, not a character"
            throw malformedText(opening..<position, problem, fix: "leave out \"\(excerpt(opening..<position))\"")
        }
        // Laziness does not change whether a text matches.
        if syntax != .iRegexp { _ = consume("?") }
        try rejectSecondQuantifier(start, opening)
        return try checkingSize(part.repeated(least: count.minimum, most: count.maximum), opening..<position)
    }

    private mutating func count() throws(Malformed) -> Count? {
        if consume("*") { return Count(minimum: 0, maximum: nil) }
        if consume("+") { return Count(minimum: 1, maximum: nil) }
        if consume("?") { return Count(minimum: 0, maximum: 1) }
        guard next == "{", syntax == .iRegexp || isCountNext else { return nil }
        return try braces()
    }

    /// Parses `range-quantifier`: `{n}`, `{n,}` or `{n,m}`.
    private mutating func braces() throws(Malformed) -> Count {
        let opening = position
        position += 1
        guard let minimum = try number() else {
            let fix =
                next == ","
                ? "write \"{0,\" for no lower bound" : "write {2}, {2,} or {2,5}, or \"\\{\" for the character itself"
            throw malformedText(opening..<(opening + 1), "a count must begin with a number", fix: fix)
        }
        var maximum: Int? = minimum
        if consume(",") { maximum = try number() }
        guard consume("}") else {
            let fix = "write {2}, {2,} or {2,5}, or \"\\{\" for the character itself"
            throw malformedText(opening..<(opening + 1), "the count that opens here is not closed", fix: fix)
        }
        if let maximum, maximum < minimum {
            let problem = "the count's minimum \(minimum) is greater than its maximum \(maximum)"
            throw malformedText(opening..<position, problem, fix: "write {\(maximum),\(minimum)}")
        }
        return Count(minimum: minimum, maximum: maximum)
    }

    private mutating func number() throws(Malformed) -> Int? {
        let start = position
        var value = 0
        while let digit = next, ("0"..."9").contains(digit) {
            value = min(value * 10 + Int(digit.value - 0x30), highestCount + 1)
            position += 1
        }
        guard value <= highestCount else {
            let problem = "the count \(excerpt(start..<position)) is too large"
            throw malformedText(
                start..<position,
                problem,
                fix: "a count is at most \(highestCount); \"{2,}\" has no maximum"
            )
        }
        return position > start ? value : nil
    }

    /// Throws an error if a second quantifier follows, or the suffix of a lazy or possessive quantifier.
    private func rejectSecondQuantifier(_ start: Int, _ opening: Int) throws(Malformed) {
        let quantifier = excerpt(opening..<position)
        switch next {
        case "?":
            let fix = "write \"\(quantifier)\"; laziness does not change whether a text matches"
            throw malformed("a lazy quantifier (\"\(quantifier)?\") is not supported", fix: fix)
        case "+":
            let fix = "write \"\(quantifier)\"; matching never backtracks"
            throw malformed("a possessive quantifier (\"\(quantifier)+\") is not supported", fix: fix)
        case "*", "{":
            let fix = "put the repeated part into a group: (\(excerpt(start..<position)))"
            throw malformed("a quantifier after a quantifier", fix: fix)
        default: break
        }
    }

    /// Returns a part of the pattern for a message, on one line and at most 20 characters long.
    func excerpt(_ range: Range<Int>) -> String { excerpt(range, longest: 20) }
}

/// Reads a pattern by the grammar of RFC 9485 §3, with `^`, `$` and the shorthands for classes beside it.
struct PatternParser {
    let scalars: [Unicode.Scalar]
    var position = 0
    private var depth = 0
    private(set) var sets: [ScalarSet] = []
    private var numbers: [ScalarSet: Int] = [:]

    /// What nobody writes by hand is refused, so that a pattern from anywhere costs little to read and to keep.
    static let longest = 4_096
    static let deepest = 100
    static let mostSteps = 10_000

    /// Reads all of a pattern.
    static func program(of scalars: [Unicode.Scalar]) throws(Scenario.Pattern.Malformed) -> PatternProgram {
        guard scalars.count <= longest else {
            let problem = "the pattern has \(scalars.count) characters"
            throw .init(longest..<scalars.count, problem, fix: "at most \(longest) are allowed")
        }
        var parser = PatternParser(scalars: scalars)
        let part = try parser.choice()
        guard parser.position == scalars.count else {
            throw parser.malformed("\")\" closes no group", fix: "for the character itself write \"\\)\"")
        }
        return PatternProgram(part.tree, sets: parser.sets)
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

    /// An error about the characters from the next one on.
    func malformed(_ problem: String, length: Int = 1, fix: String) -> Scenario.Pattern.Malformed {
        .init(position..<(position + length), problem, fix: fix)
    }

    /// One character of a set; sets that are alike have one number.
    mutating func part(_ set: ScalarSet) -> PatternPart {
        let set = set.normalized
        let number = numbers[set] ?? sets.count
        if number == sets.count {
            sets.append(set)
            numbers[set] = number
        }
        return PatternPart(tree: .set(number), steps: 1)
    }
}

extension PatternParser {
    /// `i-regexp`: branches, any of which may be empty.
    mutating func choice() throws(Scenario.Pattern.Malformed) -> PatternPart {
        let start = position
        var branches = [try sequence()]
        while take("|") { branches.append(try sequence()) }
        return try affordable(.choice(branches), start..<position)
    }

    /// `branch`: pieces one after the other.
    private mutating func sequence() throws(Scenario.Pattern.Malformed) -> PatternPart {
        let start = position
        var pieces: [PatternPart] = []
        while let scalar = next, scalar != "|", scalar != ")" {
            let start = position
            let atom = try atom(scalar)
            pieces.append(try quantified(atom, from: start))
        }
        return try affordable(.sequence(pieces), start..<position)
    }

    /// `atom`, or an anchor.
    private mutating func atom(_ scalar: Unicode.Scalar) throws(Scenario.Pattern.Malformed) -> PatternPart {
        switch scalar {
        case "(": return try group()
        case "[": return part(try characterClass())
        case "\\": return part(try escape(inClass: false).set)
        case "*", "+", "?", "{":
            let fix = "write what is to be repeated before it, or \"\\\(scalar)\" for the character itself"
            throw malformed("nothing to repeat before \"\(scalar)\"", fix: fix)
        case "]", "}":
            throw malformed("\"\(scalar)\" closes nothing", fix: "for the character itself write \"\\\(scalar)\"")
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

    private mutating func group() throws(Scenario.Pattern.Malformed) -> PatternPart {
        let opening = position
        if scalar(after: 1) == "?" { throw unsupportedGroup() }
        guard depth < Self.deepest else {
            throw malformed("groups are nested more than \(Self.deepest) deep", fix: "write fewer of them")
        }
        depth += 1
        position += 1
        let inside = try choice()
        depth -= 1
        guard take(")") else {
            let fix = "write \")\" after it, or \"\\(\" for the character itself"
            throw .init(opening..<(opening + 1), "the group that opens here is not closed", fix: fix)
        }
        return inside
    }

    /// The part, unless it is too much to be played.
    func affordable(_ part: PatternPart, _ range: Range<Int>) throws(Scenario.Pattern.Malformed) -> PatternPart {
        guard part.steps <= Self.mostSteps else {
            let problem = "with its counts written out, the pattern is longer than \(Self.mostSteps) steps"
            throw .init(range, problem, fix: "ask for fewer repeats, or use \"*\" or \"+\"")
        }
        return part
    }
}

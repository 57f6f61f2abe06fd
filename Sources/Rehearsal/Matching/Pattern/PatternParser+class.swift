extension PatternParser {
    /// `charClassExpr`: characters, ranges and escapes in brackets (RFC 9485 §3).
    mutating func characterClass() throws(Scenario.Pattern.Malformed) -> ScalarSet {
        let opening = position
        position += 1
        let isNegated = take("^")
        var set = ScalarSet()
        var isEmpty = true
        if take("-") {
            set.formUnion(.one("-"))
            isEmpty = false
        }
        while let scalar = next, scalar != "]" {
            if scalar == "-" {
                try lastHyphen()
                set.formUnion(.one("-"))
            } else {
                set.formUnion(try classItem())
            }
            isEmpty = false
        }
        guard take("]") else {
            let fix = "write \"]\" after it, or \"\\[\" for the character itself"
            throw .init(opening..<(opening + 1), "the class that opens here is not closed", fix: fix)
        }
        guard !isEmpty else {
            let fix = "write \"\\]\" for the character itself" + (isNegated ? ", or [\\s\\S] for any character" : "")
            throw .init(opening..<position, "an empty class", fix: fix)
        }
        set.isNegated = isNegated
        return set
    }

    /// A hyphen that is no range stands first or last.
    private mutating func lastHyphen() throws(Scenario.Pattern.Malformed) {
        switch scalar(after: 1) {
        case "]", nil: position += 1
        case "[":
            let fix = "name the characters that are left: [b-df-h]"
            throw malformed("subtraction of a class (\"-[\") is not supported", length: 2, fix: fix)
        default:
            throw malformed(
                "a hyphen that is no range stands inside a class",
                fix: "write \"\\-\", or put it first or last"
            )
        }
    }

    /// `CCE1`: a character, a range, or an escape for many.
    private mutating func classItem() throws(Scenario.Pattern.Malformed) -> ScalarSet {
        let start = position
        let (set, first) = try classCharacter()
        guard let first, next == "-", let after = scalar(after: 1), after != "]", after != "[" else { return set }
        position += 1
        let (_, last) = after == "-" ? (set, nil) : try classCharacter()
        guard let last else {
            let fix = "write a single character, or \"\\-\" for the hyphen itself"
            throw .init(start..<max(position, start + 3), "a range ends in a single character", fix: fix)
        }
        guard first.value <= last.value else {
            let problem = "the range \(text(start..<position)) is out of order"
            throw .init(start..<position, problem, fix: "write the character with the smaller number first")
        }
        return ScalarSet(ranges: [first.value...last.value])
    }

    /// `CCchar` or an escape: what it stands for, and the one character if it is one.
    private mutating func classCharacter() throws(Scenario.Pattern.Malformed) -> (ScalarSet, Unicode.Scalar?) {
        guard let scalar = next else { return (ScalarSet(), nil) }
        if scalar == "\\" {
            let escape = try escape(inClass: true)
            return (escape.set, escape.scalar)
        }
        if scalar == "[" { throw bracketInClass() }
        position += 1
        return (.one(scalar), scalar)
    }

    private func bracketInClass() -> Scenario.Pattern.Malformed {
        switch scalar(after: 1) {
        case ":"?:
            let fix = "write [0-9] for [[:digit:]], [A-Za-z] or \\p{L} for [[:alpha:]], \\s for [[:space:]]"
            return malformed("a class by name (\"[:\") is not supported", length: 2, fix: fix)
        case "."?, "="?:
            let fix = "write the characters themselves"
            return malformed("a collating element is not supported", length: 2, fix: fix)
        default: return malformed("\"[\" inside a class", fix: "for the character itself write \"\\[\"")
        }
    }
}

extension PatternParser {
    /// Parses `charClassExpr`: characters, ranges and escapes in brackets (RFC 9485 §3).
    mutating func characterClass() throws(Malformed) -> ScalarSet {
        let opening = position
        position += 1
        let isNegated = consume("^")
        var set = ScalarSet()
        var isEmpty = true
        if consume("-") {
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
        guard consume("]") else {
            let fix = "write \"]\" after it, or \"\\[\" for the character itself"
            throw malformedText(opening..<(opening + 1), "the class that opens here is not closed", fix: fix)
        }
        guard !isEmpty else {
            let fix = "write \"\\]\" for the character itself" + (isNegated ? ", or [\\s\\S] for any character" : "")
            throw malformedText(opening..<position, "an empty class", fix: fix)
        }
        set.isNegated = isNegated
        return set
    }

    /// Parses a literal hyphen, which is valid only at the start or end of a class.
    private mutating func lastHyphen() throws(Malformed) {
        switch scalar(after: 1) {
        case "]", nil: position += 1
        case "[":
            let fix = "list the remaining characters: [b-df-h]"
            throw malformed("subtraction of a class (\"-[\") is not supported", length: 2, fix: fix)
        default:
            throw malformed(
                "a literal hyphen in the middle of a class",
                fix: "write \"\\-\", or put it first or last"
            )
        }
    }

    /// Parses `CCE1`: a character, a range, or an escape for a set.
    private mutating func classItem() throws(Malformed) -> ScalarSet {
        let start = position
        let (set, first) = try classCharacter()
        guard let first, next == "-", let after = scalar(after: 1), after != "]", after != "[" else { return set }
        position += 1
        let (_, last) = after == "-" ? (set, nil) : try classCharacter()
        guard let last else {
            let fix = "write a single character, or \"\\-\" for the hyphen itself"
            throw malformedText(start..<max(position, start + 3), "a range must end in a single character", fix: fix)
        }
        guard first.value <= last.value else {
            let problem = "the range \(excerpt(start..<position)) is out of order"
            throw malformedText(start..<position, problem, fix: "write the character with the smaller code point first")
        }
        return ScalarSet(ranges: [first.value...last.value])
    }

    /// Parses `CCchar` or an escape. Returns its set and, if the set is a single character, that character.
    private mutating func classCharacter() throws(Malformed) -> (ScalarSet, Unicode.Scalar?) {
        guard let scalar = next else { return (ScalarSet(), nil) }
        if scalar == "\\" {
            let escape = try escape(inClass: true)
            return (escape.set, escape.scalar)
        }
        if scalar == "[" { throw bracketInClass() }
        position += 1
        return (.one(scalar), scalar)
    }

    private func bracketInClass() -> Malformed {
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

    struct Escape {
        var set: ScalarSet
        /// The character, if the escape denotes a single one.
        var scalar: Unicode.Scalar?
    }

    /// Parses an escape: `SingleCharEsc` or `charClassEsc` of RFC 9485 §3, a shorthand, or `\$`.
    mutating func escape(inClass: Bool) throws(Malformed) -> Escape {
        guard let letter = scalar(after: 1) else {
            throw malformed("a backslash ends the pattern", fix: "for the character itself write \"\\\\\"")
        }
        if syntax != .iRegexp, let escape = try ecmaScriptEscape(letter) { return escape }
        if let scalar = Self.single(letter) {
            position += 2
            return Escape(set: .one(scalar), scalar: scalar)
        }
        if let set = ScalarSet.shorthand(letter) {
            position += 2
            return Escape(set: set)
        }
        guard letter == "p" || letter == "P" else { throw unsupportedEscape(letter, inClass: inClass) }
        let set = try property()
        return Escape(set: letter == "p" ? set : set.complement)
    }

    static func single(_ letter: Unicode.Scalar) -> Unicode.Scalar? {
        switch letter {
        case "n": "\n"
        case "r": "\r"
        case "t": "\t"
        case "("..."+", "-", ".", "?", "["..."^", "{"..."}", "$": letter
        default: nil
        }
    }

    /// Parses `\p{…}` or `\P{…}`: the name of a general category in braces.
    private mutating func property() throws(Malformed) -> ScalarSet {
        let opening = position
        position += 2
        let letter = scalars[opening + 1]
        guard consume("{") else {
            let fix = "write the category in braces: \\\(letter){L}"
            throw malformedText(opening..<(opening + 2), "\"\\\(letter)\" without a category", fix: fix)
        }
        let start = position
        while let scalar = next, scalar != "}" { position += 1 }
        let name = excerpt(start..<position, longest: syntax == .iRegexp ? 20 : 60)
        guard consume("}") else {
            let fix = "write \"}\" after the category"
            throw malformedText(opening..<(opening + 3), "the category that begins here is not closed", fix: fix)
        }
        if let mask = GeneralCategories.mask(named: name) { return ScalarSet(categories: mask) }
        if syntax != .iRegexp, let set = ScalarSet.ecmaScriptProperty(name) { return set }
        let isProperty = name.unicodeScalars.contains { $0 == "=" } || name.hasPrefix("Is") || name.hasPrefix("In")
        let problem =
            isProperty
            ? "a script, block or property (\"\(name)\") is not supported" : "\"\(name)\" is not a general category"
        let fix = "the categories are L, M, N, P, Z, S and C, and those like Lu or Nd; for others write a range, [α-ω]"
        throw malformedText(opening..<position, problem, fix: fix)
    }
}

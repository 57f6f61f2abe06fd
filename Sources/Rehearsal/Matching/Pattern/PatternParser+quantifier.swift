extension PatternParser {
    private static let highestCount = 1_000

    private struct Count {
        var least: Int
        var most: Int?
    }

    /// A piece with what says how often it comes (RFC 9485 §3, `quantifier`), if anything does.
    mutating func quantified(
        _ part: PatternPart,
        from start: Int,
    ) throws(Scenario.Pattern.Malformed) -> PatternPart {
        let opening = position
        guard let count = try count() else { return part }
        if ["^", "$"].contains(scalars[start]) {
            let problem = "nothing to repeat: \"\(scalars[start])\" is a place, not a character"
            throw .init(opening..<position, problem, fix: "leave out \"\(text(opening..<position))\"")
        }
        try refuseSecond(start, opening)
        return try affordable(part.repeated(least: count.least, most: count.most), opening..<position)
    }

    private mutating func count() throws(Scenario.Pattern.Malformed) -> Count? {
        if take("*") { return Count(least: 0, most: nil) }
        if take("+") { return Count(least: 1, most: nil) }
        if take("?") { return Count(least: 0, most: 1) }
        guard next == "{" else { return nil }
        return try braces()
    }

    /// `range-quantifier`: `{n}`, `{n,}` or `{n,m}`.
    private mutating func braces() throws(Scenario.Pattern.Malformed) -> Count {
        let opening = position
        position += 1
        guard let least = try number() else {
            let fix =
                next == ","
                ? "write \"{0,\" for no lower bound" : "write {2}, {2,} or {2,5}, or \"\\{\" for the character itself"
            throw .init(opening..<(opening + 1), "a count begins with a number", fix: fix)
        }
        var most: Int? = least
        if take(",") { most = try number() }
        guard take("}") else {
            let fix = "write {2}, {2,} or {2,5}, or \"\\{\" for the character itself"
            throw .init(opening..<(opening + 1), "the count that opens here is not closed", fix: fix)
        }
        if let most, most < least {
            let problem = "a count of at least \(least) and at most \(most) is none"
            throw .init(opening..<position, problem, fix: "write {\(most),\(least)}")
        }
        return Count(least: least, most: most)
    }

    private mutating func number() throws(Scenario.Pattern.Malformed) -> Int? {
        let start = position
        var value = 0
        while let digit = next, ("0"..."9").contains(digit) {
            value = min(value * 10 + Int(digit.value - 0x30), Self.highestCount + 1)
            position += 1
        }
        guard value <= Self.highestCount else {
            let problem = "the count \(text(start..<position)) is too large"
            throw .init(start..<position, problem, fix: "a count is at most \(Self.highestCount); \"{2,}\" has no end")
        }
        return position > start ? value : nil
    }

    /// What follows a count and would change it in other languages.
    private func refuseSecond(_ start: Int, _ opening: Int) throws(Scenario.Pattern.Malformed) {
        let written = text(opening..<position)
        switch next {
        case "?":
            let fix = "write \"\(written)\"; whether a text matches does not depend on it"
            throw malformed("a lazy quantifier (\"\(written)?\") is not supported", fix: fix)
        case "+":
            let fix = "write \"\(written)\"; nothing is ever tried twice here"
            throw malformed("a possessive quantifier (\"\(written)+\") is not supported", fix: fix)
        case "*", "{":
            let fix = "put what is repeated into a group: (\(text(start..<position)))"
            throw malformed("a repeat of a repeat", fix: fix)
        default: break
        }
    }

    /// A part of the pattern, on one line and not too long.
    func text(_ range: Range<Int>) -> String {
        String(String.UnicodeScalarView(scalars[range].prefix(20))) + (range.count > 20 ? "…" : "")
    }
}

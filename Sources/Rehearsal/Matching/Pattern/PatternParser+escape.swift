extension PatternParser {
    struct Escape {
        var set: ScalarSet
        /// The character, where it stands for one.
        var scalar: Unicode.Scalar?
    }

    /// What a backslash begins: `SingleCharEsc` or `charClassEsc` of RFC 9485 §3, a shorthand, or `\$`.
    mutating func escape(inClass: Bool) throws(Scenario.Pattern.Malformed) -> Escape {
        guard let letter = scalar(after: 1) else {
            throw malformed("a backslash ends the pattern", fix: "for the character itself write \"\\\\\"")
        }
        if let scalar = Self.single(letter) {
            position += 2
            return Escape(set: .one(scalar), scalar: scalar)
        }
        if let set = ScalarSet.shorthand(letter) {
            position += 2
            return Escape(set: set)
        }
        guard letter == "p" || letter == "P" else { throw unsupportedEscape(letter, inClass: inClass) }
        let mask = try category()
        return Escape(set: ScalarSet(categories: letter == "p" ? mask : GeneralCategories.mask & ~mask))
    }

    private static func single(_ letter: Unicode.Scalar) -> Unicode.Scalar? {
        switch letter {
        case "n": "\n"
        case "r": "\r"
        case "t": "\t"
        case "("..."+", "-", ".", "?", "["..."^", "{"..."}", "$": letter
        default: nil
        }
    }

    /// `\p{…}` and `\P{…}`: the name of a general category in braces.
    private mutating func category() throws(Scenario.Pattern.Malformed) -> UInt32 {
        let opening = position
        position += 2
        let letter = scalars[opening + 1]
        guard take("{") else {
            let fix = "write the category in braces: \\\(letter){L}"
            throw .init(opening..<(opening + 2), "\"\\\(letter)\" without a category", fix: fix)
        }
        let start = position
        while let scalar = next, scalar != "}" { position += 1 }
        let name = text(start..<position)
        guard take("}") else {
            let fix = "write \"}\" after the category"
            throw .init(opening..<(opening + 3), "the category that begins here is not closed", fix: fix)
        }
        if let mask = GeneralCategories.mask(named: name) { return mask }
        let isProperty = name.unicodeScalars.contains { $0 == "=" } || name.hasPrefix("Is") || name.hasPrefix("In")
        let problem =
            isProperty
            ? "a script, block or property (\"\(name)\") is not supported" : "\"\(name)\" is no general category"
        let fix = "the categories are L, M, N, P, Z, S and C, and those like Lu or Nd; for others write a range, [α-ω]"
        throw .init(opening..<position, problem, fix: fix)
    }
}

/// A syntax of patterns.
enum PatternSyntax: Sendable {
    /// RFC 9485, with `^`, `$` and the class shorthands in addition.
    case iRegexp
    /// ECMA-262 in Unicode mode, without look-around and back-references. Literal brackets and needless backslashes are
    /// accepted as in its annex B.
    case ecmaScript
    /// ECMA-262 with look-around and back-references, to be parsed but not matched.
    case ecmaScriptSyntaxOnly
}

/// The parts of the grammar of ECMA-262 §22.2.1 that differ from RFC 9485.
extension PatternParser {
    /// Returns the number of characters from `(` to the contents of the group that begins here.
    func groupPrefix() throws(Malformed) -> Int {
        guard scalar(after: 1) == "?" else { return 1 }
        guard syntax != .iRegexp else { throw unsupportedGroup() }
        let (first, second) = (scalar(after: 2), scalar(after: 3))
        if first == ":" { return 3 }
        if first == "<", second != "=", second != "!" { return try namedGroupPrefix() }
        guard syntax == .ecmaScriptSyntaxOnly else { throw unsupportedGroup() }
        switch (first, second) {
        case ("=", _), ("!", _): return 3
        case ("<", "="), ("<", "!"): return 4
        default: throw unsupportedGroup()
        }
    }

    private func namedGroupPrefix() throws(Malformed) -> Int {
        var length = 3
        while let scalar = scalar(after: length), scalar != ">" {
            let isStart = scalar.properties.isIDStart || scalar == "$" || scalar == "_"
            guard isStart || length > 3 && scalar.properties.isIDContinue else { throw unsupportedGroup() }
            length += 1
        }
        guard length > 3, scalar(after: length) == ">" else { throw unsupportedGroup() }
        return length + 1
    }

    /// Whether a quantifier with a count begins here. In annex B, another `{` is a character.
    var isCountNext: Bool {
        var offset = 1
        func skipDigits() -> Bool {
            let start = offset
            while let scalar = scalar(after: offset), ("0"..."9").contains(scalar) { offset += 1 }
            return offset > start
        }
        guard skipDigits() else { return false }
        if scalar(after: offset) == "," {
            offset += 1
            _ = skipDigits()
        }
        return scalar(after: offset) == "}"
    }

    /// Parses an escape outside a class.
    mutating func escapedAtom() throws(Malformed) -> PatternFragment {
        if syntax == .ecmaScriptSyntaxOnly, skipReference() { return .empty }
        return fragment(try escape(inClass: false).set)
    }

    /// Skips a back-reference or a word boundary, and returns whether there was one.
    private mutating func skipReference() -> Bool {
        switch scalar(after: 1) {
        case "b"?, "B"?: position += 2
        case ("1"..."9")?:
            position += 2
            while let digit = next, ("0"..."9").contains(digit) { position += 1 }
        case "k"? where scalar(after: 2) == "<":
            guard let end = scalars[position...].firstIndex(of: ">") else { return false }
            position = end + 1
        default: return false
        }
        return true
    }

    /// Parses `CharacterClass`. An empty class matches no character.
    mutating func ecmaScriptClass() throws(Malformed) -> ScalarSet {
        let opening = position
        position += 1
        let isNegated = consume("^")
        var set = ScalarSet()
        while let scalar = next, scalar != "]" {
            let start = position
            let (first, character) = try classAtom(scalar)
            guard let character, next == "-", let after = self.scalar(after: 1), after != "]" else {
                set.formUnion(first)
                continue
            }
            position += 1
            let (last, lastCharacter) = try classAtom(after)
            if let lastCharacter {
                guard character.value <= lastCharacter.value else { throw rangeOutOfOrder(start) }
                set.formUnion(ScalarSet(ranges: [character.value...lastCharacter.value]))
            } else {
                // Annex B: the hyphen before a set is a character.
                for part in [first, .one("-"), last] { set.formUnion(part) }
            }
        }
        guard consume("]") else {
            let fix = "write \"]\" after it, or \"\\[\" for the character itself"
            throw malformedText(opening..<(opening + 1), "the class that opens here is not closed", fix: fix)
        }
        set.isNegated = isNegated
        return set
    }

    private func rangeOutOfOrder(_ start: Int) -> Malformed {
        let problem = "the range \(excerpt(start..<position)) is out of order"
        return malformedText(start..<position, problem, fix: "write the character with the smaller code point first")
    }

    private mutating func classAtom(_ scalar: Unicode.Scalar) throws(Malformed) -> (ScalarSet, Unicode.Scalar?) {
        guard scalar == "\\" else {
            position += 1
            return (.one(scalar), scalar)
        }
        if self.scalar(after: 1) == "b" {
            position += 2
            return (.one("\u{8}"), "\u{8}")
        }
        let escape = try escape(inClass: true)
        return (escape.set, escape.scalar)
    }

    /// Parses an escape that RFC 9485 does not have; nil if there is none.
    mutating func ecmaScriptEscape(_ letter: Unicode.Scalar) throws(Malformed) -> Escape? {
        if let set = ScalarSet.ecmaScriptSpace(letter) {
            position += 2
            return Escape(set: set)
        }
        let length: Int
        let scalar: Unicode.Scalar?
        switch letter {
        case "f": (scalar, length) = ("\u{C}", 2)
        case "v": (scalar, length) = ("\u{B}", 2)
        case "0": (scalar, length) = (self.scalar(after: 2).map { ("0"..."9").contains($0) } == true ? nil : "\0", 2)
        case "c":
            let name = self.scalar(after: 2)
            scalar = name.flatMap { $0.isASCII && UInt8($0.value).isLetter ? Unicode.Scalar($0.value % 32) : nil }
            length = 3
        case "x": (scalar, length) = (hexadecimal(2..<4).flatMap { Unicode.Scalar($0) }, 4)
        case "u": (scalar, length) = unicodeEscape()
        // Annex B: a needless backslash. Letters and digits are reserved.
        default:
            guard letter.isASCII, !UInt8(letter.value).isAlphanumeric else { return nil }
            (scalar, length) = (letter, 2)
        }
        guard let scalar else {
            let fix = "write \\xHH, \\uHHHH, \\u{H…} or the character itself"
            throw malformed("\"\\\(letter)\" without a valid character", length: 2, fix: fix)
        }
        position += length
        return Escape(set: .one(scalar), scalar: scalar)
    }

    /// Returns the character of `\uHHHH`, a surrogate pair or `\u{H…}`, and the length of the escape.
    private func unicodeEscape() -> (Unicode.Scalar?, length: Int) {
        if scalar(after: 2) == "{" {
            var length = 3
            while length < 16, let scalar = scalar(after: length), scalar != "}" { length += 1 }
            guard length > 3, length < 16, scalar(after: length) == "}" else { return (nil, 2) }
            return (hexadecimal(3..<length).flatMap { Unicode.Scalar($0) }, length + 1)
        }
        guard let first = hexadecimal(2..<6) else { return (nil, 2) }
        guard first & 0xFC00 == 0xD800 else { return (Unicode.Scalar(first), 6) }
        guard scalar(after: 6) == "\\", scalar(after: 7) == "u", let second = hexadecimal(8..<12),
            second & 0xFC00 == 0xDC00
        else { return (nil, 2) }
        return (Unicode.Scalar(0x1_0000 + (first & 0x3FF) << 10 + second & 0x3FF), 12)
    }

    /// Returns the number that the characters at these distances denote; nil if one is not a digit.
    private func hexadecimal(_ offsets: Range<Int>) -> UInt32? {
        var value: UInt32 = 0
        for offset in offsets {
            guard let scalar = scalar(after: offset), scalar.isASCII, let digit = UInt8(scalar.value).hexValue,
                value <= Unicode.Scalar.lastValue
            else { return nil }
            value = value << 4 | UInt32(digit)
        }
        return value
    }
}

extension Unicode.Scalar {
    fileprivate static var lastValue: UInt32 { 0x10_FFFF }
}

extension ScalarSet {
    /// The set of `.` in ECMA-262: all characters but line terminators (§12.3).
    static let ecmaScriptDot = ScalarSet(
        ranges: [0x0A...0x0A, 0x0D...0x0D, 0x2028...0x2029],
        isNegated: true
    )

    /// Returns the set of `\s` or `\S` in ECMA-262: white space and line terminators (§12.2, §12.3).
    static func ecmaScriptSpace(_ letter: Unicode.Scalar) -> ScalarSet? {
        let space = ScalarSet(ranges: [
            0x09...0x0D, 0x20...0x20, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A, 0x2028...0x2029, 0x202F...0x202F,
            0x205F...0x205F, 0x3000...0x3000, 0xFEFF...0xFEFF,
        ])
        return switch letter {
        case "s": space
        case "S": space.complement
        default: nil
        }
    }

    /// Returns the set of a property of Unicode by its name in `\p{…}` (ECMA-262 §22.2.1.9); nil if it is unknown.
    ///
    /// The general categories are known by their short and long names. Scripts are not supported.
    static func ecmaScriptProperty(_ name: String) -> ScalarSet? {
        let category: String
        if let equals = name.firstIndex(of: "=") {
            guard ["gc", "General_Category"].contains(name[..<equals]) else { return nil }
            category = String(name[name.index(after: equals)...])
        } else {
            category = name
        }
        switch name {
        case "Any": return ScalarSet(ranges: [0...last])
        case "ASCII": return ScalarSet(ranges: [0...0x7F])
        case "ASCII_Hex_Digit", "AHex": return ScalarSet(ranges: [0x30...0x39, 0x41...0x46, 0x61...0x66])
        case "Assigned": return GeneralCategories.mask(named: "Cn").map(ScalarSet.categories)?.complement
        default: break
        }
        if category == "LC" || category == "Cased_Letter" {
            let masks = ["Lu", "Ll", "Lt"].compactMap(GeneralCategories.mask)
            return .categories(masks.reduce(0, |))
        }
        return GeneralCategories.mask(named: GeneralCategories.shortNames[category] ?? category).map(categories)
    }

    private static func categories(_ mask: UInt32) -> ScalarSet { ScalarSet(categories: mask) }

    /// The complement of a set that has either ranges or categories, without a negation.
    var complement: ScalarSet {
        guard ranges.isEmpty else {
            var gaps: [ClosedRange<UInt32>] = []
            var start: UInt32 = 0
            for range in normalized.ranges {
                if range.lowerBound > start { gaps.append(start...(range.lowerBound - 1)) }
                start = range.upperBound + 1
            }
            if start <= Self.last { gaps.append(start...Self.last) }
            return ScalarSet(ranges: gaps)
        }
        return ScalarSet(categories: GeneralCategories.mask & ~categories)
    }
}

extension GeneralCategories {
    /// The short name of each category by its long name and its aliases (PropertyValueAliases.txt of Unicode).
    fileprivate static let shortNames: [String: String] = [
        "Letter": "L", "Uppercase_Letter": "Lu", "Lowercase_Letter": "Ll", "Titlecase_Letter": "Lt",
        "Modifier_Letter": "Lm", "Other_Letter": "Lo", "Mark": "M", "Combining_Mark": "M", "Nonspacing_Mark": "Mn",
        "Spacing_Mark": "Mc", "Enclosing_Mark": "Me", "Number": "N", "Decimal_Number": "Nd", "digit": "Nd",
        "Letter_Number": "Nl", "Other_Number": "No", "Punctuation": "P", "punct": "P", "Connector_Punctuation": "Pc",
        "Dash_Punctuation": "Pd", "Open_Punctuation": "Ps", "Close_Punctuation": "Pe", "Initial_Punctuation": "Pi",
        "Final_Punctuation": "Pf", "Other_Punctuation": "Po", "Symbol": "S", "Math_Symbol": "Sm",
        "Currency_Symbol": "Sc", "Modifier_Symbol": "Sk", "Other_Symbol": "So", "Separator": "Z",
        "Space_Separator": "Zs", "Line_Separator": "Zl", "Paragraph_Separator": "Zp", "Other": "C", "Control": "Cc",
        "cntrl": "Cc", "Format": "Cf", "Private_Use": "Co", "Unassigned": "Cn",
    ]
}

/// Some characters (Unicode scalars): ranges and general categories, or all but these.
struct ScalarSet: Sendable, Hashable {
    var ranges: [ClosedRange<UInt32>] = []
    /// One bit a category, as `GeneralCategories` numbers them.
    var categories: UInt32 = 0
    var isNegated = false

    static let last: UInt32 = 0x10_FFFF

    static func one(_ scalar: Unicode.Scalar) -> ScalarSet { ScalarSet(ranges: [scalar.value...scalar.value]) }

    /// `.`: neither a line feed nor a carriage return (RFC 9485 §5.3).
    static let dot = ScalarSet(ranges: [0x0A...0x0A, 0x0D...0x0D], isNegated: true)

    /// What a backslash and this letter stand for: `\d`, `\w` and `\s` of ASCII, and all but these in upper case.
    ///
    /// RFC 9485 leaves them out because engines disagree. What is matched here are headers and URLs, which are ASCII;
    /// whoever means every script writes `\p{Nd}` or `\p{L}`.
    static func shorthand(_ letter: Unicode.Scalar) -> ScalarSet? {
        switch letter {
        case "d": ScalarSet(ranges: [0x30...0x39])
        case "w": ScalarSet(ranges: [0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])
        case "s": ScalarSet(ranges: [0x09...0x0D, 0x20...0x20])
        case "D": ScalarSet(ranges: [0...0x2F, 0x3A...last])
        case "W": ScalarSet(ranges: [0...0x2F, 0x3A...0x40, 0x5B...0x5E, 0x60...0x60, 0x7B...last])
        case "S": ScalarSet(ranges: [0...0x08, 0x0E...0x1F, 0x21...last])
        default: nil
        }
    }

    /// Adds what another set has, which is not negated.
    mutating func formUnion(_ other: ScalarSet) {
        ranges += other.ranges
        categories |= other.categories
    }

    /// The same characters, with ranges in order and none that overlap.
    var normalized: ScalarSet {
        var set = self
        set.ranges = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = set.ranges.last, range.lowerBound <= last.upperBound + 1 {
                set.ranges[set.ranges.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
            } else {
                set.ranges.append(range)
            }
        }
        return set
    }
}

/// The general categories of Unicode under the names that patterns have for them (RFC 9485 §3, `IsCategory`).
///
/// Which character is in which is the standard library's knowledge, and so of the version of Unicode that it has.
enum GeneralCategories {
    /// Every scalar is in exactly one.
    static let all: [(name: String, category: Unicode.GeneralCategory)] = [
        ("Lu", .uppercaseLetter), ("Ll", .lowercaseLetter), ("Lt", .titlecaseLetter), ("Lm", .modifierLetter),
        ("Lo", .otherLetter), ("Mn", .nonspacingMark), ("Mc", .spacingMark), ("Me", .enclosingMark),
        ("Nd", .decimalNumber), ("Nl", .letterNumber), ("No", .otherNumber), ("Pc", .connectorPunctuation),
        ("Pd", .dashPunctuation), ("Ps", .openPunctuation), ("Pe", .closePunctuation), ("Pi", .initialPunctuation),
        ("Pf", .finalPunctuation), ("Po", .otherPunctuation), ("Zs", .spaceSeparator), ("Zl", .lineSeparator),
        ("Zp", .paragraphSeparator), ("Sm", .mathSymbol), ("Sc", .currencySymbol), ("Sk", .modifierSymbol),
        ("So", .otherSymbol), ("Cc", .control), ("Cf", .format), ("Co", .privateUse), ("Cn", .unassigned),
    ]

    /// A bit for each category.
    static let mask: UInt32 = (1 << UInt32(all.count)) - 1

    private static let numbers: [Unicode.GeneralCategory: Int] = {
        var numbers: [Unicode.GeneralCategory: Int] = [:]
        for (number, known) in all.enumerated() { numbers[known.category] = number }
        return numbers
    }()

    /// The number of the category of a character.
    static func number(of scalar: Unicode.Scalar) -> Int {
        numbers[scalar.properties.generalCategory] ?? all.count - 1
    }

    /// The categories of a name, `L` or `Lu`; nil if it has none.
    static func mask(named name: String) -> UInt32? {
        guard (1...2).contains(name.utf8.count) else { return nil }
        var mask: UInt32 = 0
        for (number, known) in all.enumerated() where known.name.hasPrefix(name) { mask |= 1 << UInt32(number) }
        return mask == 0 ? nil : mask
    }
}

extension Span<UInt8> {
    /// The character beyond ASCII whose UTF-8 begins here (RFC 3629 §4); nil if none does: a stray or missing
    /// continuation, an overlong form, a surrogate, or a value beyond U+10FFFF.
    func scalar(at position: Int) -> Unicode.Scalar? {
        let lead = self[position]
        let (length, least): (Int, UInt32) =
            switch lead {
            case 0xC2...0xDF: (2, 0x80)
            case 0xE0...0xEF: (3, 0x800)
            case 0xF0...0xF4: (4, 0x1_0000)
            default: (0, 0)
            }
        guard length > 0, count - position >= length else { return nil }
        var value = UInt32(lead) & (0x7F >> UInt32(length))
        for offset in 1..<length {
            let byte = self[position + offset]
            guard byte & 0xC0 == 0x80 else { return nil }
            value = value << 6 | UInt32(byte & 0x3F)
        }
        // Surrogates and what is too great are no scalars.
        return value >= least ? Unicode.Scalar(value) : nil
    }
}

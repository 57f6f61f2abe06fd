/// A set of Unicode scalars: ranges and general categories, or the complement of these.
struct ScalarSet: Sendable, Hashable {
    var ranges: [ClosedRange<UInt32>] = []
    /// A bit for each category, in the numbering of `GeneralCategories`.
    var categories: UInt32 = 0
    var isNegated = false

    static let last: UInt32 = 0x10_FFFF

    static func one(_ scalar: Unicode.Scalar) -> ScalarSet { ScalarSet(ranges: [scalar.value...scalar.value]) }

    /// The set of `.`: all scalars but line feed and carriage return (RFC 9485 §5.3).
    static let dot = ScalarSet(ranges: [0x0A...0x0A, 0x0D...0x0D], isNegated: true)

    /// Returns the set of an escape letter: ASCII `\d`, `\w` or `\s`, or its complement for an upper-case letter.
    ///
    /// RFC 9485 omits these escapes, because regular-expression engines disagree on them. They are ASCII here, because
    /// most patterns match headers and URLs; `\p{Nd}` and `\p{L}` cover all scripts.
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

    /// Adds the ranges and categories of another set, which must not be negated.
    mutating func formUnion(_ other: ScalarSet) {
        ranges += other.ranges
        categories |= other.categories
    }

    /// The same set with its ranges sorted and merged.
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

/// The general categories of Unicode with their names in patterns (RFC 9485 §3, `IsCategory`).
///
/// The standard library's version of Unicode determines the category of a character.
enum GeneralCategories {
    /// All categories; every scalar is in exactly one.
    static let all: [(name: String, category: Unicode.GeneralCategory)] = [
        ("Lu", .uppercaseLetter), ("Ll", .lowercaseLetter), ("Lt", .titlecaseLetter), ("Lm", .modifierLetter),
        ("Lo", .otherLetter), ("Mn", .nonspacingMark), ("Mc", .spacingMark), ("Me", .enclosingMark),
        ("Nd", .decimalNumber), ("Nl", .letterNumber), ("No", .otherNumber), ("Pc", .connectorPunctuation),
        ("Pd", .dashPunctuation), ("Ps", .openPunctuation), ("Pe", .closePunctuation), ("Pi", .initialPunctuation),
        ("Pf", .finalPunctuation), ("Po", .otherPunctuation), ("Zs", .spaceSeparator), ("Zl", .lineSeparator),
        ("Zp", .paragraphSeparator), ("Sm", .mathSymbol), ("Sc", .currencySymbol), ("Sk", .modifierSymbol),
        ("So", .otherSymbol), ("Cc", .control), ("Cf", .format), ("Co", .privateUse), ("Cn", .unassigned),
    ]

    /// The mask of all categories.
    static let mask: UInt32 = (1 << UInt32(all.count)) - 1

    private static let numbers: [Unicode.GeneralCategory: Int] = {
        var numbers: [Unicode.GeneralCategory: Int] = [:]
        for (number, known) in all.enumerated() { numbers[known.category] = number }
        return numbers
    }()

    /// Returns the number of a character's category.
    static func number(of scalar: Unicode.Scalar) -> Int {
        numbers[scalar.properties.generalCategory] ?? all.count - 1
    }

    /// Returns the mask of the categories with a name such as `L` or `Lu`; nil for an unknown name.
    static func mask(named name: String) -> UInt32? {
        guard (1...2).contains(name.utf8.count) else { return nil }
        var mask: UInt32 = 0
        for (number, known) in all.enumerated() where known.name.hasPrefix(name) { mask |= 1 << UInt32(number) }
        return mask == 0 ? nil : mask
    }
}

extension Span<UInt8> {
    /// Returns the non-ASCII character whose UTF-8 begins at a position (RFC 3629 §4). Returns nil for a stray or
    /// missing continuation byte, an overlong form, a surrogate, or a value beyond U+10FFFF.
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
        // `Unicode.Scalar` rejects surrogates and values that are too great.
        return value >= least ? Unicode.Scalar(value) : nil
    }
}

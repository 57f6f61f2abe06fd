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

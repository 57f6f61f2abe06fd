/// Internationalized host names (IDNA2008: RFC 5890 to 5893).
///
/// Joining types are known for the Arabic block only, and bidirectional classes are derived from blocks, because the
/// standard library has neither property.
enum InternationalName {
    static func isValid(_ text: String) -> Bool {
        let dots: [Unicode.Scalar] = [".", "\u{3002}", "\u{FF0E}", "\u{FF61}"]
        // Longer names are invalid, and this bounds the cost of encoding them.
        guard text.utf8.count <= 4 * 253 else { return false }
        let labels = text.unicodeScalars.split(omittingEmptySubsequences: false) { dots.contains($0) }
        var names: [[Unicode.Scalar]] = []
        var length = labels.count - 1
        for label in labels {
            guard let name = InternationalLabel(Array(label)) else { return false }
            names.append(name.scalars)
            length += name.length
        }
        guard length <= 253 else { return false }
        let isBidirectional = names.contains { $0.contains { [.r, .al, .an].contains(BidirectionalClass($0)) } }
        return !isBidirectional || names.allSatisfy(BidirectionalClass.satisfyRule)
    }
}

/// A valid label in its Unicode form.
struct InternationalLabel {
    let scalars: [Unicode.Scalar]
    /// The length of its form in ASCII.
    let length: Int

    init?(_ text: [Unicode.Scalar]) {
        guard !text.isEmpty else { return nil }
        guard text.allSatisfy(\.isASCII) else {
            length = 4 + Punycode.encoded(text).utf8.count
            scalars = text
            guard length <= 63, Self.isUnicodeLabel(text) else { return nil }
            return
        }
        length = text.count
        guard length <= 63, text.first != "-", text.last != "-",
            text.allSatisfy({ UInt8($0.value).isAlphanumeric || $0 == "-" })
        else { return nil }
        let prefix = String(String.UnicodeScalarView(text.prefix(4))).lowercased()
        guard prefix == "xn--" else {
            scalars = text
            return
        }
        let encoded = String(String.UnicodeScalarView(text.dropFirst(4)))
        guard let decoded = Punycode.decoded(encoded.utf8[...]), !decoded.allSatisfy(\.isASCII),
            Punycode.encoded(decoded) == encoded.lowercased(), Self.isUnicodeLabel(decoded)
        else { return nil }
        scalars = decoded
    }

    /// Returns whether characters form a U-label (RFC 5891 §4.2.3).
    private static func isUnicodeLabel(_ label: [Unicode.Scalar]) -> Bool {
        guard let first = label.first, !first.properties.generalCategory.isMark, first != "-", label.last != "-" else {
            return false
        }
        if label.count > 3, label[2] == "-", label[3] == "-" { return false }
        return label.indices.allSatisfy { isPermitted(label, at: $0) }
    }

    /// Returns whether a character is valid where it is (RFC 5892 §3, appendix A).
    private static func isPermitted(_ label: [Unicode.Scalar], at index: Int) -> Bool {
        let scalar = label[index]
        let before = index > 0 ? label[index - 1] : nil
        let after = index + 1 < label.count ? label[index + 1] : nil
        switch scalar.value {
        case 0xDF, 0x3C2, 0x6FD, 0x6FE, 0xF0B, 0x3007: return true
        case 0x640, 0x7FA, 0x302E, 0x302F, 0x3031...0x3035, 0x303B: return false
        case 0xB7: return before == "l" && after == "l"
        case 0x375: return after?.isGreek == true
        case 0x5F3, 0x5F4: return before?.isHebrew == true
        case 0x30FB: return label.contains(where: \.isJapanese)
        case 0x660...0x669: return !label.contains { 0x6F0...0x6F9 ~= $0.value }
        case 0x6F0...0x6F9: return !label.contains { 0x660...0x669 ~= $0.value }
        case 0x200D: return before?.properties.canonicalCombiningClass == .virama
        case 0x200C:
            return before?.properties.canonicalCombiningClass == .virama || ArabicJoining.joins(label, around: index)
        default: return scalar.isLetterOrDigitOfNames
        }
    }
}

/// The joining of Arabic letters (RFC 5892 appendix A.1).
enum ArabicJoining {
    /// Returns whether letters on both sides of a position join.
    static func joins(_ label: [Unicode.Scalar], around index: Int) -> Bool {
        let before = label[..<index].last { !$0.properties.generalCategory.isMark }
        let after = label[(index + 1)...].first { !$0.properties.generalCategory.isMark }
        guard let before, let after else { return false }
        return isDual(before) && (isDual(after) || isRight(after))
    }

    private static func isRight(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x622...0x625, 0x627, 0x629, 0x62F...0x632, 0x648, 0x671...0x673, 0x675...0x677, 0x688...0x699, 0x6C0,
            0x6C3...0x6CB, 0x6CD, 0x6CF, 0x6D2, 0x6D3, 0x6D5, 0x6EE, 0x6EF:
            true
        default: false
        }
    }

    private static func isDual(_ scalar: Unicode.Scalar) -> Bool {
        guard 0x620...0x6FF ~= scalar.value, scalar.properties.generalCategory == .otherLetter else { return false }
        return !isRight(scalar) && scalar.value != 0x621 && scalar.value != 0x674
    }
}

/// The bidirectional class of a character, as far as names need it (RFC 5893 §2).
enum BidirectionalClass {
    case l, r, al, an, en, mark, other

    init(_ scalar: Unicode.Scalar) {
        let category = scalar.properties.generalCategory
        switch scalar.value {
        case 0x30...0x39, 0x6F0...0x6F9: self = .en
        case 0x660...0x669: self = .an
        case _ where category.isMark: self = .mark
        case 0x590...0x5FF, 0x7C0...0x85F, 0xFB1D...0xFB4F, 0x1_0800...0x1_0FFF, 0x1_E800...0x1_EFFF: self = .r
        case 0x600...0x7BF, 0x860...0x8FF, 0xFB50...0xFDFF, 0xFE70...0xFEFF: self = .al
        case 0x2D, 0x200C, 0x200D: self = .other
        default: self = .l
        }
    }

    /// Returns whether a label of a name with right-to-left characters satisfies the rule (RFC 5893 §2).
    static func satisfyRule(_ label: [Unicode.Scalar]) -> Bool {
        let classes = label.map { BidirectionalClass($0) }
        let last = classes.last { $0 != .mark }
        switch classes.first {
        case .l?: return !classes.contains { [.r, .al, .an].contains($0) } && (last == .l || last == .en)
        case .r?, .al?:
            let isMixed = classes.contains(.en) && classes.contains(.an)
            return !classes.contains(.l) && !isMixed && last != .other
        default: return false
        }
    }
}

extension Unicode.GeneralCategory {
    fileprivate var isMark: Bool { self == .nonspacingMark || self == .spacingMark || self == .enclosingMark }
}

extension Unicode.Scalar {
    fileprivate var isGreek: Bool { 0x370...0x3FF ~= value || 0x1F00...0x1FFF ~= value }
    fileprivate var isHebrew: Bool { 0x591...0x5F4 ~= value || 0xFB1D...0xFB4F ~= value }

    /// Whether the script is Hiragana, Katakana or Han.
    fileprivate var isJapanese: Bool {
        switch value {
        case 0x3041...0x309F, 0x30A0...0x30FA, 0x30FC...0x30FF, 0x31F0...0x31FF, 0x3005, 0x3007, 0x3400...0x4DBF,
            0x4E00...0x9FFF, 0xF900...0xFAFF, 0x2_0000...0x3_FFFF:
            true
        default: false
        }
    }

    /// Whether names may contain the character in any context (RFC 5892 §2).
    fileprivate var isLetterOrDigitOfNames: Bool {
        if isASCII { return UInt8(value).isDigit || ("a"..."z").contains(self) || self == "-" }
        switch value {
        case 0x1100...0x11FF, 0xA960...0xA97F, 0xD7B0...0xD7FF: return false
        default: break
        }
        guard !properties.changesWhenNFKCCaseFolded, !properties.isDefaultIgnorableCodePoint else { return false }
        switch properties.generalCategory {
        case .lowercaseLetter, .uppercaseLetter, .otherLetter, .decimalNumber, .modifierLetter, .nonspacingMark,
            .spacingMark:
            return true
        default: return false
        }
    }
}

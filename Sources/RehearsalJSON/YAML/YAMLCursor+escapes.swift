/// Escapes in double quotes (YAML 1.2.2 §5.7).
extension YAMLCursor {
    /// Consumes an escape and appends its character.
    mutating func decodeEscape(into decoded: inout [UInt8]) throws(JSONSyntaxError) {
        let start = position
        let letter = byte(after: 1)
        position += 2
        if let text = Self.escape(letter) {
            decoded.append(contentsOf: text.utf8)
            return
        }
        let digits: Int
        switch letter {
        case UInt8(ascii: "x"): digits = 2
        case UInt8(ascii: "u"): digits = 4
        case UInt8(ascii: "U"): digits = 8
        default:
            position = start + 1
            throw unexpected(
                where: #""\" begins an escape"#,
                fix: #"write one of \" \\ \/ \n \r \t \b \f \x \u \U, or "\\" for the backslash itself"#
            )
        }
        let value = try hexadecimal(digits)
        if let scalar = Unicode.Scalar(value) {
            decoded.append(contentsOf: String(Character(scalar)).utf8)
            return
        }
        guard digits == 4 else {
            throw error(at: start, "found an escape that is not a Unicode character", fix: "write at most \\U0010FFFF")
        }
        // JSON writes characters beyond U+FFFF as two surrogates. An unpaired one becomes U+FFFD.
        decoded.append(contentsOf: String(Character(surrogatePair(value) ?? "\u{FFFD}")).utf8)
    }

    /// Returns the text of an escape without digits; nil for any other letter.
    private static func escape(_ letter: UInt8) -> String? {
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "/"), UInt8(ascii: "\\"), 0x20, 0x09:
            String(Character(Unicode.Scalar(letter)))
        case UInt8(ascii: "0"): "\0"
        case UInt8(ascii: "a"): "\u{7}"
        case UInt8(ascii: "b"): "\u{8}"
        case UInt8(ascii: "t"): "\t"
        case UInt8(ascii: "n"): "\n"
        case UInt8(ascii: "v"): "\u{B}"
        case UInt8(ascii: "f"): "\u{C}"
        case UInt8(ascii: "r"): "\r"
        case UInt8(ascii: "e"): "\u{1B}"
        case UInt8(ascii: "N"): "\u{85}"
        case UInt8(ascii: "_"): "\u{A0}"
        case UInt8(ascii: "L"): "\u{2028}"
        case UInt8(ascii: "P"): "\u{2029}"
        default: nil
        }
    }

    private mutating func hexadecimal(_ digits: Int) throws(JSONSyntaxError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<digits {
            guard let digit = byte.hexValue else {
                throw unexpected(
                    where: "an escape needs \(digits) hexadecimal digits",
                    fix: #"write it as in "\xe9", "\u00e9" or "\U000000e9""#
                )
            }
            value = value << 4 | UInt32(digit)
            position += 1
        }
        return value
    }

    /// Consumes the low surrogate after a high one, and returns their character; nil, without moving, if it is missing.
    private mutating func surrogatePair(_ high: UInt32) -> Unicode.Scalar? {
        guard high < 0xDC00, byte == UInt8(ascii: "\\"), byte(after: 1) == UInt8(ascii: "u") else { return nil }
        var low: UInt32 = 0
        for distance in 2..<6 {
            guard let digit = byte(after: distance).hexValue else { return nil }
            low = low << 4 | UInt32(digit)
        }
        guard 0xDC00..<0xE000 ~= low else { return nil }
        position += 6
        return Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
    }
}

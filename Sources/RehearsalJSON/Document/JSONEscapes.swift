/// Functions that decode escape sequences in strings (RFC 8259 §7).
enum JSONEscapes {
    /// Returns the decoded content of a valid string; an unpaired surrogate becomes U+FFFD.
    static func decode(_ content: ArraySlice<UInt8>) -> String {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(content.count)
        var rest = content
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\"), let escape = rest.popFirst() else {
                decoded.append(byte)
                continue
            }
            if escape == UInt8(ascii: "u") {
                decoded.append(contentsOf: String(scalar(from: &rest)).utf8)
            } else {
                decoded.append(single(escape) ?? escape)
            }
        }
        return String(decoding: decoded, as: UTF8.self)
    }

    /// Removes the bytes of the first character, which may be an escape sequence.
    static func dropCharacter(from rest: inout ArraySlice<UInt8>) {
        guard rest.popFirst() == UInt8(ascii: "\\") else {
            rest = rest.drop { $0 & 0xC0 == 0x80 }
            return
        }
        if rest.popFirst() == UInt8(ascii: "u") { _ = scalar(from: &rest) }
    }

    /// Returns the character of a single-letter escape; nil for any other letter.
    static func single(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): byte
        case UInt8(ascii: "b"): 0x08
        case UInt8(ascii: "f"): 0x0C
        case UInt8(ascii: "n"): 0x0A
        case UInt8(ascii: "r"): 0x0D
        case UInt8(ascii: "t"): 0x09
        default: nil
        }
    }

    private static func scalar(from rest: inout ArraySlice<UInt8>) -> Unicode.Scalar {
        let first = unit(rest.prefix(4))
        rest = rest.dropFirst(4)
        if let scalar = Unicode.Scalar(first) { return scalar }
        let low = unit(rest.dropFirst(2).prefix(4))
        guard first < 0xDC00, rest.starts(with: [0x5C, 0x75]), 0xDC00..<0xE000 ~= low,
            let pair = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (low - 0xDC00))
        else { return "\u{FFFD}" }
        rest = rest.dropFirst(6)
        return pair
    }

    private static func unit(_ digits: ArraySlice<UInt8>) -> UInt32 {
        digits.reduce(0) { $0 << 4 | UInt32($1.hexValue ?? 0) }
    }
}

/// An encoder and decoder of Base64 (RFC 4648 §4, §5).
package enum Base64 {
    /// Returns bytes in Base64, with the standard alphabet, on one line and with padding.
    package static func encoded(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        var index = 0
        while index < bytes.count {
            let count = min(3, bytes.count - index)
            var group = 0
            for offset in 0..<3 { group = group << 8 | (offset < count ? Int(bytes[index + offset]) : 0) }
            for digit in 0..<4 {
                text.append(digit <= count ? alphabet[group >> (18 - 6 * digit) & 63] : UInt8(ascii: "="))
            }
            index += 3
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Returns the bytes that a text encodes; nil if it is not Base64.
    ///
    /// Exporters differ: the decoder skips white space, accepts both alphabets, and allows missing padding.
    package static func decoded(_ text: String) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count / 4 * 3 + 3)
        var (group, digits, padding) = (0, 0, 0)
        for letter in text.utf8 where !letter.isJSONSpace {
            if letter == UInt8(ascii: "=") {
                padding += 1
                continue
            }
            guard padding == 0, let value = value(of: letter) else { return nil }
            group = group << 6 | value
            digits += 1
            if digits % 4 == 0 { append(group, 3, to: &bytes) }
        }
        let rest = digits % 4
        guard rest != 1, padding <= (4 - rest) % 4 else { return nil }
        if rest > 0 { append(group << (6 * (4 - rest)), rest - 1, to: &bytes) }
        return bytes
    }

    /// Appends the first `count` bytes of a 24-bit group.
    private static func append(_ group: Int, _ count: Int, to bytes: inout [UInt8]) {
        for index in 0..<count { bytes.append(UInt8(truncatingIfNeeded: group >> (16 - 8 * index))) }
    }

    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    private static func value(of letter: UInt8) -> Int? {
        switch letter {
        case 0x41...0x5A: Int(letter) - 0x41
        case 0x61...0x7A: Int(letter) - 0x61 + 26
        case 0x30...0x39: Int(letter) - 0x30 + 52
        case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
        case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
        default: nil
        }
    }
}

extension [UInt8] {
    /// The decoded text if the bytes are valid UTF-8; otherwise nil.
    package var text: String? {
        let text = String(decoding: self, as: UTF8.self)
        return Array(text.utf8) == self ? text : nil
    }
}

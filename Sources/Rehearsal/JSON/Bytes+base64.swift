extension [UInt8] {
    /// RFC 4648 §4, with padding.
    package var base64: String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        var text: [UInt8] = []
        text.reserveCapacity((count + 2) / 3 * 4)
        for start in stride(from: 0, to: count, by: 3) {
            let bytes = self[start..<Swift.min(start + 3, count)]
            let group = bytes.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - bytes.count))
            for digit in 0..<4 {
                text.append(digit <= bytes.count ? alphabet[group >> (18 - 6 * digit) & 63] : UInt8(ascii: "="))
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The bytes that a text in either alphabet stands for, with padding or without; nil if it is no such text.
    init?(base64 text: String) {
        var bytes: [UInt8] = []
        var group: UInt32 = 0
        var count = 0
        for letter in text.utf8.prefix(while: { $0 != UInt8(ascii: "=") }) {
            guard let value = Self.base64Value(of: letter) else { return nil }
            group = group << 6 | UInt32(value)
            count += 1
            if count % 4 == 0 { bytes += [UInt8(group >> 16 & 0xFF), UInt8(group >> 8 & 0xFF), UInt8(group & 0xFF)] }
        }
        switch count % 4 {
        case 0: break
        case 2: bytes.append(UInt8(group >> 4 & 0xFF))
        case 3: bytes += [UInt8(group >> 10 & 0xFF), UInt8(group >> 2 & 0xFF)]
        default: return nil
        }
        self = bytes
    }

    private static func base64Value(of letter: UInt8) -> UInt8? {
        switch letter {
        case 0x41...0x5A: letter - 0x41
        case 0x61...0x7A: letter - 0x61 + 26
        case 0x30...0x39: letter - 0x30 + 52
        case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
        case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
        default: nil
        }
    }
}

extension [UInt8] {
    /// The text that these bytes are in UTF-8, if they are.
    package var text: String? {
        let text = String(decoding: self, as: UTF8.self)
        return Array(text.utf8) == self ? text : nil
    }
}

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
}

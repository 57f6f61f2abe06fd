package import Rehearsal

/// What a text says when its escapes are read.
package enum HiddenText {
    /// What Base64 hides, also where it was packed before; nil for what hides nothing that can be read.
    package static func base64(_ text: String) -> [UInt8]? {
        guard 12...65_536 ~= text.utf8.count, text.utf8.allSatisfy(isBase64) else { return nil }
        guard let stored = Base64.decoded(text), stored.count >= 8 else { return nil }
        let bytes = PackedBytes.unpacked(stored) ?? stored
        return bytes.allSatisfy(isReadable) && bytes.text != nil ? bytes : nil
    }

    /// What looks like a secret in some text, also where escapes of a URL hide it: each with the bytes that say so.
    package static func shapes(in bytes: [UInt8]) -> [SecretShape] {
        let plain = SecretShape.all(in: bytes)
        guard let unescaped = Unescaped(bytes) else { return plain }
        return plain
            + SecretShape.all(in: unescaped.bytes).map { SecretShape($0.kind, unescaped.origin(of: $0.range)) }
            .filter { shape in !plain.contains { $0.range.overlaps(shape.range) } }
    }

    /// What looks like a secret in a URL, by its form or by where it stands, in order and without overlaps.
    package static func secrets(inURL bytes: [UInt8]) -> [Range<Int>] {
        let shapes = shapes(in: bytes).map(\.range)
        let taken = shapes + Placeholder.ranges(in: bytes)
        let linked = LinkedSecrets.all(in: bytes).filter { range in !taken.contains { $0.overlaps(range) } }
        return (shapes + linked).sorted { $0.lowerBound < $1.lowerBound }
    }

    private static func isBase64(_ byte: UInt8) -> Bool { byte.isAlphanumeric(or: "+/-_=") }

    private static func isReadable(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte != 0x7F || byte == 0x0A || byte == 0x0D || byte == 0x09
    }

    /// Some text with the escapes of a URL read, and where each of its bytes was before.
    struct Unescaped {
        private(set) var bytes: [UInt8] = []
        private var starts: [Int] = []

        /// Nil for what has no escape.
        init?(_ raw: [UInt8]) {
            guard raw.contains(UInt8(ascii: "%")) else { return nil }
            var index = 0
            while index < raw.count {
                starts.append(index)
                if raw[index] == UInt8(ascii: "%"), index + 2 < raw.count, let high = raw[index + 1].hexValue,
                    let low = raw[index + 2].hexValue
                {
                    bytes.append(high << 4 | low)
                    index += 3
                } else {
                    bytes.append(raw[index] == UInt8(ascii: "+") ? 0x20 : raw[index])
                    index += 1
                }
            }
            if starts.count == raw.count { return nil }
            starts.append(raw.count)
        }

        func origin(of range: Range<Int>) -> Range<Int> { starts[range.lowerBound]..<starts[range.upperBound] }
    }
}

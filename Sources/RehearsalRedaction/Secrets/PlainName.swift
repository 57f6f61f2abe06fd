import Rehearsal

/// A text as a name that a file can have.
package enum PlainName {
    /// The small letters and digits of a text, with a dash for all that is between them.
    package static func of(_ text: String) -> String {
        var output: [UInt8] = []
        for byte in text.utf8.map(\.asciiLowercased) {
            if isPlain(byte), byte != UInt8(ascii: "-") {
                output.append(byte)
            } else if output.last != UInt8(ascii: "-"), !output.isEmpty {
                output.append(UInt8(ascii: "-"))
            }
        }
        while output.last == UInt8(ascii: "-") { output.removeLast() }
        return String(decoding: output, as: UTF8.self)
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        0x61...0x7A ~= byte || byte.isDigit || byte == UInt8(ascii: "-")
    }
}

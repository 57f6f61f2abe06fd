import Rehearsal
import RehearsalRedaction

/// What is on disk, as a secret may stand in it.
enum WrittenText {
    /// The bytes, and what they say when they are unpacked, or the escapes of a URL or of JSON are read.
    static func readings(of bytes: [UInt8]) -> [[UInt8]] {
        let unpacked = PackedBytes.unpacked(bytes) ?? bytes
        let bytes = WideText(unpacked, charset: nil)?.utf8 ?? unpacked
        var readings = [bytes]
        if bytes.contains(UInt8(ascii: "%")) { readings.append(PercentEncoding.decoded(bytes, plusIsSpace: true)) }
        if bytes.contains(backslash) { readings.append(unescaped(bytes)) }
        return readings
    }

    /// Without the backslashes, and with the character that follows `\u` in four digits (RFC 8259 §7).
    static func unescaped(_ bytes: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        var index = 0
        while index < bytes.count {
            defer { index += 1 }
            guard bytes[index] == backslash else {
                output.append(bytes[index])
                continue
            }
            guard index + 5 < bytes.count, bytes[index + 1] == UInt8(ascii: "u"),
                let number = UInt32(String(decoding: bytes[(index + 2)..<(index + 6)], as: UTF8.self), radix: 16),
                let scalar = Unicode.Scalar(number)
            else { continue }
            output += Array(String(Character(scalar)).utf8)
            index += 5
        }
        return output
    }

    private static let backslash = UInt8(ascii: "\\")
}

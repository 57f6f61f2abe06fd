import Rehearsal

/// What is on disk, as a secret may stand in it.
enum WrittenText {
    /// The bytes, and what they say when they are unpacked, or the escapes of a URL or of JSON are read.
    static func readings(of bytes: [UInt8]) -> [[UInt8]] {
        let bytes = PackedBytes.unpacked(bytes) ?? bytes
        var readings = [bytes]
        if bytes.contains(UInt8(ascii: "%")) { readings.append(PercentEncoding.decoded(bytes, plusIsSpace: true)) }
        if bytes.contains(UInt8(ascii: "\\")) { readings.append(withoutBackslashes(bytes)) }
        return readings
    }

    static func withoutBackslashes(_ bytes: [UInt8]) -> [UInt8] { bytes.filter { $0 != UInt8(ascii: "\\") } }
}

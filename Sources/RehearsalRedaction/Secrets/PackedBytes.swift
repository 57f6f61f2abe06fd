import Rehearsal
import RehearsalPlatform

/// What gzip or zlib hides in a body of which no header says so: an archive, or bytes of any type.
package enum PackedBytes {
    /// How much of it is looked at: a few bytes may unpack to any number of them.
    private static let limit = 4 << 20

    /// What it holds, or the beginning of that, also where it is packed more than once; nil for what is not packed.
    package static func unpacked(_ bytes: [UInt8]) -> [UInt8]? {
        var found: [UInt8]?
        // There are archives that hold themselves.
        for _ in 0..<3 {
            guard let inner = once(found ?? bytes) else { break }
            found = inner
        }
        return found
    }

    private static func once(_ bytes: [UInt8]) -> [UInt8]? {
        guard isPacked(bytes), bytes.text == nil else { return nil }
        return Inflating.system?.inflated(bytes, limit: limit, cutting: true)?.bytes
    }

    /// Whether it begins as gzip (RFC 1952 §2.3.1) or zlib (RFC 1950 §2.2) does.
    private static func isPacked(_ bytes: [UInt8]) -> Bool {
        if bytes.starts(with: [0x1F, 0x8B, 8]) { return true }
        guard bytes.count > 2, bytes[0] & 0x0F == 8, bytes[0] >> 4 <= 7 else { return false }
        return (Int(bytes[0]) << 8 | Int(bytes[1])) % 31 == 0
    }
}

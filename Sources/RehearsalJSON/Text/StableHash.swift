/// The 64-bit hash FNV-1a. Unlike `Hasher`, it returns the same hash in every process.
package enum StableHash {
    /// The hash of an empty sequence.
    package static var basis: UInt64 { 0xCBF2_9CE4_8422_2325 }

    // One function for each kind of bytes: a generic one would not be specialized in other modules.

    /// Returns the hash of bytes.
    ///
    /// - Parameter start: The hash of the preceding bytes.
    package static func of(_ bytes: UnsafeRawBufferPointer, from start: UInt64 = basis) -> UInt64 {
        bytes.reduce(start, step)
    }

    package static func of(_ bytes: [UInt8], from start: UInt64 = basis) -> UInt64 {
        bytes.withUnsafeBytes { of($0, from: start) }
    }

    /// Returns the hash of the UTF-8 of a text.
    package static func of(_ text: String, from start: UInt64 = basis) -> UInt64 {
        var text = text
        return text.withUTF8 { of(UnsafeRawBufferPointer($0), from: start) }
    }

    /// Returns the hash after one more byte.
    package static func step(_ hash: UInt64, _ byte: UInt8) -> UInt64 {
        (hash ^ UInt64(byte)) &* 0x100_0000_01B3
    }
}

extension UInt64 {
    /// The number in sixteen hexadecimal digits.
    package var hexadecimal: String { padded(to: 16, radix: 16) }
}

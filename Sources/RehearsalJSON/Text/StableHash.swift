/// FNV-1a with 64 bits, a hash that is equal in every process.
package enum StableHash {
    /// The hash of an empty sequence.
    @inlinable package static var basis: UInt64 { 0xCBF2_9CE4_8422_2325 }

    /// Returns the hash of some bytes.
    ///
    /// - Parameter start: the hash of the preceding bytes.
    @inlinable package static func of(_ bytes: some Sequence<UInt8>, from start: UInt64 = basis) -> UInt64 {
        bytes.reduce(start) { step($0, $1) }
    }

    /// Returns the hash after one more byte.
    @inlinable @inline(__always) package static func step(_ hash: UInt64, _ byte: UInt8) -> UInt64 {
        (hash ^ UInt64(byte)) &* 0x100_0000_01B3
    }
}

extension UInt64 {
    /// The number in sixteen hexadecimal digits.
    package var hexadecimal: String { padded(to: 16, radix: 16) }
}

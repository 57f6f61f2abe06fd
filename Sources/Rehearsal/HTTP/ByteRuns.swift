/// Runs of bytes of one class, measured eight bytes at a time.
///
/// A run ends before the last bytes of the buffer if fewer than eight are left. The caller tests the byte after a run.
extension Span where Element == UInt8 {
    /// Returns the number of bytes from an offset that are visible ASCII characters: 0x21 to 0x7E.
    @inlinable @inline(__always)
    package func visibleRun(from offset: Int) -> Int {
        run(from: offset) { low in Self.isWithin(low, 0x21, 0x7E) }
    }

    /// Returns the number of bytes from an offset that are letters, digits or `-./:`, which are valid in a path.
    @inlinable @inline(__always)
    package func pathRun(from offset: Int) -> Int {
        run(from: offset) { low in Self.isLetter(low) | Self.isWithin(low, 0x2D, 0x3A) }
    }

    /// Returns the number of bytes from an offset that are letters, `-` or `.`, which are valid in a token.
    @inlinable @inline(__always)
    package func nameRun(from offset: Int) -> Int {
        run(from: offset) { low in Self.isLetter(low) | Self.isWithin(low, 0x2D, 0x2E) }
    }

    /// Returns the number of bytes from an offset that are letters, digits, `-` or `.`, which are valid in a host name.
    @inlinable @inline(__always)
    package func hostNameRun(from offset: Int) -> Int {
        run(from: offset) { low in
            Self.isLetter(low) | Self.isWithin(low, 0x30, 0x39) | Self.isWithin(low, 0x2D, 0x2E)
        }
    }

    /// - Parameter isMember: sets the high bit of each byte whose seven low bits are a character of the class.
    @inlinable @inline(__always)
    func run(from start: Int, _ isMember: (_ low: UInt64) -> UInt64) -> Int {
        var offset = start
        while offset &+ 8 <= count {
            let word = UInt64(littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
            let others = ~(isMember(word & 0x7F7F_7F7F_7F7F_7F7F) & ~word) & 0x8080_8080_8080_8080
            offset &+= others.trailingZeroBitCount &>> 3
            if others != 0 { break }
        }
        return offset &- start
    }

    @inlinable @inline(__always)
    static func isLetter(_ low: UInt64) -> UInt64 { isWithin(low | 0x2020_2020_2020_2020, 0x61, 0x7A) }

    // No sum exceeds 0xFF, so no carry reaches the next byte.
    @inlinable @inline(__always)
    static func isWithin(_ low: UInt64, _ first: UInt64, _ last: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        return (low &+ ones &* (0x80 &- first)) & ~(low &+ ones &* (0x7F &- last))
    }
}

extension RandomSource {
    /// A whole number of the range. Each is as likely as any other, but for a difference of 2⁻⁶⁴.
    package mutating func integer(in range: ClosedRange<Int64>) -> Int64 {
        let width = UInt64(bitPattern: range.upperBound &- range.lowerBound)
        let draw = next()
        guard width < .max else { return Int64(bitPattern: draw) }
        return range.lowerBound &+ Int64(bitPattern: draw.multipliedFullWidth(by: width + 1).high)
    }

    /// A UUID of version 4 (RFC 9562 §5.4), in lower case.
    package mutating func uuid() -> String {
        let high = next() & ~0xF000 | 0x4000
        let low = next() & ~(0b11 << 62) | 0b10 << 62
        var text: [UInt8] = []
        text.reserveCapacity(36)
        for digit in 0..<32 {
            if [8, 12, 16, 20].contains(digit) { text.append(UInt8(ascii: "-")) }
            let half = digit < 16 ? high : low
            let value = UInt8(truncatingIfNeeded: half >> UInt64(60 - digit % 16 * 4)) & 15
            text.append((value < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10) + value)
        }
        return String(decoding: text, as: UTF8.self)
    }
}

/// A random number generator that repeats its sequence for the same request of the same endpoint and seed.
///
/// It uses SplitMix64 (Steele, Lea, Flood 2014). The seed of the session, the endpoint and the index of the request at
/// that endpoint determine the sequence. Other endpoints and threads do not affect it.
package struct RandomSource: RandomNumberGenerator, Sendable {
    private var state: UInt64

    package init(seed: UInt64, endpoint: UInt64, request: Int) {
        state = seed
        state = next() ^ endpoint
        state = next() ^ UInt64(truncatingIfNeeded: request)
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }

    /// Returns a number of at least 0 and less than 1.
    package mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

    /// Returns a uniformly distributed number between two bounds, both included, in either order.
    package mutating func uniform(_ first: Int64, _ second: Int64) -> Int64 {
        let (low, high) = (min(first, second), max(first, second))
        return low + Int64(unit() * (Double(high - low) + 1)).clamped(to: 0...(high - low))
    }

    /// Returns a log-normally distributed number: half of the draws are below `median`, one in a hundred above `p99`.
    package mutating func logNormal(median: Int64, p99: Int64) -> Int64 {
        guard median > 0 else { return 0 }
        guard p99 > median else { return median }
        // 2.326… is the 99th percentile of the standard normal distribution.
        let exponent = normal() * MathFunctions.logarithm(Double(p99) / Double(median)) / 2.326_347_874
        return Int64((Double(median) * MathFunctions.power(exponent)).clamped(to: 0...3_600e9))
    }

    /// Returns a normally distributed number by the polar method (Marsaglia, Bray 1964).
    private mutating func normal() -> Double {
        while true {
            let (x, y) = (2 * unit() - 1, 2 * unit() - 1)
            let square = x * x + y * y
            guard square > 0, square < 1 else { continue }
            return x * (-2 * MathFunctions.logarithm(square) / square).squareRoot()
        }
    }
}

extension Comparable {
    fileprivate func clamped(to range: ClosedRange<Self>) -> Self { min(max(self, range.lowerBound), range.upperBound) }
}

extension RandomSource {
    /// Returns an integer of the range, with equal probability up to a difference of 2⁻⁶⁴.
    package mutating func integer(in range: ClosedRange<Int64>) -> Int64 {
        let width = UInt64(bitPattern: range.upperBound &- range.lowerBound)
        let draw = next()
        guard width < .max else { return Int64(bitPattern: draw) }
        return range.lowerBound &+ Int64(bitPattern: draw.multipliedFullWidth(by: width + 1).high)
    }

    /// Returns a UUID of version 4 (RFC 9562 §5.4), in lower case.
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

/// Exponential and logarithm, which the standard library lacks, to about twelve digits.
package enum MathFunctions {
    private static let logarithmOfTwo = 0.693_147_180_559_945_309

    /// Returns e to the power of `exponent`.
    package static func power(_ exponent: Double) -> Double {
        guard exponent > -700 else { return 0 }
        guard exponent < 700 else { return .infinity }
        let doublings = (exponent / logarithmOfTwo).rounded()
        let rest = exponent - doublings * logarithmOfTwo
        var (sum, term) = (1.0, 1.0)
        for index in 1...16 {
            term *= rest / Double(index)
            sum += term
        }
        return Double(sign: .plus, exponent: Int(doublings), significand: sum)
    }

    /// Returns the natural logarithm of a positive number.
    package static func logarithm(_ value: Double) -> Double {
        guard value > 0, value.isFinite else { return value == 0 ? -.infinity : .nan }
        // ln m = 2 artanh((m − 1) / (m + 1)), with m near 1 so that the series is short.
        let (exponent, significand) = (Int(value.exponent), value.significand)
        let isLarge = significand > 1.414
        let mantissa = isLarge ? significand / 2 : significand
        let ratio = (mantissa - 1) / (mantissa + 1)
        var (sum, power) = (0.0, ratio)
        for index in stride(from: 1, through: 25, by: 2) {
            sum += power / Double(index)
            power *= ratio * ratio
        }
        return 2 * sum + Double(exponent + (isLarge ? 1 : 0)) * logarithmOfTwo
    }
}

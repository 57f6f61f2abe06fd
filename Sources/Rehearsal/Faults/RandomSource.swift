/// Random numbers that are the same for the same request of the same endpoint in every run of a seed.
///
/// SplitMix64 (Steele, Lea, Flood 2014), begun anew for each request from the seed of the session, the endpoint and the
/// number of the request at that endpoint: what other endpoints and threads do changes nothing.
package struct RandomSource: Sendable {
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

    /// 0 or more, less than 1.
    package mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

    /// From one to the other, both included, in either order.
    package mutating func uniform(_ first: Int64, _ second: Int64) -> Int64 {
        let (low, high) = (min(first, second), max(first, second))
        return low + Int64(unit() * (Double(high - low) + 1)).clamped(to: 0...(high - low))
    }

    /// Half of the draws are below `median`, one in a hundred above `p99`.
    package mutating func logNormal(median: Int64, p99: Int64) -> Int64 {
        guard median > 0 else { return 0 }
        guard p99 > median else { return median }
        // 2.326… is the 99th hundredth of the standard normal distribution.
        let exponent = normal() * Exponential.logarithm(Double(p99) / Double(median)) / 2.326_347_874
        return Int64((Double(median) * Exponential.power(exponent)).clamped(to: 0...3_600e9))
    }

    /// The polar method (Marsaglia, Bray 1964).
    private mutating func normal() -> Double {
        while true {
            let (x, y) = (2 * unit() - 1, 2 * unit() - 1)
            let square = x * x + y * y
            guard square > 0, square < 1 else { continue }
            return x * (-2 * Exponential.logarithm(square) / square).squareRoot()
        }
    }
}

extension Comparable {
    fileprivate func clamped(to range: ClosedRange<Self>) -> Self { min(max(self, range.lowerBound), range.upperBound) }
}

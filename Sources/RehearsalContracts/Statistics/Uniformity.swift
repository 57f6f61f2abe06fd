/// Whether shares of what could have been drawn look as if each was as likely as another (Kolmogorov and Smirnov).
package enum Uniformity {
    /// The largest distance between how the shares, 0 to 1, are spread and how they should be.
    package static func distance(_ shares: [Double]) -> Double {
        let sorted = shares.sorted()
        let count = Double(sorted.count)
        var largest = 0.0
        for (index, share) in sorted.enumerated() {
            let share = min(max(share, 0), 1)
            largest = max(largest, Double(index + 1) / count - share, share - Double(index) / count)
        }
        return largest
    }

    /// The distance that so many fair shares come to only once in a hundred times, or a thousand (Stephens 1974).
    package static func limit(count: Int, onceIn rarity: Growth.Rarity) -> Double {
        let root = Double(count).squareRoot()
        let quantile = rarity == .hundred ? 1.628 : 1.949
        return quantile / (root + 0.12 + 0.11 / root)
    }
}

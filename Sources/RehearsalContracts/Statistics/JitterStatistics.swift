import Rehearsal

/// Whether waits are jittered at all, and which kind of jitter it can be.
package enum Spread {
    /// Whether the first waits of several runs differ by more than a tenth of the longest.
    package static func isJittered(_ waits: [Double]) -> Bool {
        guard let least = waits.min(), let most = waits.max() else { return false }
        return most - least > 0.1 * most
    }

    /// How often that takes a jittered client for one that is not, for so many runs.
    ///
    /// - Parameter share: a tenth of the longest wait, as a share of what waits are drawn from: 0.1 for full jitter,
    ///   0.2 for equal jitter and for a quarter less or more.
    package static func falseAlarm(runs: Int, share: Double) -> Double {
        let count = Double(runs)
        let power = Exponential.power(Exponential.logarithm(share) * (count - 1))
        return count * power - (count - 1) * power * share
    }

    /// Whether a wait is too short for equal jitter: that is certain.
    package static func rulesOutEqual(_ waits: [(wait: Duration, step: Duration)]) -> Bool {
        waits.contains { $0.wait < $0.step / 2 - .milliseconds(5) }
    }

    /// How often full jitter looks like equal jitter in so many waits; nil if it does not look like it.
    package static func chanceOfFull(_ waits: [(wait: Duration, step: Duration)]) -> Double? {
        guard waits.allSatisfy({ $0.wait >= $0.step / 2 }) else { return nil }
        return Double(sign: .plus, exponent: -waits.count, significand: 1)
    }
}

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

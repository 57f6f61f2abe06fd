import Rehearsal

/// Tests of whether waits have jitter, and of which kind it may be.
package enum JitterTest {
    /// Whether waits before the same retry in several runs differ by more than a tenth of the longest.
    package static func isJittered(_ waits: [Double]) -> Bool {
        guard let least = waits.min(), let most = waits.max() else { return false }
        return most - least > 0.1 * most
    }

    /// Returns the probability that a client with jitter appears to have none in this number of runs.
    ///
    /// - Parameter share: a tenth of the longest wait, divided by the range of waits.
    ///   It is 0.1 for full jitter, and 0.2 for equal jitter and for plus or minus a quarter.
    package static func falseAlarm(runs: Int, share: Double) -> Double {
        let count = Double(runs)
        let power = MathFunctions.power(MathFunctions.logarithm(share) * (count - 1))
        return count * power - (count - 1) * power * share
    }

    /// Whether a wait is shorter than half of its bound, which is impossible with equal jitter.
    package static func rulesOutEqual(_ waits: [(wait: Duration, step: Duration)]) -> Bool {
        waits.contains { $0.wait < $0.step / 2 - .milliseconds(5) }
    }

    /// Returns the probability that no wait with full jitter is shorter than half of its bound; nil if one is shorter.
    package static func chanceOfFull(_ waits: [(wait: Duration, step: Duration)]) -> Double? {
        guard waits.allSatisfy({ $0.wait >= $0.step / 2 }) else { return nil }
        return Double(sign: .plus, exponent: -waits.count, significand: 1)
    }
}

/// The Kolmogorov-Smirnov test for a uniform distribution.
package enum Uniformity {
    /// Returns the maximum distance between the distribution of values from 0 to 1 and the uniform distribution.
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

    /// Returns the distance that uniformly distributed values exceed with this error rate (Stephens 1974).
    package static func limit(count: Int, onceIn errorRate: WaitGrowth.ErrorRate) -> Double {
        let root = Double(count).squareRoot()
        let quantile = errorRate == .hundred ? 1.628 : 1.949
        return quantile / (root + 0.12 + 0.11 / root)
    }
}

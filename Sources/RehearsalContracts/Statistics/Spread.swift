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

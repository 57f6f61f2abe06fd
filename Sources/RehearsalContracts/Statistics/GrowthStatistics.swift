import Rehearsal

/// An estimate of the growth of waits from many runs, for a client whose policy is unknown.
package enum WaitGrowth {
    /// The slope halfway between that of constant waits, 0, and that of doubling waits, ln 2.
    package static let limit = 0.346_573_590_279_972_65

    /// Returns the slope of the logarithms of waits by the number of the wait (least squares); nil for too few waits.
    ///
    /// - Parameter runs: the waits of each run in seconds, without those at the cap.
    package static func slope(_ runs: [[Double]]) -> Double? {
        var (count, numbers, values, products, squares) = (0.0, 0.0, 0.0, 0.0, 0.0)
        for run in runs {
            for (index, wait) in run.enumerated() where wait > 0 {
                let (x, y) = (Double(index), MathFunctions.logarithm(wait))
                count += 1
                numbers += x
                values += y
                products += x * y
                squares += x * x
            }
        }
        let spread = count * squares - numbers * numbers
        return spread > 0 ? (count * products - numbers * values) / spread : nil
    }

    /// Returns the standard error of the slope for waits with full jitter, for this number of runs and waits in a run.
    package static func error(runs: Int, waits: Int) -> Double {
        let spread = Double(waits * (waits * waits - 1)) / 12
        return runs > 0 && spread > 0 ? 1 / (Double(runs) * spread).squareRoot() : .infinity
    }

    /// Returns the number of runs that distinguishes constant from doubling waits with at most this error rate.
    ///
    /// It is calculated for full jitter, which has the largest standard error.
    package static func runsNeeded(waits: Int, onceIn errorRate: ErrorRate) -> Int {
        var runs = 1
        while error(runs: runs, waits: waits) * errorRate.deviations > limit { runs += 1 }
        return runs
    }

    /// The accepted rate of wrong results of a test: once in a hundred or in a thousand times.
    package enum ErrorRate: Sendable, Hashable, CaseIterable {
        case hundred, thousand

        /// The number of standard deviations, one-sided, for this error rate in a normal distribution.
        package var deviations: Double {
            switch self {
            case .hundred: 2.326_347_874
            case .thousand: 3.090_232_306
            }
        }

        /// The error rate as a number.
        package var probability: Double { self == .hundred ? 0.01 : 0.001 }
    }
}

/// The growth that a declared policy predicts for the logarithms of its waits.
package struct ExpectedGrowth: Sendable {
    /// The mean slope of the logarithms by the number of the wait (least squares).
    package let slope: Double
    /// The standard deviation of the slope of one run.
    package let deviation: Double

    /// Creates the growth of waits that are distributed uniformly between these bounds, in seconds.
    ///
    /// - Returns: nil for fewer than two waits, or for a bound of zero.
    package init?(_ bounds: [ClosedRange<Double>]) {
        guard bounds.count > 1, bounds.allSatisfy({ $0.upperBound > 0 }) else { return nil }
        let center = Double(bounds.count - 1) / 2
        var (spread, slope, variance) = (0.0, 0.0, 0.0)
        for (index, wait) in bounds.enumerated() {
            let (distance, moments) = (Double(index) - center, Self.logarithm(of: wait))
            spread += distance * distance
            slope += distance * moments.mean
            variance += distance * distance * moments.variance
        }
        (self.slope, deviation) = (slope / spread, variance.squareRoot() / spread)
    }

    /// Returns the number of runs that distinguishes this growth from constant waits with at most this error rate.
    package func runsNeeded(onceIn rarity: WaitGrowth.ErrorRate) -> Int {
        let ratio = deviation * rarity.deviations / (slope / 2)
        return max(1, Int((ratio * ratio).rounded(.up)))
    }

    /// Returns the mean and the variance of the logarithm of a value that is distributed uniformly.
    private static func logarithm(of range: ClosedRange<Double>) -> (mean: Double, variance: Double) {
        let width = range.upperBound - range.lowerBound
        guard width > range.upperBound * 1e-9 else { return (MathFunctions.logarithm(range.upperBound), 0) }
        let (least, most) = (integrals(range.lowerBound), integrals(range.upperBound))
        let mean = (most.first - least.first) / width
        return (mean, max(0, (most.second - least.second) / width - mean * mean))
    }

    /// Returns the integrals from 0 of the logarithm and of its square.
    private static func integrals(_ value: Double) -> (first: Double, second: Double) {
        guard value > 0 else { return (0, 0) }
        let logarithm = MathFunctions.logarithm(value)
        let first = value * logarithm - value
        return (first, value * logarithm * logarithm - 2 * first)
    }
}

/// A test for a thundering herd: clients that failed together and retry at the same time.
package enum ThunderingHerd {
    /// Returns the maximum number of retries within any time window of this length.
    ///
    /// - Parameter returns: the instants of the retries, in the unit of the window.
    package static func densest(_ returns: [Double], window: Double) -> Int {
        let sorted = returns.sorted()
        var (first, most) = (0, 0)
        for (index, instant) in sorted.enumerated() {
            while instant - sorted[first] > window { first += 1 }
            most = max(most, index - first + 1)
        }
        return most
    }

    /// The number of retries in a tenth of the bound that full jitter exceeds once in a thousand times, by simulation.
    private static let simulated: [(clients: Int, most: Int)] = [(10, 6), (20, 9), (50, 16), (100, 25)]

    /// Returns the accepted number of retries in a tenth of the bound; nil for fewer than 10 or more than 100 clients.
    package static func limit(clients: Int) -> Int? {
        guard let upper = simulated.firstIndex(where: { $0.clients >= clients }), clients >= simulated[0].clients else {
            return nil
        }
        let (right, left) = (simulated[upper], simulated[max(0, upper - 1)])
        guard right.clients > left.clients else { return right.most }
        let share = Double(clients - left.clients) / Double(right.clients - left.clients)
        return left.most + Int((Double(right.most - left.most) * share).rounded(.up))
    }
}

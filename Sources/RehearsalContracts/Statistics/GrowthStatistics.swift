import Rehearsal

/// Whether waits grow from one to the next, judged from many runs without knowing how they are meant to be.
package enum Growth {
    /// The middle between waits that stay and waits that double, as logarithms: ½ ln 2.
    package static let limit = 0.346_573_590_279_972_65

    /// The slope of the logarithms of waits over their number, by least squares; nil where nothing has a slope.
    ///
    /// - Parameter runs: the waits of each run, in seconds; those at the cap left out.
    package static func slope(_ runs: [[Double]]) -> Double? {
        var (count, numbers, values, products, squares) = (0.0, 0.0, 0.0, 0.0, 0.0)
        for run in runs {
            for (index, wait) in run.enumerated() where wait > 0 {
                let (x, y) = (Double(index), Exponential.logarithm(wait))
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

    /// How far the slope of full jitter strays (one standard error), for so many runs of so many waits.
    package static func error(runs: Int, waits: Int) -> Double {
        let spread = Double(waits * (waits * waits - 1)) / 12
        return runs > 0 && spread > 0 ? 1 / (Double(runs) * spread).squareRoot() : .infinity
    }

    /// How many runs it takes to be wrong no more often than once in a hundred, or in a thousand, either way; for full
    /// jitter, which strays the most.
    package static func runsNeeded(waits: Int, onceIn rarity: Rarity) -> Int {
        var runs = 1
        while error(runs: runs, waits: waits) * rarity.deviations > limit { runs += 1 }
        return runs
    }

    /// How seldom a judgement may be wrong.
    package enum Rarity: Sendable, Hashable, CaseIterable {
        case hundred, thousand

        /// Standard deviations of a normal distribution beyond which so few lie, on one side.
        package var deviations: Double {
            switch self {
            case .hundred: 2.326_347_874
            case .thousand: 3.090_232_306
            }
        }
    }
}

/// Whether clients that failed together come back together.
package enum Herd {
    /// The most returns inside of any window of that length.
    package static func densest(_ returns: [Double], window: Double) -> Int {
        let sorted = returns.sorted()
        var (first, most) = (0, 0)
        for (index, instant) in sorted.enumerated() {
            while instant - sorted[first] > window { first += 1 }
            most = max(most, index - first + 1)
        }
        return most
    }

    /// What full jitter comes to only once in a thousand times in a window of a tenth of its bound, simulated.
    private static let simulated: [(clients: Int, most: Int)] = [(10, 6), (20, 9), (50, 16), (100, 25)]

    /// How many may come back within a tenth of the bound; nil for fewer or more clients than is known for.
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

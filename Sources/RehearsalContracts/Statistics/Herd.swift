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

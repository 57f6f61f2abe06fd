import Rehearsal
import RehearsalContracts
import RehearsalReports

/// The layout of a time diagram, in milliseconds from the call.
///
/// A wait has its judged length, even if another clock than the wire's measured it.
struct TimePlot: Sendable {
    struct Bar: Sendable {
        var start: Double
        var end: Double
        var lane: Int
        var status: Int?
        var isResent: Bool
        var line: String
    }

    /// The interval between two requests of the client.
    struct Gap: Sendable {
        var start: Double
        var end: Double
        var wait: CaseAssertions.Wait?

        var isExpected: Bool { wait?.isWithinBounds ?? true }
    }

    private(set) var bars: [Bar] = []
    private(set) var gaps: [Gap] = []
    /// The instant at which the call returned.
    private(set) var returnedAt: Double
    /// The end of the axis.
    private(set) var span = 1.0

    init(_ clause: ReportSnapshot.Clause) {
        returnedAt = clause.duration.milliseconds
        place(clause.exchanges.sorted { $0.at < $1.at }, clause.waits)
        if gaps.isEmpty { spread() }
        let ends = bars.map(\.end) + [returnedAt]
        let last = max(1, ends.max() ?? 1)
        let due = gaps.compactMap { gap in gap.wait.map { gap.start + Self.reach($0, last) } }
        span = max(last, due.max() ?? 0) * 1.04
    }

    /// The number of rows that overlapping exchanges need.
    var lanes: Int { (bars.map(\.lane).max() ?? 0) + 1 }

    /// The round numbers on the axis, at most seven.
    var ticks: [Double] {
        var step = 1.0
        var factors = [2.0, 2.5, 2.0]
        while span / step > 6 {
            step *= factors[0]
            factors.append(factors.removeFirst())
        }
        return Array(stride(from: 0, through: span, by: step))
    }

    /// Returns the visible length of a band: up to its start, and to its end unless that would shrink the rest too far.
    private static func reach(_ wait: CaseAssertions.Wait, _ last: Double) -> Double {
        let least = wait.least?.milliseconds ?? 0
        return max(least, min(wait.most?.milliseconds ?? 0, max(last * 3, least * 1.5)))
    }

    private mutating func place(_ exchanges: [ReportSnapshot.ExchangeSummary], _ waits: [CaseAssertions.Wait]) {
        let own = exchanges.count { !$0.isResent }
        // With more waits than intervals, the last waits belong to these exchanges.
        let judged = Array(waits.suffix(max(0, own - 1)))
        let first = max(0, own - 1) - judged.count
        var shift = 0.0
        var index = 0
        var previous: Double?
        for exchange in exchanges {
            var start = exchange.at.milliseconds + shift
            if !exchange.isResent, let end = previous {
                let wait = judged.isEmpty || index - 1 < first ? nil : judged[index - 1 - first]
                if let wait {
                    shift += end + wait.gap.milliseconds - start
                    start = end + wait.gap.milliseconds
                }
                if !judged.isEmpty { gaps.append(Gap(start: end, end: max(end, start), wait: wait)) }
            }
            let end = max(start, (exchange.end?.milliseconds).map { $0 + shift } ?? returnedAt + shift)
            bars.append(Bar(exchange, start: start, end: end))
            if !exchange.isResent { index += 1 }
            previous = end
        }
        returnedAt = max(0, returnedAt + shift)
    }

    /// Assigns overlapping bars to different lanes.
    private mutating func spread() {
        var free: [Double] = []
        for index in bars.indices {
            let lane = free.firstIndex { $0 <= bars[index].start } ?? free.count
            if lane == free.count { free.append(0) }
            free[lane] = bars[index].end
            bars[index].lane = lane
        }
    }
}

extension TimePlot.Bar {
    fileprivate init(_ exchange: ReportSnapshot.ExchangeSummary, start: Double, end: Double) {
        self.init(
            start: start,
            end: end,
            lane: 0,
            status: exchange.status,
            isResent: exchange.isResent,
            line: exchange.line
        )
    }
}

extension Duration {
    /// The milliseconds with their fraction.
    var milliseconds: Double { Double(nanoseconds) / 1_000_000 }
}

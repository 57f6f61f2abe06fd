import Rehearsal
import RehearsalContracts
import RehearsalReports

/// The layout of a time diagram, in milliseconds since the call.
///
/// A wait on the harness's clock has the length that was judged, so later exchanges are moved by the difference.
struct TimePlot: Sendable {
    /// An exchange.
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
    /// The length of the axis.
    private(set) var span = 1.0

    init(_ clause: ReportSnapshot.Clause) {
        returnedAt = clause.duration.milliseconds
        addBars(clause.exchanges.sorted { $0.at < $1.at }, clause.waits)
        if gaps.isEmpty { assignLanes() }
        let ends = bars.map(\.end) + [returnedAt]
        let last = max(1, ends.max() ?? 1)
        let bandEnds = gaps.compactMap { gap in gap.wait.map { gap.start + Self.visibleLength($0, last) } }
        span = max(last, bandEnds.max() ?? 0) * 1.04
    }

    /// The number of lanes, above 1 if exchanges overlap.
    var lanes: Int { (bars.map(\.lane).max() ?? 0) + 1 }

    /// The round numbers that label the axis, at most seven.
    var ticks: [Double] {
        var step = 1.0
        var factors = [2.0, 2.5, 2.0]
        while span / step > 6 {
            step *= factors[0]
            factors.append(factors.removeFirst())
        }
        return Array(stride(from: 0, through: span, by: step))
    }

    /// Returns the length up to which the axis must show the band of a wait.
    ///
    /// It includes the start of the band, and the end unless that is so late that all other parts would be too small.
    private static func visibleLength(_ wait: CaseAssertions.Wait, _ last: Double) -> Double {
        let least = wait.least?.milliseconds ?? 0
        return max(least, min(wait.most?.milliseconds ?? 0, max(last * 3, least * 1.5)))
    }

    /// Adds the bars of the exchanges, and the intervals between them if waits were judged.
    private mutating func addBars(_ exchanges: [ReportSnapshot.ExchangeSummary], _ waits: [CaseAssertions.Wait]) {
        let attempts = exchanges.count { !$0.isResent }
        // The exchanges are those of the last run, and the waits may include those of earlier runs.
        let judged = Array(waits.suffix(max(0, attempts - 1)))
        let first = max(0, attempts - 1) - judged.count
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
    private mutating func assignLanes() {
        var laneEnds: [Double] = []
        for index in bars.indices {
            let lane = laneEnds.firstIndex { $0 <= bars[index].start } ?? laneEnds.count
            if lane == laneEnds.count { laneEnds.append(0) }
            laneEnds[lane] = bars[index].end
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
    /// The duration in milliseconds.
    var milliseconds: Double { Double(nanoseconds) / 1_000_000 }
}

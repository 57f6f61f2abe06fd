/// How far a wait may be seen outside of its bounds without being outside.
package struct Slack: Sendable, Hashable {
    /// How much too short: what clocks are coarse by.
    package var early: Duration
    /// How much too long (E); nil if nobody knows, and then no wait is too long.
    package var late: Duration?

    package init(early: Duration, late: Duration?) { (self.early, self.late) = (early, late) }

    /// For waits that were asked of a clock of ours: only what arithmetic rounds.
    package static let exact = Slack(early: .microseconds(1), late: .microseconds(1))

    /// For waits that were seen on the wire.
    package static func wire(_ overhead: Duration?) -> Slack { Slack(early: .milliseconds(5), late: overhead) }

    /// For waits that a server asked for, whose clocks are two.
    package static func asked(_ overhead: Duration?) -> Slack { Slack(early: .milliseconds(10), late: overhead) }

    /// What is wrong with a wait that may be so long; nil if nothing is.
    package func fault(of wait: Duration, in bounds: ClosedRange<Duration>) -> Envelope.Fault? {
        if wait < bounds.lowerBound - early { return .early(least: bounds.lowerBound) }
        guard let late, wait > bounds.upperBound + late else { return nil }
        return .late(most: bounds.upperBound)
    }
}

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

/// What a wait is seen longer than it was, because everything takes a little time.
///
/// Taken from controls: calls that follow each other without any wait, seen by the same server on the same machine.
package enum Overhead {
    /// How many controls say something about the slowest in a hundred.
    package static let leastControls = 30

    /// What no wait is seen longer by (E): 5 ms and three times the slowest in a hundred; nil for too few controls.
    package static func bound(of controls: [Duration]) -> Duration? {
        guard controls.count >= leastControls else { return nil }
        let sorted = controls.sorted()
        let rank = (controls.count * 99 + 99) / 100
        return .milliseconds(5) + max(.zero, sorted[rank - 1]) * 3
    }

    /// Whether so much is little enough to judge waits of that length by.
    package static func isFine(_ bound: Duration, for base: Duration) -> Bool { bound * 4 <= base }
}

/// The tolerance of the bounds of a measured wait.
package struct WaitTolerance: Sendable, Hashable {
    /// The tolerance below the lower bound, for the resolution of clocks.
    package var early: Duration
    /// The tolerance above the upper bound (E); nil if it is unknown, and then no wait is too long.
    package var late: Duration?

    package init(early: Duration, late: Duration?) { (self.early, self.late) = (early, late) }

    /// The tolerance for waits on the harness's clock: rounding only.
    package static let exact = WaitTolerance(early: .microseconds(1), late: .microseconds(1))

    /// Returns the tolerance for waits that are measured on the wire.
    package static func wire(_ overhead: Duration?) -> WaitTolerance {
        WaitTolerance(early: .milliseconds(5), late: overhead)
    }

    /// Returns the tolerance for waits that a server asks for, which involve two clocks.
    package static func retryAfter(_ overhead: Duration?) -> WaitTolerance {
        WaitTolerance(early: .milliseconds(10), late: overhead)
    }

    /// Returns the violation of these bounds by a wait; nil if there is none.
    package func violation(of wait: Duration, in bounds: ClosedRange<Duration>) -> WaitBounds.BoundsViolation? {
        if wait < bounds.lowerBound - early { return .early(least: bounds.lowerBound) }
        guard let late, wait > bounds.upperBound + late else { return nil }
        return .late(most: bounds.upperBound)
    }
}

/// The time by which a wait is measured too long because of processing.
///
/// It is derived from control measurements: calls without a wait, seen by the same server on the same machine.
package enum WaitOverhead {
    /// The number of control measurements needed for a 99th percentile.
    package static let leastControls = 30

    /// Returns the bound of the overhead (E): 5 ms plus three times the 99th percentile; nil for too few controls.
    package static func bound(of controls: [Duration]) -> Duration? {
        guard controls.count >= leastControls else { return nil }
        let sorted = controls.sorted()
        let rank = (controls.count * 99 + 99) / 100
        return .milliseconds(5) + max(.zero, sorted[rank - 1]) * 3
    }

    /// Whether an overhead is small enough to judge waits of this length.
    package static func isFine(_ bound: Duration, for base: Duration) -> Bool { bound * 4 <= base }
}

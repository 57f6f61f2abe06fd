/// The tolerance with which a measured wait is compared with its bounds.
package struct WaitTolerance: Sendable, Hashable {
    /// The tolerance below the lower bound, for the resolution of clocks.
    package var early: Duration
    /// The tolerance above the upper bound; nil if it is unknown, so that no wait counts as too long.
    package var late: Duration?

    package init(early: Duration, late: Duration?) { (self.early, self.late) = (early, late) }

    /// The tolerance for waits on the harness's clock: rounding only.
    package static let exact = WaitTolerance(early: .microseconds(1), late: .microseconds(1))

    /// Returns the tolerance for waits that are measured between a reply and the next request.
    package static func wire(_ overhead: Duration?) -> WaitTolerance {
        WaitTolerance(early: .milliseconds(5), late: overhead)
    }

    /// Returns the tolerance for waits by `Retry-After`, which depend on the clocks of both sides.
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

/// The overhead of a measured wait: the time that the client and the machine need for processing.
///
/// It is derived from control measurements, which are calls without a wait to the same server on the same machine.
package enum WaitOverhead {
    /// The minimum number of control measurements from which the 99th percentile is computed.
    package static let leastControls = 30

    /// Returns the bound on the overhead: 5 ms plus three times the 99th percentile; nil for too few measurements.
    package static func bound(of controls: [Duration]) -> Duration? {
        guard controls.count >= leastControls else { return nil }
        let sorted = controls.sorted()
        let rank = (controls.count * 99 + 99) / 100
        return .milliseconds(5) + max(.zero, sorted[rank - 1]) * 3
    }

    /// Whether an overhead is at most a quarter of a wait, so that waits of this length can be judged.
    package static func isFine(_ bound: Duration, for base: Duration) -> Bool { bound * 4 <= base }
}

import Rehearsal

/// The bounds of a client's waits before each retry, by its declared policy.
///
/// No random value of the jitter results in a wait outside of the bounds.
package struct WaitBounds: Sendable {
    private let retry: DeclaredRetry

    package init(_ retry: DeclaredRetry) { self.retry = retry }

    /// Returns the bound of the wait with this number, from 1: the base, multiplied by the factor, at most the cap.
    package func bound(_ number: Int) -> Duration {
        if retry.beginsAtOnce, number <= 1 { return .zero }
        var step = retry.base
        for _ in 1..<max(number, 1) where step < retry.cap && retry.factor != 1 { step = grown(step, retry.factor) }
        return min(step, retry.cap)
    }

    /// Returns the permitted range of the wait with this number, from 1.
    ///
    /// - Parameter previous: the measured previous wait, for decorrelated jitter; nil for the base.
    package func bounds(_ number: Int, after previous: Duration? = nil) -> ClosedRange<Duration> {
        let step = bound(number)
        switch retry.jitter {
        case .none: return step...step
        case .full: return .zero...step
        case .equal: return step / 2...step
        case .proportional(let share):
            let share = min(max(share, 0), 1)
            return step * (1 - share)...step * (1 + share)
        case .additive(let most): return step...step + max(.zero, most)
        case .decorrelated where retry.beginsAtOnce && number <= 1: return .zero...(.zero)
        case .decorrelated:
            let least = min(retry.base, retry.cap)
            return least...max(least, min(retry.cap, retry.base + (previous ?? retry.base) * 3))
        case .smooth: return .zero...min(retry.cap, grown(retry.base, Self.smoothest(number)))
        }
    }

    /// Returns the product of a duration and a factor, at most the cap.
    private func grown(_ duration: Duration, _ factor: Double) -> Duration {
        let factor = max(0, factor)
        return duration / .seconds(1) * factor < retry.cap / .seconds(1) ? duration * factor : retry.cap
    }

    /// Returns the maximum total of the waits between this number of attempts.
    package func longestTotal(_ attempts: Int) -> Duration {
        var (sum, previous) = (Duration.zero, Duration?.none)
        for number in 1..<max(attempts, 1) {
            let most = bounds(number, after: previous).upperBound
            (sum, previous) = (sum + most, most)
        }
        return sum
    }

    /// Returns the maximum single wait between this number of attempts.
    package func longestWait(_ attempts: Int) -> Duration {
        var longest = Duration.zero
        for number in 1..<max(attempts, 1) { longest = max(longest, bounds(number, after: longest).upperBound) }
        return longest
    }

    /// Whether there are several waits, all of them shorter than a fiftieth of their bounds.
    ///
    /// Two waits with full jitter satisfy this by chance once in 2,500 times, so a second run must confirm it.
    package func isHotLoop(_ waits: some Sequence<Duration>) -> Bool {
        var (count, previous) = (0, Duration?.none)
        for wait in waits {
            count += 1
            guard wait * 50 < bounds(count, after: previous).upperBound else { return false }
            previous = wait
        }
        return count > 1
    }

    /// Returns the maximum wait of Polly's smooth jitter as a multiple of the base.
    ///
    /// Polly's total wait is ``curve(_:)`` at a random time in each step of length 1. The maximum wait is therefore the
    /// difference between the end of this step and the start of the previous one.
    private static func smoothest(_ number: Int) -> Double {
        let (end, start) = (curve(Double(number)), number > 1 ? curve(Double(number - 2)) : 0)
        return (end - start) / 1.4
    }

    /// Returns 2^t · tanh(√(4t)).
    private static func curve(_ time: Double) -> Double {
        let decay = MathFunctions.power(-2 * (4 * time).squareRoot())
        return MathFunctions.power(time * 0.693_147_180_559_945_309) * (1 - decay) / (1 + decay)
    }

    /// A violation of the bounds of a wait.
    package enum BoundsViolation: Sendable, Hashable {
        /// The wait is shorter than its lower bound. Delays of the machine cannot be the cause.
        case early(least: Duration)
        /// The wait is longer than its upper bound. Delays of the machine may be the cause.
        case late(most: Duration)
    }

    /// Returns the violation of the wait with this number; nil if there is none.
    package func violation(
        of wait: Duration,
        _ number: Int,
        after previous: Duration? = nil,
        _ slack: WaitTolerance,
    ) -> BoundsViolation? {
        slack.violation(of: wait, in: bounds(number, after: previous))
    }
}

import Rehearsal

/// How long a client may wait each time before it sends a request again, by what it says of itself.
///
/// Everything here is certain: what lies outside of an envelope is wrong whatever was drawn.
package struct Envelope: Sendable {
    private let retry: DeclaredRetry

    package init(_ retry: DeclaredRetry) { self.retry = retry }

    /// The bound that the wait of that number, from 1, is drawn below or around: the base, grown by the factor, capped.
    package func step(_ number: Int) -> Duration {
        if retry.beginsAtOnce, number <= 1 { return .zero }
        var step = retry.base
        for _ in 1..<max(number, 1) where step < retry.cap && retry.factor != 1 { step = grown(step, retry.factor) }
        return min(step, retry.cap)
    }

    /// The least and the longest wait of that number, from 1.
    ///
    /// - Parameter previous: the wait before it, as it was seen; the base where there is none.
    package func bounds(_ number: Int, after previous: Duration? = nil) -> ClosedRange<Duration> {
        let step = step(number)
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

    /// So many times a length of time; the cap where that is longer, or more than can be said.
    private func grown(_ duration: Duration, _ factor: Double) -> Duration {
        let factor = max(0, factor)
        return duration / .seconds(1) * factor < retry.cap / .seconds(1) ? duration * factor : retry.cap
    }

    /// The longest that all its waits together can be, for so many attempts.
    package func longest(_ attempts: Int) -> Duration {
        var (sum, previous) = (Duration.zero, Duration?.none)
        for number in 1..<max(attempts, 1) {
            let most = bounds(number, after: previous).upperBound
            (sum, previous) = (sum + most, most)
        }
        return sum
    }

    /// The longest single wait, for so many attempts.
    package func longestWait(_ attempts: Int) -> Duration {
        var longest = Duration.zero
        for number in 1..<max(attempts, 1) { longest = max(longest, bounds(number, after: longest).upperBound) }
        return longest
    }

    /// Whether several waits in a row are all next to nothing, less than a fiftieth of their bounds.
    ///
    /// Full jitter comes to two of these once in 2,500 times; whoever judges by it looks twice.
    package func isHotLoop(_ waits: some Sequence<Duration>) -> Bool {
        var (count, previous) = (0, Duration?.none)
        for wait in waits {
            count += 1
            guard wait * 50 < bounds(count, after: previous).upperBound else { return false }
            previous = wait
        }
        return count > 1
    }

    /// How many times the base Polly's smooth jitter can come to: its curve at the end of one step less that at the
    /// beginning of the step before.
    private static func smoothest(_ number: Int) -> Double {
        let (end, start) = (curve(Double(number)), number > 1 ? curve(Double(number - 2)) : 0)
        return (end - start) / 1.4
    }

    /// 2^t · tanh(√(4t)).
    private static func curve(_ time: Double) -> Double {
        let decay = Exponential.power(-2 * (4 * time).squareRoot())
        return Exponential.power(time * 0.693_147_180_559_945_309) * (1 - decay) / (1 + decay)
    }

    /// What is wrong with a wait.
    package enum Fault: Sendable, Hashable {
        /// It is shorter than it may be. That is certain: nothing makes a wait look shorter than it was.
        case early(least: Duration)
        /// It is longer than it may be, unless the machine was busier than it was found to be.
        case late(most: Duration)
    }

    /// What is wrong with the wait of that number; nil if nothing is.
    package func fault(
        of wait: Duration,
        _ number: Int,
        after previous: Duration? = nil,
        _ slack: Slack,
    ) -> Fault? {
        slack.fault(of: wait, in: bounds(number, after: previous))
    }
}

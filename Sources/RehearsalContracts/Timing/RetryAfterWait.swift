package import Rehearsal

/// The wait that a server asks for with `Retry-After` (RFC 9110 §10.2.3).
package enum RetryAfterWait: Sendable, Hashable {
    /// No wait: the field is missing or invalid.
    case nothing
    /// A wait between these bounds, one second apart for a date.
    case between(Duration, Duration)

    /// The longest wait that is distinguished from an infinite one: 136 years.
    private static let forever: Int64 = 1 << 32

    /// Creates the wait that a reply asks for.
    ///
    /// - Parameter now: seconds since 1970, for a reply without a `Date`.
    package init(_ headers: Scenario.Headers, now: Int64) {
        let lines = headers.values(of: "Retry-After")
        guard lines.count == 1 else {
            self = .nothing
            return
        }
        let text = Substring(lines[0]).trimmed
        if let seconds = Self.seconds(text) {
            self = .between(.seconds(seconds), .seconds(seconds))
        } else if let date = FieldDate.seconds(String(text), now: now) {
            let server = headers["Date"].flatMap { FieldDate.seconds($0, now: now) } ?? now
            // Both have whole seconds, so the wait may be up to a second shorter.
            let distance = min(max(0, date - server), Self.forever)
            self = .between(.seconds(max(0, distance - 1)), .seconds(distance))
        } else {
            self = .nothing
        }
    }

    /// Returns the seconds of `1*DIGIT`; an overflow counts as a very long time.
    private static func seconds(_ text: Substring) -> Int64? {
        guard !text.isEmpty, text.utf8.allSatisfy(\.isDigit) else { return nil }
        return min(Int64(text) ?? .max, forever)
    }

    /// Whether `Retry-After` is defined for a status.
    package static func isDefined(with status: Int) -> Bool {
        [413, 429, 503].contains(status) || (300..<400).contains(status)
    }

    /// The permitted behavior of a client that is asked to wait.
    package struct PermittedRetry: Sendable, Hashable {
        /// The permitted wait before the next request.
        package var wait: ClosedRange<Duration>
        /// Whether the client may also give up and report the field.
        package var mayGiveUp: Bool

        package init(wait: ClosedRange<Duration>, mayGiveUp: Bool) {
            (self.wait, self.mayGiveUp) = (wait, mayGiveUp)
        }
    }

    /// Returns the permitted behavior of a client.
    ///
    /// - Parameters:
    ///   - retry: its declared policy.
    ///   - patience: the time limit of its call.
    ///   - isSkewed: whether the clocks of server and client differ; only a client that reads `Date` can know.
    package func permittedRetry(_ retry: DeclaredRetry, patience: Duration, isSkewed: Bool = false) -> PermittedRetry {
        let own = WaitBounds(retry).bounds(1)
        let most = retry.retryAfterCap ?? patience
        switch self {
        case .nothing: return PermittedRetry(wait: own, mayGiveUp: false)
        case .between(_, .zero): return PermittedRetry(wait: .zero...own.upperBound, mayGiveUp: false)
        case .between(let least, _) where least > most:
            // Too long: the client gives up, or waits as long as its policy permits.
            return PermittedRetry(wait: min(own.lowerBound, most)...max(most, own.upperBound), mayGiveUp: true)
        case .between(let least, let asked):
            let least = isSkewed ? min(least, own.lowerBound) : least
            return PermittedRetry(wait: least...asked + max(own.upperBound, .seconds(1)), mayGiveUp: true)
        }
    }
}

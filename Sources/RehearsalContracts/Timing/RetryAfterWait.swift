package import Rehearsal

/// The wait that a server asks for with `Retry-After` (RFC 9110 §10.2.3).
package enum RetryAfterWait: Sendable, Hashable {
    /// No wait: the field is missing or invalid.
    case nothing
    /// A wait between these bounds, which are equal for a number of seconds and one second apart for a date.
    case between(Duration, Duration)

    /// The maximum wait, in seconds (136 years). A longer one is reduced to it.
    private static let maximumSeconds: Int64 = 1 << 32

    /// Creates the wait that a reply asks for.
    ///
    /// - Parameter now: the current time in seconds since 1970, for a reply without a `Date`.
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
            // Both dates are rounded down to seconds, so the wait may be up to a second shorter.
            let distance = min(max(0, date - server), Self.maximumSeconds)
            self = .between(.seconds(max(0, distance - 1)), .seconds(distance))
        } else {
            self = .nothing
        }
    }

    /// Returns the number in a text of digits (`1*DIGIT`), at most ``maximumSeconds``; nil for any other text.
    private static func seconds(_ text: Substring) -> Int64? {
        guard !text.isEmpty, text.utf8.allSatisfy(\.isDigit) else { return nil }
        return min(Int64(text) ?? .max, maximumSeconds)
    }

    /// Whether `Retry-After` is defined for a status.
    package static func isDefined(with status: Int) -> Bool {
        [413, 429, 503].contains(status) || (300..<400).contains(status)
    }

    /// The permitted behavior of a client after a reply with `Retry-After`.
    package struct PermittedRetry: Sendable, Hashable {
        /// The permitted range of the wait before the next request.
        package var wait: ClosedRange<Duration>
        /// Whether the client may also end the call with an error that contains the field.
        package var mayGiveUp: Bool

        package init(wait: ClosedRange<Duration>, mayGiveUp: Bool) {
            (self.wait, self.mayGiveUp) = (wait, mayGiveUp)
        }
    }

    /// Returns the permitted behavior of a client.
    ///
    /// - Parameters:
    ///   - retry: the client's declared policy.
    ///   - timeLimit: the time limit of the call.
    ///   - isSkewed: whether the clocks of server and client differ. A client that ignores `Date` may then wait less.
    package func permittedRetry(_ retry: DeclaredRetry, timeLimit: Duration, isSkewed: Bool = false) -> PermittedRetry {
        let bounds = WaitBounds(retry).bounds(1)
        let most = retry.retryAfterCap ?? timeLimit
        switch self {
        case .nothing: return PermittedRetry(wait: bounds, mayGiveUp: false)
        case .between(_, .zero): return PermittedRetry(wait: .zero...bounds.upperBound, mayGiveUp: false)
        case .between(let least, _) where least > most:
            // The requested wait exceeds the client's limit: it gives up, or waits as long as its policy permits.
            return PermittedRetry(wait: min(bounds.lowerBound, most)...max(most, bounds.upperBound), mayGiveUp: true)
        case .between(let least, let requested):
            let least = isSkewed ? min(least, bounds.lowerBound) : least
            return PermittedRetry(wait: least...requested + max(bounds.upperBound, .seconds(1)), mayGiveUp: true)
        }
    }
}

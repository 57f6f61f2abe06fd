package import Rehearsal

/// How long a server asks a client to wait, as `Retry-After` has to be read (RFC 9110 §10.2.3).
package enum AskedWait: Sendable, Hashable {
    /// Nothing: there is no such field, or it says nothing that can be understood.
    case nothing
    /// At least that long and, to the second, no longer.
    case between(Duration, Duration)

    /// The longest that is told apart from for ever: 136 years.
    private static let forever: Int64 = 1 << 32

    /// What a reply asks for.
    ///
    /// - Parameter now: seconds since 1970, where the reply does not say the time of its server.
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
            // Both are whole seconds: the second of the date may begin just after that of the reply.
            let distance = min(max(0, date - server), Self.forever)
            self = .between(.seconds(max(0, distance - 1)), .seconds(distance))
        } else {
            self = .nothing
        }
    }

    /// `1*DIGIT`; too many of them are a very long time.
    private static func seconds(_ text: Substring) -> Int64? {
        guard !text.isEmpty, text.utf8.allSatisfy(\.isDigit) else { return nil }
        return min(Int64(text) ?? .max, forever)
    }

    /// Whether a status is one that `Retry-After` goes with.
    package static func isAsked(with status: Int) -> Bool {
        [413, 429, 503].contains(status) || (300..<400).contains(status)
    }

    /// What a client may do about it.
    package struct Leave: Sendable, Hashable {
        /// How long it may wait before it asks again.
        package var wait: ClosedRange<Duration>
        /// Whether it may also give up, and say what it was asked.
        package var mayGiveUp: Bool

        package init(wait: ClosedRange<Duration>, mayGiveUp: Bool) {
            (self.wait, self.mayGiveUp) = (wait, mayGiveUp)
        }
    }

    /// What a client may do.
    ///
    /// - Parameters:
    ///   - retry: what it says of itself.
    ///   - patience: the longest that its call may take.
    ///   - isSkewed: whether the server's clock is not the client's; only a client that looks at `Date` can know.
    package func leave(_ retry: DeclaredRetry, patience: Duration, isSkewed: Bool = false) -> Leave {
        let own = Envelope(retry).bounds(1)
        let most = retry.retryAfterCap ?? patience
        switch self {
        case .nothing: return Leave(wait: own, mayGiveUp: false)
        case .between(_, .zero): return Leave(wait: .zero...own.upperBound, mayGiveUp: false)
        case .between(let least, _) where least > most:
            // Too long: the client gives up, or waits as long as it is prepared to.
            return Leave(wait: min(own.lowerBound, most)...max(most, own.upperBound), mayGiveUp: true)
        case .between(let least, let asked):
            let least = isSkewed ? min(least, own.lowerBound) : least
            return Leave(wait: least...asked + max(own.upperBound, .seconds(1)), mayGiveUp: true)
        }
    }
}

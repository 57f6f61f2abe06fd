public import Foundation

/// The value of `Retry-After` (RFC 9110 §10.2.3).
public enum RetryAfter: Sendable, Hashable {
    /// A delay after the response, in seconds.
    case seconds(Int64)
    /// An instant of the server's clock, and the `Date` of the response if it has one.
    case date(Date, answeredAt: Date?)

    /// Parses the field of a response; returns nil if it is missing or not valid.
    init?(of response: HTTPResponse) {
        guard let text = response.headers["Retry-After"]?.trimmingCharacters(in: .whitespaces), !text.isEmpty else {
            return nil
        }
        if text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) {
            // A number that overflows is a very long delay.
            self = .seconds(Int64(text) ?? .max)
        } else if let date = HTTPDate.date(from: text) {
            self = .date(date, answeredAt: response.headers["Date"].flatMap(HTTPDate.date))
        } else {
            return nil
        }
    }

    /// Returns the delay after the response; zero for a date in the past.
    ///
    /// - Parameter now: the time from which a date is counted if the response has no `Date`.
    public func delay(now: Date) -> Duration {
        switch self {
        case .seconds(let seconds): .seconds(seconds)
        case .date(let date, let answeredAt):
            max(.zero, .milliseconds((date.timeIntervalSince(answeredAt ?? now) * 1000).rounded(.up)))
        }
    }
}

/// The date format of HTTP (RFC 9110 §5.6.7).
enum HTTPDate {
    /// The current format and the two obsolete formats that recipients must accept.
    private static let formats = [
        "EEE, dd MMM yyyy HH:mm:ss 'GMT'", "EEEE, dd-MMM-yy HH:mm:ss 'GMT'", "EEE MMM d HH:mm:ss yyyy",
    ]

    /// Parses a date; returns nil for an invalid text.
    static func date(from text: String) -> Date? {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = .gmt
        for format in formats {
            formatter.dateFormat = format
            if let date = formatter.date(from: text) { return date }
        }
        return nil
    }
}

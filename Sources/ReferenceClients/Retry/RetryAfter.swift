public import Foundation

/// When a server asks to be asked again (RFC 9110 §10.2.3).
public enum RetryAfter: Sendable, Hashable {
    /// So long after the answer, in seconds.
    case seconds(Int64)
    /// Not before an instant of the server's clock; with that clock's time at the answer, if the answer says it.
    case date(Date, answeredAt: Date?)

    /// What an answer says; nil if it says nothing, or nothing that can be understood.
    init?(of response: HTTPResponse) {
        guard let text = response.headers["Retry-After"]?.trimmingCharacters(in: .whitespaces), !text.isEmpty else {
            return nil
        }
        if text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) {
            // Too many digits are a very long time.
            self = .seconds(Int64(text) ?? .max)
        } else if let date = HTTPDate.date(from: text) {
            self = .date(date, answeredAt: response.headers["Date"].flatMap(HTTPDate.date))
        } else {
            return nil
        }
    }

    /// How long to wait from the answer on; never less than nothing.
    ///
    /// - Parameter now: stands in for the server's clock where its answer does not tell it.
    public func delay(now: Date) -> Duration {
        switch self {
        case .seconds(let seconds): .seconds(seconds)
        case .date(let date, let answeredAt):
            max(.zero, .milliseconds((date.timeIntervalSince(answeredAt ?? now) * 1000).rounded(.up)))
        }
    }
}

/// A date as HTTP writes it (RFC 9110 §5.6.7).
enum HTTPDate {
    /// The form that is sent today, and the two that have to be read all the same.
    private static let formats = [
        "EEE, dd MMM yyyy HH:mm:ss 'GMT'", "EEEE, dd-MMM-yy HH:mm:ss 'GMT'", "EEE MMM d HH:mm:ss yyyy",
    ]

    /// The instant; nil if the text is no date.
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

import Rehearsal
import RehearsalDocuments

/// Spans of time as the API writes them: `300ms`, `1.5s`, `2m`.
enum Durations {
    static let pattern = "^([0-9]{1,5}(\\.[0-9]{1,3})?ms|[0-9]{1,4}(\\.[0-9]{1,3})?s|[0-9]{1,3}(\\.[0-9]{1,3})?m)$"

    /// How many digits may stand before the point, so that none is longer than a day.
    private static let digits = ["ms": 5, "s": 4, "m": 3]

    /// Whole seconds or minutes, and not so short that a lease runs out before anybody can use it.
    static let leasePattern = "^([1-9][0-9]{1,3}s|[1-9][0-9]{0,2}m)$"

    /// Whether ``leasePattern`` takes it.
    static func isLease(_ text: String) -> Bool {
        let digits = text.utf8.prefix { $0.isDigit }
        let least = text.hasSuffix("s") ? 2 : 1
        let most = text.hasSuffix("s") ? 4 : 3
        return digits.count == text.utf8.count - 1 && (least...most).contains(digits.count)
            && digits.first != UInt8(ascii: "0") && (text.hasSuffix("s") || text.hasSuffix("m"))
    }

    /// Nil for what ``pattern`` does not take.
    static func duration(_ text: String) -> Duration? {
        let number = text.utf8.prefix { $0.isDigit || $0 == UInt8(ascii: ".") }
        let parts = number.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard let most = digits[String(text.utf8.dropFirst(number.count)) ?? ""], parts.count <= 2,
            (1...most).contains(parts[0].count), parts.count == 1 || (1...3).contains(parts[1].count)
        else { return nil }
        return Duration(written: text)
    }

    /// The same, the shortest way.
    static func text(_ duration: Duration) -> String {
        let milliseconds = duration.nanoseconds / 1_000_000
        let (seconds, rest) = milliseconds.quotientAndRemainder(dividingBy: 1_000)
        if rest == 0 { return "\(seconds)s" }
        return seconds == 0 ? "\(rest)ms" : "\(seconds).\(String(1_000 + rest).dropFirst())s"
    }
}

#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif
import Rehearsal

/// A parser of timestamps (RFC 3339 §5.6).
package enum Timestamp {
    /// Returns the instant of a timestamp with any offset and fraction; nil if the text is not valid.
    package static func date(_ text: String) -> Date? {
        var rest = Array(text.utf8)[...]
        guard let year = number(&rest, 4), skip(&rest, "-"), let month = number(&rest, 2), skip(&rest, "-"),
            let day = number(&rest, 2), skip(&rest, "Tt"),
            let hour = number(&rest, 2), skip(&rest, ":"), let minute = number(&rest, 2), skip(&rest, ":"),
            let second = number(&rest, 2), hour < 24, minute < 60, second < 61,
            let fraction = fraction(&rest), let offset = offset(&rest), rest.isEmpty
        else { return nil }
        let date = CivilDate(year: year, month: month, day: day)
        // Round-tripping rejects a day that the month does not have.
        guard year > 0, 1...12 ~= month, 1...31 ~= day, CivilDate(daysSince1970: date.daysSince1970) == date else {
            return nil
        }
        let seconds = date.daysSince1970 * 86_400 + hour * 3_600 + minute * 60 + second - offset
        return Date(timeIntervalSince1970: Double(seconds) + fraction)
    }

    private static func number(_ rest: inout ArraySlice<UInt8>, _ digits: Int) -> Int? {
        let text = rest.prefix(digits)
        guard text.count == digits, text.allSatisfy(\.isDigit) else { return nil }
        rest = rest.dropFirst(digits)
        return text.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    private static func skip(_ rest: inout ArraySlice<UInt8>, _ oneOf: String) -> Bool {
        guard let first = rest.first, oneOf.utf8.contains(first) else { return false }
        rest = rest.dropFirst()
        return true
    }

    /// Parses the fraction of a second after a dot; 0 without a dot.
    private static func fraction(_ rest: inout ArraySlice<UInt8>) -> Double? {
        guard skip(&rest, ".") else { return 0 }
        let digits = rest.prefix(while: \.isDigit)
        rest = rest.dropFirst(digits.count)
        return digits.isEmpty ? nil : Double("0." + String(decoding: digits, as: UTF8.self))
    }

    /// Parses the offset from UTC, in seconds.
    private static func offset(_ rest: inout ArraySlice<UInt8>) -> Int? {
        if skip(&rest, "Zz") { return 0 }
        let sign = rest.first == 0x2D ? -1 : 1
        guard skip(&rest, "+-"), let hours = number(&rest, 2), skip(&rest, ":"), let minutes = number(&rest, 2),
            hours < 24, minutes < 60
        else { return nil }
        return sign * (hours * 3_600 + minutes * 60)
    }
}

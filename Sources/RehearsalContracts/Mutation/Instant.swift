import Rehearsal

/// A point in time in the notation of RFC 3339 §5.6, to the microsecond.
package struct Instant: Sendable, Hashable, Comparable {
    /// The microseconds since 1970.
    package var microseconds: Int

    package init(microseconds: Int) { self.microseconds = microseconds }

    /// Creates the instant that a string represents, with or without a fraction, in any zone.
    ///
    /// Returns nil if the string is not an RFC 3339 date and time. The zone may lack its colon.
    package init?(_ text: String) {
        var reader = Reader(rest: Array(text.utf8)[...])
        guard let year = reader.number(4), reader.skip("-"), let month = reader.number(2), reader.skip("-"),
            let day = reader.number(2), reader.skip("Tt "), let hour = reader.number(2), reader.skip(":"),
            let minute = reader.number(2), reader.skip(":"), let second = reader.number(2)
        else { return nil }
        guard (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second <= 60 else { return nil }
        let fraction = reader.fraction()
        guard let offset = reader.offset(), reader.rest.isEmpty else { return nil }
        let days = CivilDate(year: year, month: month, day: day).daysSince1970
        let seconds = days * 86_400 + hour * 3_600 + minute * 60 + second - offset
        microseconds = seconds * 1_000_000 + fraction
    }

    package static func < (left: Instant, right: Instant) -> Bool { left.microseconds < right.microseconds }

    /// Whether two instants differ by at most a millisecond.
    package func isNear(_ other: Instant) -> Bool { abs(microseconds - other.microseconds) <= 1_000 }

    /// Returns the instant in whole seconds, followed by `ending`: `2026-03-02T08:00:00Z`.
    ///
    /// - Parameters:
    ///   - ending: the fraction and the zone.
    ///   - hoursEast: the offset of that zone from UTC.
    package func text(_ ending: String = "Z", hoursEast: Int = 0) -> String {
        let text = TimeFormat.iso.text(of: Int64(microseconds / 1_000 + hoursEast * 3_600_000))
        return String(text.dropLast()) + ending
    }

    private struct Reader {
        var rest: ArraySlice<UInt8>

        mutating func number(_ digits: Int) -> Int? {
            let text = rest.prefix(digits)
            guard text.count == digits, text.allSatisfy(\.isDigit) else { return nil }
            rest = rest.dropFirst(digits)
            return text.reduce(0) { $0 * 10 + Int($1 - 0x30) }
        }

        mutating func skip(_ any: String) -> Bool {
            guard let byte = rest.first, any.utf8.contains(byte) else { return false }
            rest = rest.dropFirst()
            return true
        }

        /// Reads the fraction of a second, in microseconds; 0 if there is none.
        mutating func fraction() -> Int {
            guard skip(".") else { return 0 }
            let digits = rest.prefix(while: \.isDigit)
            rest = rest.dropFirst(digits.count)
            let six = digits.prefix(6).reduce(0) { $0 * 10 + Int($1 - 0x30) }
            return stride(from: digits.count, to: 6, by: 1).reduce(six) { value, _ in value * 10 }
        }

        /// Reads the zone, as its offset from UTC in seconds; nil if it is not valid.
        mutating func offset() -> Int? {
            if skip("Zz") { return 0 }
            let sign = rest.first == UInt8(ascii: "-") ? -1 : 1
            guard skip("+-"), let hours = number(2) else { return nil }
            _ = skip(":")
            guard let minutes = number(2), hours < 24, minutes < 60 else { return nil }
            return sign * (hours * 3_600 + minutes * 60)
        }
    }
}

extension JSON {
    /// The strings for the instants that this string may represent; for a day without a time, midnight in every zone.
    var possibleDates: [JSON] {
        guard case .string(let text) = self else { return [] }
        guard Instant("\(text)T00:00:00Z") != nil else { return [self] }
        let zones = (-48...56).map { quarter in
            let sign = quarter < 0 ? "-" : "+"
            let (hours, minutes) = (abs(quarter) / 4, abs(quarter) % 4 * 15)
            return "\(sign)\(hours < 10 ? "0" : "")\(hours):\(minutes < 10 ? "0" : "")\(minutes)"
        }
        return zones.map { .string("\(text)T00:00:00\($0)") }
    }
}

/// How a moment is written; the raw value is the name of the filter.
package enum TimeFormat: String, Sendable, Hashable, CaseIterable {
    /// RFC 3339, to the second: `2026-01-31T09:05:00Z`.
    case iso
    /// RFC 3339, to the millisecond: `2026-01-31T09:05:00.000Z`.
    case isoMilliseconds = "iso-ms"
    /// As in the header fields of HTTP (IMF-fixdate, RFC 9110 §5.6.7): `Sat, 31 Jan 2026 09:05:00 GMT`.
    case httpDate = "http-date"
    /// `2026-01-31`.
    case date
    /// Whole seconds since 1970.
    case unix
    /// Milliseconds since 1970.
    case unixMilliseconds = "unix-ms"

    /// The moment in UTC, held between the years 1 and 9999.
    ///
    /// - Parameter milliseconds: since 1970.
    package func text(of milliseconds: Int64) -> String {
        let moment = Moment(CivilDate.clamped(milliseconds))
        switch self {
        case .iso: return "\(moment.date)T\(moment.time)Z"
        case .isoMilliseconds: return "\(moment.date)T\(moment.time).\(moment.millisecond.padded(to: 3))Z"
        case .httpDate: return moment.httpDate
        case .date: return moment.date
        case .unix: return String(moment.second)
        case .unixMilliseconds: return String(CivilDate.clamped(milliseconds))
        }
    }

    private struct Moment {
        /// Since 1970.
        let second: Int
        let millisecond: Int
        private let day: CivilDate

        init(_ milliseconds: Int64) {
            let (second, millisecond) = Self.divided(Int(milliseconds), by: 1_000)
            (self.second, self.millisecond) = (second, millisecond)
            day = CivilDate(daysSince1970: Self.divided(second, by: 86_400).quotient)
        }

        var date: String { "\(day.year.padded(to: 4))-\(day.month.padded(to: 2))-\(day.day.padded(to: 2))" }

        var time: String {
            let seconds = Self.divided(second, by: 86_400).remainder
            return [seconds / 3_600, seconds / 60 % 60, seconds % 60].map { $0.padded(to: 2) }.joined(separator: ":")
        }

        var httpDate: String {
            let (weekday, month) = (Self.weekdays[day.weekday], Self.months[day.month - 1])
            return "\(weekday), \(day.day.padded(to: 2)) \(month) \(day.year.padded(to: 4)) \(time) GMT"
        }

        /// Rounded down, also before 1970.
        private static func divided(_ value: Int, by divisor: Int) -> (quotient: Int, remainder: Int) {
            let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
            return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
        }

        private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
        private static let months = [
            "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
        ]
    }
}

extension Int {
    fileprivate func padded(to digits: Int) -> String {
        let text = String(self)
        return String(repeating: "0", count: Swift.max(0, digits - text.utf8.count)) + text
    }
}

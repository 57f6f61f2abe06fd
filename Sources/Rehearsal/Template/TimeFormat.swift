/// A format of a time. The raw value is the name of the template filter.
package enum TimeFormat: String, Sendable, Hashable, CaseIterable {
    /// RFC 3339 in seconds: `2026-01-31T09:05:00Z`.
    case iso
    /// RFC 3339 in milliseconds: `2026-01-31T09:05:00.000Z`.
    case isoMilliseconds = "iso-ms"
    /// IMF-fixdate (RFC 9110 §5.6.7), the format of HTTP header fields: `Sat, 31 Jan 2026 09:05:00 GMT`.
    case httpDate = "http-date"
    /// The obsolete format of RFC 850, which recipients must accept: `Saturday, 31-Jan-26 09:05:00 GMT`.
    case rfc850Date = "rfc850-date"
    /// The obsolete format of C's `asctime`, which recipients must accept: `Sat Jan 31 09:05:00 2026`.
    case asctimeDate = "asctime-date"
    /// An RFC 3339 date: `2026-01-31`.
    case date
    /// Whole seconds since 1970.
    case unix
    /// Milliseconds since 1970.
    case unixMilliseconds = "unix-ms"

    /// Returns the time in UTC, clamped to the years 1 to 9999.
    ///
    /// - Parameter milliseconds: the time in milliseconds since 1970.
    package func text(of milliseconds: Int64) -> String {
        let civilTime = CivilTime(CivilDate.clamped(milliseconds))
        switch self {
        case .iso: return "\(civilTime.date)T\(civilTime.time)Z"
        case .isoMilliseconds: return "\(civilTime.date)T\(civilTime.time).\(civilTime.millisecond.padded(to: 3))Z"
        case .httpDate: return civilTime.httpDate
        case .rfc850Date: return civilTime.rfc850Date
        case .asctimeDate: return civilTime.asctimeDate
        case .date: return civilTime.date
        case .unix: return String(civilTime.second)
        case .unixMilliseconds: return String(CivilDate.clamped(milliseconds))
        }
    }

    private struct CivilTime {
        /// Seconds since 1970.
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
            "\(weekday.prefix(3)), \(day.day.padded(to: 2)) \(month) \(day.year.padded(to: 4)) \(time) GMT"
        }

        var rfc850Date: String {
            "\(weekday), \(day.day.padded(to: 2))-\(month)-\((day.year % 100).padded(to: 2)) \(time) GMT"
        }

        var asctimeDate: String {
            "\(weekday.prefix(3)) \(month) \(day.day < 10 ? " " : "")\(day.day) \(time) \(day.year.padded(to: 4))"
        }

        private var weekday: String { Self.weekdays[day.weekday] }

        private var month: String { CivilDate.months[day.month - 1] }

        /// Returns a quotient that is rounded down, also for times before 1970, and the remainder.
        private static func divided(_ value: Int, by divisor: Int) -> (quotient: Int, remainder: Int) {
            let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
            return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
        }

        private static let weekdays = [
            "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
        ]
    }
}

/// A day of the proleptic Gregorian calendar.
///
/// The algorithm starts years on 1 March, so that a leap day is the last day of its year. A cycle of 400 years has
/// 146,097 days. In it, a century has 36,524 days, four years 1,461 and a year 365; the last of each may have one more.
package struct CivilDate: Sendable, Hashable {
    /// The year, 1 to 9999.
    package let year: Int
    /// The month, 1 to 12.
    package let month: Int
    /// The day of the month, 1 to 31.
    package let day: Int

    package init(year: Int, month: Int, day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// - Parameter days: days since 1 January 1970, clamped to the years 1 to 9999.
    package init(daysSince1970 days: Int) {
        let days = min(max(days, Self.days.lowerBound), Self.days.upperBound) + Self.daysBefore1970
        var rest = days % 146_097
        let century = min(rest / 36_524, 3)
        rest -= century * 36_524
        let fourYears = rest / 1_461
        rest -= fourYears * 1_461
        let single = min(rest / 365, 3)
        rest -= single * 365
        // Each five months from March or August have 153 days.
        let monthFromMarch = (rest * 5 + 2) / 153
        let isNextYear = monthFromMarch >= 10
        year = days / 146_097 * 400 + century * 100 + fourYears * 4 + single + (isNextYear ? 1 : 0)
        month = monthFromMarch + (isNextYear ? -9 : 3)
        day = rest - (monthFromMarch * 153 + 2) / 5 + 1
    }

    /// Days since 1 January 1970.
    package var daysSince1970: Int {
        let monthFromMarch = (month + 9) % 12
        let year = month < 3 ? year - 1 : year
        let leapDays = year / 4 - year / 100 + year / 400
        return year * 365 + leapDays + (monthFromMarch * 153 + 2) / 5 + day - 1 - Self.daysBefore1970
    }

    /// The day of the week; 0 is Sunday.
    package var weekday: Int {
        // 1 January of year 1 was a Monday.
        (daysSince1970 - Self.days.lowerBound + 1) % 7
    }

    /// The names of months in header fields, from January.
    static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// The number of days from 1 March of year 0 to 1 January 1970.
    private static let daysBefore1970 = 719_468

    /// The days that a four-digit year can express, from 1 January of year 1 to 31 December of year 9999.
    static let days = -719_162...2_932_896

    /// The same range in milliseconds.
    static let milliseconds = Int64(days.lowerBound) * 86_400_000...Int64(days.upperBound + 1) * 86_400_000 - 1

    /// Returns the time clamped to the representable range.
    static func clamped(_ milliseconds: Int64) -> Int64 {
        min(max(milliseconds, Self.milliseconds.lowerBound), Self.milliseconds.upperBound)
    }
}

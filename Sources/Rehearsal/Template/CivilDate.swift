/// A day of the Gregorian calendar, also before there was one.
///
/// Years are counted from 1 March, so that a leap day is the last of its year: then 400 years are a cycle of 146,097
/// days, and within it a century has 36,524, four years have 1,461 and a year has 365, but for the last of each, which
/// may have one more.
package struct CivilDate: Sendable, Hashable {
    /// 1 to 9999.
    package let year: Int
    /// 1 to 12.
    package let month: Int
    /// 1 to 31.
    package let day: Int

    package init(year: Int, month: Int, day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// - Parameter days: days since 1 January 1970; held between the first day of year 1 and the last of year 9999.
    package init(daysSince1970 days: Int) {
        let days = min(max(days, Self.days.lowerBound), Self.days.upperBound) + Self.daysBefore1970
        var rest = days % 146_097
        let century = min(rest / 36_524, 3)
        rest -= century * 36_524
        let fourYears = rest / 1_461
        rest -= fourYears * 1_461
        let single = min(rest / 365, 3)
        rest -= single * 365
        // Five months from March or from August have 153 days.
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

    /// 0 is Sunday.
    package var weekday: Int {
        // 1 January of year 1 was a Monday.
        (daysSince1970 - Self.days.lowerBound + 1) % 7
    }

    /// From 1 March of year 0 to 1 January 1970.
    private static let daysBefore1970 = 719_468

    /// What four digits of a year can say, from 1 January of year 1 to 31 December of year 9999.
    static let days = -719_162...2_932_896

    /// The same in milliseconds.
    static let milliseconds = Int64(days.lowerBound) * 86_400_000...Int64(days.upperBound + 1) * 86_400_000 - 1

    /// The moment, or the first or last that has a date.
    static func clamped(_ milliseconds: Int64) -> Int64 {
        min(max(milliseconds, Self.milliseconds.lowerBound), Self.milliseconds.upperBound)
    }
}

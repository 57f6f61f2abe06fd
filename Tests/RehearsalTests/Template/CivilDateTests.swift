import TestAdmission
import Testing

@testable import Rehearsal

@Suite("A calendar date", .limitedConcurrency)
struct CivilDateTests {
    @Test(
        "Known dates have their day numbers and weekdays.",
        arguments: [
            (CivilDate(year: 1, month: 1, day: 1), -719_162, 1),
            (CivilDate(year: 1582, month: 10, day: 15), -141_427, 5),
            (CivilDate(year: 1600, month: 2, day: 29), -135_081, 2),
            (CivilDate(year: 1900, month: 3, day: 1), -25_508, 4),
            (CivilDate(year: 1969, month: 12, day: 31), -1, 3), (CivilDate(year: 1970, month: 1, day: 1), 0, 4),
            (CivilDate(year: 2000, month: 2, day: 29), 11_016, 2),
            (CivilDate(year: 2024, month: 12, day: 31), 20_088, 2),
            (CivilDate(year: 2038, month: 1, day: 19), 24_855, 2), (CivilDate(year: 2100, month: 3, day: 1), 47_541, 1),
            (CivilDate(year: 9999, month: 12, day: 31), 2_932_896, 5),
        ]
    )
    func known(_ date: CivilDate, _ days: Int, _ weekday: Int) {
        #expect(date.daysSince1970 == days)
        #expect(CivilDate(daysSince1970: days) == date)
        #expect(date.weekday == weekday)
    }

    @Test("Each date from year 1 to 9999 follows its predecessor by the rules of the calendar.")
    func everyDay() {
        var (year, month, day) = (1, 1, 1)
        var wrong: [Int] = []
        for days in -719_162...2_932_896 {
            let sut = CivilDate(daysSince1970: days)
            let isRight = sut.year == year && sut.month == month && sut.day == day && sut.daysSince1970 == days
            if !isRight || sut.weekday != (days + 719_163) % 7 { wrong.append(days) }
            day += 1
            guard day > Self.length(of: month, in: year) else { continue }
            (month, day) = (month + 1, 1)
            if month > 12 { (year, month) = (year + 1, 1) }
        }
        #expect(wrong.isEmpty)
        #expect(year == 10_000)
        #expect(month == 1)
        #expect(day == 1)
    }

    private static func length(of month: Int, in year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    @Test("Day numbers outside of the years 1 to 9999 are clamped.")
    func clamped() {
        for days in [Int.min, -719_163] {
            #expect(CivilDate(daysSince1970: days) == CivilDate(year: 1, month: 1, day: 1))
        }
        for days in [Int.max, 2_932_897] {
            #expect(CivilDate(daysSince1970: days) == CivilDate(year: 9999, month: 12, day: 31))
        }
    }
}

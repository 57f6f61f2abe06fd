import Rehearsal
import TestAdmission
import Testing

@Suite("Dates of header fields", .limitedConcurrency)
struct FieldDateTests {
    /// 2026-01-31T09:05:00Z.
    private static let now: Int64 = 1_769_850_300

    @Test(
        "The parser reads each of the three date formats of RFC 9110.",
        arguments: [
            ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
            ("Sun Nov  6 08:49:37 1994", 784_111_777), ("Sun Nov 16 08:49:37 1994", 784_975_777),
            ("Thu, 29 Feb 2024 00:00:00 GMT", 1_709_164_800), ("Thu, 01 Jan 1970 00:00:60 GMT", 60),
        ] as [(String, Int64)]
    )
    func read(_ text: String, _ seconds: Int64) {
        #expect(FieldDate.seconds(text, now: Self.now) == seconds)
    }

    @Test("A two-digit year is at most fifty years in the future.")
    func century() throws {
        let year = { (digits: String) in
            FieldDate.seconds("Monday, 01-Jan-\(digits) 00:00:00 GMT", now: Self.now).map {
                CivilDate(daysSince1970: Int($0) / 86_400).year
            }
        }
        #expect(["26", "76", "77", "99", "00"].map(year) == [2026, 2076, 1977, 1999, 2000])
    }

    @Test(
        "A text that is not a valid date yields nil.",
        arguments: [
            "", "tomorrow", "Sun, 6 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37",
            "Sun, 06 Nov 1994 24:00:00 GMT",
            "Sun, 06 nov 1994 08:49:37 GMT", "Som, 06 Nov 1994 08:49:37 GMT", "Thu, 29 Feb 2023 00:00:00 GMT",
            "Sun, 00 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49 GMT",
            "Sun, 06 Nov 1994 08:49:37 +01", "Sun 06 Nov 1994 08:49:37 GMT", "Sat, 01 Jan 0000 00:00:00 GMT",
        ]
    )
    func refused(_ text: String) {
        #expect(FieldDate.seconds(text, now: Self.now) == nil)
    }

    @Test(
        "A date that was written as an HTTP date is read back as the same instant.",
        arguments: [0, 784_111_777, 951_782_400, 4_102_444_799] as [Int64]
    )
    func written(_ seconds: Int64) {
        let text = TimeFormat.httpDate.text(of: seconds * 1_000)
        #expect(FieldDate.seconds(text, now: Self.now) == seconds)
    }
}

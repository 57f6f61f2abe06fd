import TestAdmission
import Testing

@testable import Rehearsal

@Suite("A time as text", .limitedConcurrency)
struct TimeFormatTests {
    @Test(
        "Each format renders a time in its notation, rounded down to its precision.",
        arguments: [
            (0, "1970-01-01T00:00:00Z", "1970-01-01T00:00:00.000Z", "Thu, 01 Jan 1970 00:00:00 GMT", "0"),
            (-1, "1969-12-31T23:59:59Z", "1969-12-31T23:59:59.999Z", "Wed, 31 Dec 1969 23:59:59 GMT", "-1"),
            (-1_000, "1969-12-31T23:59:59Z", "1969-12-31T23:59:59.000Z", "Wed, 31 Dec 1969 23:59:59 GMT", "-1"),
            (
                784_111_777_000, "1994-11-06T08:49:37Z", "1994-11-06T08:49:37.000Z", "Sun, 06 Nov 1994 08:49:37 GMT",
                "784111777"
            ),
            (
                951_868_799_999, "2000-02-29T23:59:59Z", "2000-02-29T23:59:59.999Z", "Tue, 29 Feb 2000 23:59:59 GMT",
                "951868799"
            ),
            (
                4_107_542_400_050, "2100-03-01T00:00:00Z", "2100-03-01T00:00:00.050Z", "Mon, 01 Mar 2100 00:00:00 GMT",
                "4107542400"
            ),
            (
                -62_135_596_800_000, "0001-01-01T00:00:00Z", "0001-01-01T00:00:00.000Z",
                "Mon, 01 Jan 0001 00:00:00 GMT", "-62135596800"
            ),
            (.max, "9999-12-31T23:59:59Z", "9999-12-31T23:59:59.999Z", "Fri, 31 Dec 9999 23:59:59 GMT", "253402300799"),
        ] as [(Int64, String, String, String, String)]
    )
    func formats(_ time: Int64, _ iso: String, _ milliseconds: String, _ http: String, _ unix: String) {
        #expect(TimeFormat.iso.text(of: time) == iso)
        #expect(TimeFormat.isoMilliseconds.text(of: time) == milliseconds)
        #expect(TimeFormat.httpDate.text(of: time) == http)
        #expect(TimeFormat.date.text(of: time) == iso.prefix(10))
        #expect(TimeFormat.unix.text(of: time) == unix)
    }
}

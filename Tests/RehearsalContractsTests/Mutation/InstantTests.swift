import RehearsalContracts
import TestAdmission
import Testing

@Suite("Instants in texts", .limitedConcurrency)
struct InstantTests {
    @Test(
        "Any zone and any fraction yield an instant.",
        arguments: [
            ("1970-01-01T00:00:00Z", 0), ("1970-01-01T02:00:00+02:00", 0), ("1969-12-31T19:00:00-0500", 0),
            ("1970-01-01 00:00:01.5z", 1_500_000), ("1970-01-01T00:00:00.123456789Z", 123_456),
            ("1969-12-31T23:59:59.250Z", -750_000), ("2026-03-02T08:00:00Z", 1_772_438_400_000_000),
        ]
    )
    func read(_ text: String, _ microseconds: Int) {
        #expect(Instant(text) == Instant(microseconds: microseconds))
    }

    @Test(
        "A text that is not a valid date and time yields nil.",
        arguments: [
            "", "garbage", "2024-01-01", "2024-01-01T10:00:00", "2024-13-01T10:00:00Z", "2024-01-01T25:00:00Z",
            "2024-01-01T10:00:00Zx", "2024-01-01T10:00:00+", "1772438400",
        ]
    )
    func refused(_ text: String) { #expect(Instant(text) == nil) }

    @Test("An instant is written in each notation.")
    func written() throws {
        let sut = try #require(Instant("2026-03-02T23:30:00Z"))
        #expect(sut.text() == "2026-03-02T23:30:00Z")
        #expect(sut.text("+02:00", hoursEast: 2) == "2026-03-03T01:30:00+02:00")
        #expect(Instant(sut.text("+02:00", hoursEast: 2)) == sut)
        #expect(sut.text(".5Z") == "2026-03-02T23:30:00.5Z")
    }
}

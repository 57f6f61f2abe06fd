import Foundation
import RehearsalGallery
import TestAdmission
import Testing

@Suite("Timestamps that the gallery reads", .limitedConcurrency)
struct TimestampTests {
    @Test(
        "Any zone and any fraction yield the instant.",
        arguments: [
            ("2026-03-02T08:00:00Z", 1_772_438_400), ("2026-03-02T10:00:00+02:00", 1_772_438_400),
            ("2026-03-02T03:30:00-04:30", 1_772_438_400), ("2026-03-02t08:00:00z", 1_772_438_400),
            ("2026-03-02T08:00:00.5Z", 1_772_438_400.5), ("2026-03-02T08:00:00.123Z", 1_772_438_400.123),
            ("1969-12-31T23:59:59.75Z", -0.25),
        ] as [(String, Double)]
    )
    func instants(_ text: String, _ seconds: Double) throws {
        let date = try #require(Timestamp.date(text))
        #expect(abs(date.timeIntervalSince1970 - seconds) < 0.000_5)
    }

    @Test(
        "A text that is not a valid instant yields nil.",
        arguments: [
            "", "garbage", "2026-03-02", "2026-02-30T08:00:00Z", "2026-13-01T08:00:00Z", "2026-03-02T24:00:00Z",
            "2026-03-02T08:00:00", "2026-03-02T08:00:00.Z", "2026-03-02T08:00:00Z ", "2026-03-02T08:00:00+2:00",
            "2026-03-02T08:00:00+24:00", "26-03-02T08:00:00Z",
        ]
    )
    func none(_ text: String) {
        #expect(Timestamp.date(text) == nil)
    }
}

import Foundation
import ReferenceClients
import TestAdmission
import Testing

@Suite("A timestamp", .limitedConcurrency)
struct TimestampTests {
    @Test(
        "Every notation of an instant is parsed to the millisecond.",
        arguments: [
            ("2024-01-01T10:00:00Z", 1_704_103_200), ("2024-01-01T10:00:00.5Z", 1_704_103_200.5),
            ("2024-01-01T10:00:00.123Z", 1_704_103_200.123), ("2024-01-01T10:00:00.123456789Z", 1_704_103_200.123),
            ("2024-01-01T12:00:00+02:00", 1_704_103_200), ("2024-01-01T04:30:00-0530", 1_704_103_200),
            ("2024-02-29T00:00:00Z", 1_709_164_800), ("1970-01-01t00:00:00z", 0),
        ],
    )
    func reads(_ text: String, _ seconds: TimeInterval) throws {
        let sut = try #require(Timestamp(text))
        #expect(abs(sut.date.timeIntervalSince1970 - seconds) < 0.001)
    }

    @Test(
        "A text that is not a valid instant throws an error and yields no other date.",
        arguments: [
            "garbage", "", "tomorrow", "2024-01-01", "2024-01-01T10:00:00", "2024-02-30T10:00:00Z",
            "2023-02-29T10:00:00Z", "2024-01-01T25:00:00Z", "2024-13-01T10:00:00Z", "2024-01-01T10:61:00Z",
            "2024-01-01T10:00:00Z!", "2024-01-01T10:00:00+25:00", "1704103200", "٢٠٢٤-01-01T10:00:00Z",
        ],
    )
    func refuses(_ text: String) throws {
        #expect(Timestamp(text) == nil)
        let json = try JSONEncoder().encode(["at": text])
        let error = #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([String: Timestamp].self, from: json)
        }
        guard case .dataCorrupted(let context) = error else {
            throw Unwanted(description: "\(String(describing: error))")
        }
        #expect(context.codingPath.map(\.stringValue) == ["at"])
    }

    @Test("A timestamp is written in UTC, with milliseconds unless they are zero.")
    func writes() throws {
        let whole = try JSONEncoder().encode([Timestamp(Date(timeIntervalSince1970: 1_704_103_200))])
        #expect(String(decoding: whole, as: UTF8.self) == #"["2024-01-01T10:00:00Z"]"#)
        let parts = try JSONEncoder().encode([Timestamp(Date(timeIntervalSince1970: 1_704_103_200.5))])
        #expect(String(decoding: parts, as: UTF8.self) == #"["2024-01-01T10:00:00.500Z"]"#)
    }
}

import Rehearsal
import RehearsalRedaction

/// The moment of a recorded exchange (HAR 1.2: ISO 8601), as exact as an age in days has to be.
package enum RecordedDate {
    /// Milliseconds since 1970 of a moment as it is written here, `2026-11-22T03:10:24.896Z`; nil for another.
    package static func milliseconds(_ text: String) -> Int64? {
        let bytes = Array(text.utf8)
        guard bytes.count == 24, bytes[10] == UInt8(ascii: "T"), bytes[23] == UInt8(ascii: "Z"),
            bytes[11...].matches("00:00:00.000"), let day = seconds(text)
        else { return nil }
        let digits = bytes[11..<23].filter(\.isDigit).map { Int64($0) - 0x30 }
        let clock = (digits[0] * 10 + digits[1]) * 3600 + (digits[2] * 10 + digits[3]) * 60 + digits[4] * 10 + digits[5]
        return (day + clock) * 1000 + digits[6] * 100 + digits[7] * 10 + digits[8]
    }

    /// Seconds since 1970 of the beginning of the day, as it is written; nil for what is no date.
    package static func seconds(_ text: String) -> Int64? {
        let parts = text.prefix(10).split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 3, let year = parts[0], let month = parts[1], let day = parts[2],
            (1...9999).contains(year), (1...12).contains(month), (1...31).contains(day)
        else { return nil }
        return Int64(CivilDate(year: year, month: month, day: day).daysSince1970) * 86_400
    }
}

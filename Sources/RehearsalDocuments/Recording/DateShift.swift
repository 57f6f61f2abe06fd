import Rehearsal
import RehearsalRedaction

/// A shift of the dates in a recorded reply by whole days, which replaces the day of recording by another.
///
/// It changes ISO 8601 dates (`2026-01-31`, with or without a time) in text bodies and header fields, and HTTP dates
/// (`Sat, 31 Jan 2026 …`) in header fields. A date more than two years from the recording is not changed,
/// because it is probably a birthday or the like. The length of a text does not change.
struct DateShift {
    /// The day of recording, in days since 1970.
    let recorded: Int
    /// The number of days to add.
    let days: Int

    private static let maxDistance = 730
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// - Parameters:
    ///   - text: the time of recording as in a HAR; only its date is used.
    ///   - today: the day that replaces the day of recording, in days since 1970.
    /// - Returns: nil if the time does not begin with a date.
    init?(from text: String, to today: Int) {
        guard let day = Self.isoDay(Array(text.utf8)[...]) else { return nil }
        recorded = day
        days = today - day
    }

    func shifted(_ reply: Scenario.Reply) -> Scenario.Reply {
        guard days != 0 else { return reply }
        var reply = reply
        for index in reply.headers.fields.indices {
            guard let value = reply.headers.fields[index].value else { continue }
            let bytes = httpDatesShifted(isoDatesShifted(Array(value.utf8)))
            reply.headers.fields[index].value = String(decoding: bytes, as: UTF8.self)
        }
        if case .bytes(let bytes, let type) = reply.body, bytes.text != nil {
            reply.body = .bytes(isoDatesShifted(bytes), type: type)
        }
        return reply
    }

    private func isoDatesShifted(_ bytes: [UInt8]) -> [UInt8] {
        var result = bytes
        var index = 0
        while let dash = bytes[index...].firstIndex(of: UInt8(ascii: "-")) {
            index = dash + 1
            let start = dash - 4
            guard start >= 0, start == 0 || !bytes[start - 1].isDigit,
                start + 10 >= bytes.count || !bytes[start + 10].isDigit,
                let day = Self.isoDay(bytes[start...]), let shiftedDay = shiftedDay(day)
            else { continue }
            let text = TimeFormat.date.text(of: Int64(shiftedDay) * 86_400_000)
            result.replaceSubrange(start..<(start + 10), with: text.utf8)
            index = start + 10
        }
        return result
    }

    /// Shifts each date of the form `Sat, 31 Jan 2026`, which is found by its comma.
    private func httpDatesShifted(_ bytes: [UInt8]) -> [UInt8] {
        var result = bytes
        for comma in bytes.indices where bytes[comma] == UInt8(ascii: ",") && comma >= 3 && comma + 13 <= bytes.count {
            let words = String(decoding: bytes[(comma + 1)..<(comma + 13)], as: UTF8.self).split(separator: " ")
            guard words.count == 3, let day = Int(words[0]), let year = Int(words[2]),
                let month = Self.months.firstIndex(of: String(words[1])),
                let shiftedDay = Self.day(year, month + 1, day).flatMap({ shiftedDay($0) })
            else { continue }
            let text = TimeFormat.httpDate.text(of: Int64(shiftedDay) * 86_400_000).utf8.prefix(16)
            result.replaceSubrange((comma - 3)..<(comma + 13), with: text)
        }
        return result
    }

    /// Returns the shifted day; nil if the day is too far from the recording.
    private func shiftedDay(_ day: Int) -> Int? {
        abs(day - recorded) <= Self.maxDistance ? day + days : nil
    }

    /// Returns the date at the start of the bytes, in days since 1970; nil if there is none.
    private static func isoDay(_ bytes: ArraySlice<UInt8>) -> Int? {
        let text = Array(bytes.prefix(10))
        guard text.count == 10, text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-"),
            text.enumerated().allSatisfy({ $0.offset == 4 || $0.offset == 7 || $0.element.isDigit })
        else { return nil }
        let number = { (range: Range<Int>) in text[range].reduce(0) { $0 * 10 + Int($1 - 0x30) } }
        return day(number(0..<4), number(5..<7), number(8..<10))
    }

    private static func day(_ year: Int, _ month: Int, _ day: Int) -> Int? {
        guard (1...9999).contains(year), (1...12).contains(month), (1...31).contains(day) else { return nil }
        let date = CivilDate(year: year, month: month, day: day)
        return CivilDate(daysSince1970: date.daysSince1970) == date ? date.daysSince1970 : nil
    }
}

/// Conversions of the times in a recording (HAR 1.2: ISO 8601).
package enum RecordedDate {
    /// Returns the milliseconds since 1970 of a time in the form of `2026-11-22T03:10:24.896Z`; nil for any other form.
    package static func milliseconds(_ text: String) -> Int64? {
        let bytes = Array(text.utf8)
        guard bytes.count == 24, bytes[10] == UInt8(ascii: "T"), bytes[23] == UInt8(ascii: "Z"),
            bytes[11...].matches("00:00:00.000"), let day = seconds(text)
        else { return nil }
        let digits = bytes[11..<23].filter(\.isDigit).map { Int64($0) - 0x30 }
        let clock = (digits[0] * 10 + digits[1]) * 3600 + (digits[2] * 10 + digits[3]) * 60 + digits[4] * 10 + digits[5]
        return (day + clock) * 1000 + digits[6] * 100 + digits[7] * 10 + digits[8]
    }

    /// Returns the start of the day with which a text begins, in seconds since 1970; nil if it begins with no date.
    package static func seconds(_ text: String) -> Int64? {
        let parts = text.prefix(10).split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 3, let year = parts[0], let month = parts[1], let day = parts[2],
            (1...9999).contains(year), (1...12).contains(month), (1...31).contains(day)
        else { return nil }
        return Int64(CivilDate(year: year, month: month, day: day).daysSince1970) * 86_400
    }
}

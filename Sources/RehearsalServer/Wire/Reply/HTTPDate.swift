/// The `Date` field's format (RFC 9110 §5.6.7, IMF-fixdate): always 29 bytes.
enum HTTPDate {
    static let length = 29

    /// - Parameter seconds: since 1970, UTC.
    static func format(_ seconds: Int64) -> [UInt8] {
        let days = Int(seconds / 86_400)
        let time = Int(seconds % 86_400)
        let (year, month, day) = civil(days)
        var text: [UInt8] = []
        text.reserveCapacity(length)
        text += Array(weekdays[(days + 4) % 7].utf8)
        text += [0x2C, 0x20]
        append(day, digits: 2, to: &text)
        text.append(0x20)
        text += Array(months[month - 1].utf8)
        text.append(0x20)
        append(year, digits: 4, to: &text)
        for (separator, value) in [(0x20, time / 3600), (0x3A, time / 60 % 60), (0x3A, time % 60)] {
            text.append(UInt8(separator))
            append(value, digits: 2, to: &text)
        }
        return text + Array(" GMT".utf8)
    }

    /// Days since 1970 as a date of the Gregorian calendar, by counting from 1 March of year 0, so that the leap day is
    /// the last of its year.
    private static func civil(_ days: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = days + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }

    private static func append(_ value: Int, digits: Int, to text: inout [UInt8]) {
        var divisor = 1
        for _ in 1..<digits { divisor *= 10 }
        while divisor > 0 {
            text.append(UInt8(0x30 + value / divisor % 10))
            divisor /= 10
        }
    }

    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
}

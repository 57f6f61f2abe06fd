/// Dates, times and durations (RFC 3339 §5.6 and appendix A).
enum DateFormats {
    static func isDate(_ bytes: Substring.UTF8View) -> Bool {
        var rest = bytes
        return date(&rest) && rest.isEmpty
    }

    static func isTime(_ bytes: Substring.UTF8View) -> Bool {
        var rest = bytes
        return time(&rest) && rest.isEmpty
    }

    static func isDateTime(_ bytes: Substring.UTF8View) -> Bool {
        var rest = bytes
        guard date(&rest), let mark = rest.popFirst(), mark | 0x20 == UInt8(ascii: "t") else { return false }
        return time(&rest) && rest.isEmpty
    }

    private static func date(_ rest: inout Substring.UTF8View) -> Bool {
        guard let year = number(4, &rest), rest.popFirst() == UInt8(ascii: "-"),
            let month = number(2, &rest), 1...12 ~= month, rest.popFirst() == UInt8(ascii: "-"),
            let day = number(2, &rest)
        else { return false }
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        return 1...lengths[month - 1] ~= day
    }

    private static func time(_ rest: inout Substring.UTF8View) -> Bool {
        guard let hour = number(2, &rest), hour < 24, rest.popFirst() == UInt8(ascii: ":"),
            let minute = number(2, &rest), minute < 60, rest.popFirst() == UInt8(ascii: ":"),
            let second = number(2, &rest), second <= 60
        else { return false }
        if rest.first == UInt8(ascii: ".") {
            let digits = rest.dropFirst().prefix(while: \.isDigit)
            guard !digits.isEmpty else { return false }
            rest = rest.dropFirst(1 + digits.count)
        }
        guard let offset = offset(&rest) else { return false }
        // A leap second is the last second of a day in UTC.
        let minutes = (hour * 60 + minute - offset + 2 * 1_440) % 1_440
        return second < 60 || minutes == 1_439
    }

    /// Returns the offset from UTC in minutes.
    private static func offset(_ rest: inout Substring.UTF8View) -> Int? {
        switch rest.popFirst() {
        case UInt8(ascii: "Z"), UInt8(ascii: "z"): return 0
        case let sign? where sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"):
            guard let hours = number(2, &rest), hours < 24, rest.popFirst() == UInt8(ascii: ":"),
                let minutes = number(2, &rest), minutes < 60
            else { return nil }
            return (hours * 60 + minutes) * (sign == UInt8(ascii: "-") ? -1 : 1)
        default: return nil
        }
    }

    /// Returns a number of exactly `count` digits.
    private static func number(_ count: Int, _ rest: inout Substring.UTF8View) -> Int? {
        let digits = rest.prefix(count)
        guard digits.count == count, digits.allSatisfy(\.isDigit) else { return nil }
        rest = rest.dropFirst(count)
        return digits.reduce(0) { $0 * 10 + Int($1 &- 0x30) }
    }

    static func isDuration(_ bytes: Substring.UTF8View) -> Bool {
        var rest = bytes
        guard rest.popFirst() == UInt8(ascii: "P") else { return false }
        if rest.last == UInt8(ascii: "W") { return units("W", &rest) == 1 && rest.isEmpty }
        guard let dates = units("YMD", &rest) else { return false }
        if rest.isEmpty { return dates > 0 }
        guard rest.popFirst() == UInt8(ascii: "T") else { return false }
        guard let times = units("HMS", &rest) else { return false }
        return times > 0 && rest.isEmpty
    }

    /// Reads numbers with units that follow each other in a list, and returns their number; nil if one is out of order.
    private static func units(_ known: String, _ rest: inout Substring.UTF8View) -> Int? {
        var remaining = known.utf8[...]
        var count = 0
        while let first = rest.first, first.isDigit {
            rest = rest.drop(while: \.isDigit)
            guard let unit = rest.popFirst(), let index = remaining.firstIndex(of: unit),
                // No unit may be left out between two others.
                count == 0 || index == remaining.startIndex
            else { return nil }
            remaining = remaining[remaining.index(after: index)...]
            count += 1
        }
        return count
    }
}

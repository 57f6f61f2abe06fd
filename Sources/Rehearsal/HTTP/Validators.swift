/// A validator that identifies a version of a representation (RFC 9110 §8.8.3).
package struct EntityTag: Sendable, Hashable {
    package let isWeak: Bool
    /// The text between the quotes; the whole text if a scenario omits the quotes.
    package let opaque: String

    package init(_ text: String) {
        var rest = Substring(text)
        isWeak = rest.hasPrefix("W/")
        if isWeak { rest = rest.dropFirst(2) }
        if rest.utf8.count > 1, rest.first == "\"", rest.last == "\"" { rest = rest.dropFirst().dropLast() }
        opaque = String(rest)
    }

    /// Returns whether both identify the same bytes (strong comparison, RFC 9110 §8.8.3.2).
    package func stronglyMatches(as other: EntityTag) -> Bool { !isWeak && !other.isWeak && opaque == other.opaque }

    /// Returns whether both identify equivalent representations (weak comparison, RFC 9110 §8.8.3.2).
    package func weaklyMatches(as other: EntityTag) -> Bool { opaque == other.opaque }

    /// Returns the tags of a list; a comma inside quotes is part of a tag.
    package static func list(_ text: String) -> [EntityTag] {
        var tags: [EntityTag] = []
        var tag = ""
        var isQuoted = false
        for character in text {
            if character == "\"" { isQuoted.toggle() }
            let isOutside = !isQuoted
            if character == ",", isOutside {
                if !tag.isEmpty { tags.append(EntityTag(tag)) }
                tag = ""
            } else if !isOutside || (character != " " && character != "\t") {
                tag.append(character)
            }
        }
        return tag.isEmpty ? tags : tags + [EntityTag(tag)]
    }
}

/// A parser of header dates in each of the three formats (RFC 9110 §5.6.7).
package enum FieldDate {
    /// Returns seconds since 1970; nil if the text is not a valid date.
    ///
    /// The day of the week must be valid, but need not match the date.
    ///
    /// - Parameter now: seconds since 1970; a year of two digits is at most fifty years later.
    package static func seconds(_ text: String, now: Int64) -> Int64? {
        let parts = text.split(separator: " ")
        switch parts.count {
        case 6 where parts[5] == "GMT" && isWeekday(parts[0].dropLast(), short: true) && parts[0].last == ",":
            guard let year = number(parts[3], digits: 4) else { return nil }
            return seconds(day: number(parts[1], digits: 2), month: parts[2], year: year, time: parts[4])
        case 4 where parts[3] == "GMT" && isWeekday(parts[0].dropLast(), short: false) && parts[0].last == ",":
            let date = parts[1].split(separator: "-", omittingEmptySubsequences: false)
            guard date.count == 3, let year = number(date[2], digits: 2) else { return nil }
            return seconds(day: number(date[0], digits: 2), month: date[1], year: fullYear(year, now), time: parts[2])
        case 5 where isWeekday(parts[0], short: true):
            let day = number(parts[2], digits: 2) ?? number(parts[2], digits: 1)
            guard let year = number(parts[4], digits: 4) else { return nil }
            return seconds(day: day, month: parts[1], year: year, time: parts[3])
        default: return nil
        }
    }

    private static func seconds(day: Int?, month: Substring, year: Int, time: Substring) -> Int64? {
        let clock = time.split(separator: ":", omittingEmptySubsequences: false).map { number($0, digits: 2) }
        guard let day, let month = CivilDate.months.firstIndex(of: String(month)), clock.count == 3, year > 0,
            let hour = clock[0], let minute = clock[1], let second = clock[2],
            hour < 24, minute < 60, second <= 60
        else { return nil }
        let date = CivilDate(year: year, month: month + 1, day: day)
        // A day that does not exist, such as 31 February, converts to another date.
        guard CivilDate(daysSince1970: date.daysSince1970) == date else { return nil }
        return Int64(date.daysSince1970) * 86_400 + Int64(hour * 3_600 + minute * 60 + second)
    }

    /// Returns the year that ends in these two digits and is at most fifty years ahead.
    private static func fullYear(_ year: Int, _ now: Int64) -> Int {
        let latest = CivilDate(daysSince1970: Int(now / 86_400)).year + 50
        return latest - (latest - year) % 100
    }

    private static func number(_ text: Substring, digits: Int) -> Int? {
        guard text.utf8.count == digits, text.utf8.allSatisfy(\.isDigit) else { return nil }
        return Int(text)
    }

    private static func isWeekday(_ text: Substring, short: Bool) -> Bool {
        weekdays.contains { short ? $0.prefix(3) == text : $0 == text }
    }

    private static let weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
}

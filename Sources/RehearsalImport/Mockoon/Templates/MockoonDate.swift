import Rehearsal

/// Functions that parse and format times in UTC, as JavaScript and date-fns do.
enum MockoonDate {
    private static let day = 86_400_000

    /// Returns the milliseconds since 1970 of `2020`, `2020-01-31` or `2020-01-31T10:00:00.000Z`; nil for other texts.
    static func milliseconds(_ text: String) -> Int64? {
        let halves = text.split(maxSplits: 1) { $0 == "T" || $0 == " " }
        guard let first = halves.first else { return nil }
        let numbers = first.split(separator: "-").map { Int($0) ?? -1 }
        guard 1...3 ~= numbers.count, 1...9999 ~= numbers[0], numbers.allSatisfy({ $0 > 0 }) else { return nil }
        let (month, date) = (numbers.count > 1 ? numbers[1] : 1, numbers.count > 2 ? numbers[2] : 1)
        guard month <= 12, date <= 31 else { return nil }
        let days = CivilDate(year: numbers[0], month: month, day: date).daysSince1970
        guard let time = halves.count > 1 ? time(halves[1]) : 0 else { return nil }
        return Int64(days * day + time)
    }

    /// Returns the milliseconds since midnight of `10:00:00.000Z` or `10:00+02:00`.
    private static func time(_ text: Substring) -> Int? {
        var clock = text
        var offset = 0
        if let sign = text.lastIndex(where: { $0 == "+" || $0 == "-" }) {
            let parts = text[text.index(after: sign)...].split(separator: ":").map { Int($0) ?? -1 }
            guard parts.count == 2, 0...23 ~= parts[0], 0...59 ~= parts[1] else { return nil }
            offset = (parts[0] * 60 + parts[1]) * 60_000 * (text[sign] == "-" ? -1 : 1)
            clock = text[..<sign]
        } else if text.hasSuffix("Z") {
            clock = text.dropLast()
        }
        let parts = clock.split(separator: ":").map { Double($0) ?? -1 }
        guard 1...3 ~= parts.count, parts.allSatisfy({ 0..<61 ~= $0 }) else { return nil }
        let seconds = parts[0] * 3600 + (parts.count > 1 ? parts[1] : 0) * 60 + (parts.count > 2 ? parts[2] : 0)
        return Int((seconds * 1000).rounded()) - offset
    }

    /// Returns a text such as `Thu Jan 01 2026 00:00:00 GMT+0000 (Coordinated Universal Time)`.
    static func javaScriptText(of time: Int64) -> String {
        text(of: time, "EEE MMM dd yyyy HH:mm:ss 'GMT+0000 (Coordinated Universal Time)'") ?? ""
    }

    /// Returns a time in a format of date-fns; nil if the format has an unsupported letter.
    static func text(of time: Int64, _ format: String) -> String? {
        let fields = Fields(time)
        var output = ""
        var rest = Array(format)[...]
        while let first = rest.first {
            if first == "'" {
                rest = rest.dropFirst()
                if rest.first == "'" {
                    output.append("'")
                    rest = rest.dropFirst()
                    continue
                }
                output += String(rest.prefix { $0 != "'" })
                rest = rest.drop { $0 != "'" }.dropFirst()
                continue
            }
            let run = rest.prefix { $0 == first }
            rest = rest.dropFirst(run.count)
            guard first.isLetter else {
                output += String(run)
                continue
            }
            if rest.first == "o", "dM".contains(first), run.count == 1 {
                rest = rest.dropFirst()
                output += Fields.ordinal(first == "d" ? fields.day.day : fields.day.month)
                continue
            }
            guard let text = fields.text(first, run.count) else { return nil }
            output += text
        }
        return output
    }

    private struct Fields {
        let moment: Int64
        let day: CivilDate
        private let millisecond: Int

        init(_ time: Int64) {
            self.moment = time
            let instant = Int(time)
            let days = instant >= 0 ? instant / MockoonDate.day : (instant - MockoonDate.day + 1) / MockoonDate.day
            day = CivilDate(daysSince1970: days)
            millisecond = instant - days * MockoonDate.day
        }

        private var hour: Int { millisecond / 3_600_000 }

        func text(_ letter: Character, _ count: Int) -> String? {
            switch letter {
            case "y", "u": count == 2 ? (day.year % 100).padded(to: 2) : day.year.padded(to: count)
            case "M", "L": Self.name(Self.months, day.month - 1, count) ?? day.month.padded(to: count)
            case "d": day.day.padded(to: count)
            case "E": Self.name(Self.weekdays, day.weekday, max(3, count))
            case "i" where count == 1: String(day.weekday == 0 ? 7 : day.weekday)
            case "H": hour.padded(to: count)
            case "h": (hour % 12 == 0 ? 12 : hour % 12).padded(to: count)
            case "m": (millisecond / 60_000 % 60).padded(to: count)
            case "s": (millisecond / 1000 % 60).padded(to: count)
            case "S": String((millisecond % 1000).padded(to: 3).prefix(count))
            case "a", "b": count < 4 ? (hour < 12 ? "AM" : "PM") : nil
            case "X": "Z"
            case "x": count == 1 ? "+00" : count % 2 == 0 ? "+0000" : "+00:00"
            case "t": String(moment >= 0 ? moment / 1000 : (moment - 999) / 1000)
            case "T": String(moment)
            case "Q", "q": String((day.month + 2) / 3)
            default: nil
            }
        }

        static func ordinal(_ number: Int) -> String {
            let ending =
                switch (number % 10, number % 100) {
                case (_, 11...13): "th"
                case (1, _): "st"
                case (2, _): "nd"
                case (3, _): "rd"
                default: "th"
                }
            return "\(number)\(ending)"
        }

        private static func name(_ names: [String], _ index: Int, _ count: Int) -> String? {
            switch count {
            case 3: String(names[index].prefix(3))
            case 4: names[index]
            default: nil
            }
        }

        private static let weekdays = FakeWords.list("weekdays")
        private static let months = FakeWords.list("months")
    }
}

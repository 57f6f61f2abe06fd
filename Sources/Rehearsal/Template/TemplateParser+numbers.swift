extension TemplateParser {
    /// The two bounds after `random`.
    func bounds(_ phrase: Phrase) throws(Template.Malformed) -> ClosedRange<Int64> {
        let fix = "write the least and the most, as in {{random 1 100}}"
        guard phrase.tokens.count == 3 else {
            throw malformed(phrase.range, "\"random\" takes two whole numbers", fix: fix)
        }
        let (least, most) = (try whole(phrase.tokens[1], fix), try whole(phrase.tokens[2], fix))
        guard least <= most else {
            let problem = "no number is \(least) at least and \(most) at most"
            throw malformed(phrase.range, problem, fix: "write {{random \(most) \(least)}}")
        }
        return least...most
    }

    private func whole(_ token: Range<Int>, _ fix: String) throws(Template.Malformed) -> Int64 {
        let digits = bytes[token].drop { $0 == UInt8(ascii: "-") }
        guard !digits.isEmpty, token.count - digits.count < 2, digits.allSatisfy(\.isDigit) else {
            throw malformed(token, "\(quoted(token)) is no whole number", fix: fix)
        }
        guard let number = Int64(text(token)) else {
            let fix = "a bound is from \(Int64.min) to \(Int64.max)"
            throw malformed(token, "\(quoted(token)) is too large a number", fix: fix)
        }
        return number
    }
}

extension TemplateParser {
    private static let units: [String: Int64] = ["ms": 1, "s": 1_000, "m": 60_000, "h": 3_600_000, "d": 86_400_000]

    /// A shift beyond this would lead from any moment to one without a date.
    private static let furthest = CivilDate.milliseconds.upperBound - CivilDate.milliseconds.lowerBound

    /// The milliseconds that are added to now: what stands after the word, such as `+ 2h`.
    func shift(_ range: Range<Int>, in whole: Range<Int>) throws(Template.Malformed) -> Int64 {
        var rest = bytes[range].drop(while: Self.isSpace)
        guard let sign = rest.popFirst() else { return 0 }
        rest = rest.drop(while: Self.isSpace)
        let digits = rest.prefix(while: \.isDigit)
        let unit = text(digits.endIndex..<range.upperBound)
        guard [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(sign), !digits.isEmpty, let scale = Self.units[unit]
        else {
            let fix = "write one, as in {{now + 2h}} or {{now - 30m}}; the units are ms, s, m, h and d"
            throw malformed(whole, "what follows \"now\" is no time span", fix: fix)
        }
        let (shift, isTooMuch) = (Int64(text(digits.indices)) ?? .max).multipliedReportingOverflow(by: scale)
        guard !isTooMuch, shift <= Self.furthest else {
            let days = Self.furthest / 86_400_000
            throw malformed(whole, "the time span is too long", fix: "a date is at most \(days)d away")
        }
        return sign == UInt8(ascii: "-") ? -shift : shift
    }
}

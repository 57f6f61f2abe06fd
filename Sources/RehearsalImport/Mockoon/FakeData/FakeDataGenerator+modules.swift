import Rehearsal

extension FakeDataGenerator {
    mutating func number(_ method: String, _ arguments: FakeArguments) -> MockoonValue? {
        // A single positional argument is the upper bound.
        let bounds = (arguments.number("min"), arguments.number("max", at: 0))
        switch method {
        case "int", "bigInt", "number":
            let standard = method == "number" ? 99_999 : 9_007_199_254_740_991
            return .number(int(bounds, standard: standard))
        case "float":
            let low = bounds.0 ?? 0
            let high = max(low, bounds.1 ?? max(low, 1))
            let step = arguments.number("multipleOf") ?? arguments.number("precision")
            let value = low + (high - low) * unitInterval()
            if let step, step > 0 { return .number(Self.rounded(value, to: step)) }
            let digits = Int(clamping: arguments.int("fractionDigits") ?? 6, to: 0...15)
            return .number(Double(MockoonPureHelpers.fixed(value, digits: digits)) ?? value)
        case "hex": return .text(String(int(bounds, standard: 15), radix: 16))
        case "octal": return .text(String(int(bounds, standard: 7), radix: 8))
        case "binary": return .text(String(int(bounds, standard: 1), radix: 2))
        default: return nil
        }
    }

    /// Returns a multiple of a step, rounded to the decimal places of the step.
    private static func rounded(_ value: Double, to step: Double) -> Double {
        let multiple = (value / step).rounded(.down) * step
        var digits = 0
        var scale = step
        while abs(scale - scale.rounded()) > 1e-6, digits < 12 {
            scale *= 10
            digits += 1
        }
        return Double(MockoonPureHelpers.fixed(multiple, digits: digits)) ?? multiple
    }

    private mutating func int(_ bounds: (Double?, Double?), standard: Int) -> Int {
        let limit = 9_007_199_254_740_991.0
        let low = Int(min(max((bounds.0 ?? 0).rounded(.up), -limit), limit))
        let high = Int(min(max((bounds.1 ?? Double(max(standard, low))).rounded(.down), -limit), limit))
        return int(min(low, high)...max(low, high))
    }

    /// Returns the value of a method of the module `datatype`, or `random` in old versions.
    mutating func datatype(_ method: String, _ arguments: FakeArguments) -> MockoonValue? {
        switch method {
        case "boolean": .bool(bool(arguments.number("probability", at: 0) ?? 0.5))
        case "number", "float", "hex": number(method, arguments)
        case "uuid": .text(uuid())
        case "string", "alphaNumeric": string("alphanumeric", arguments)
        case "hexaDecimal": string("hexadecimal", arguments)
        case "datetime": .date(randomTime(0, FakeDataGenerator.referenceTime))
        case "arrayElement": helper(method, arguments)
        case "words": lorem(method, arguments)
        default: nil
        }
    }

    mutating func string(_ method: String, _ arguments: FakeArguments) -> MockoonValue? {
        switch method {
        case "uuid": return .text(uuid())
        case "alpha", "alphanumeric":
            let all = FakeWords.letters + (method == "alpha" ? "" : "0123456789")
            let alphabet =
                switch arguments.text("casing") {
                case "upper"?: String(all.filter { !$0.isLowercase })
                case "lower"?: String(all.filter { !$0.isUppercase })
                default: all
                }
            return .text(characters(arguments.count("length", 1, &self), of: alphabet))
        case "numeric": return .text(digits(arguments.count("length", 1, &self)))
        case "sample": return .text(characters(arguments.count("length", 10, &self), of: FakeWords.letters + "-_.:+*"))
        case "symbol": return .text(characters(arguments.count("length", 1, &self), of: "!#$%()*+,-./:;=?@[]^_{|}~"))
        case "hexadecimal":
            let text = hexadecimal(arguments.count("length", 1, &self))
            return .text(
                (arguments.text("prefix") ?? "0x") + (arguments.text("casing") == "upper" ? text.uppercased() : text)
            )
        case "binary": return .text("0b" + characters(arguments.count("length", 1, &self), of: "01"))
        case "octal": return .text("0o" + characters(arguments.count("length", 1, &self), of: "01234567"))
        case "nanoid":
            return .text(characters(arguments.count("length", 21, &self), of: FakeWords.letters + "0123456789_-"))
        default: return nil
        }
    }

    mutating func words(_ count: Int) -> String {
        (0..<count).map { _ in word(FakeWords.list("lorem")) }.joined(separator: " ")
    }

    mutating func sentence(_ count: Int? = nil) -> String { words(count ?? int(4...9)).capitalizedFirst + "." }

    private mutating func sentences(_ count: Int, by separator: String = " ") -> String {
        (0..<count).map { _ in sentence() }.joined(separator: separator)
    }

    mutating func lorem(_ method: String, _ arguments: FakeArguments) -> MockoonValue? {
        func count(_ name: String, _ standard: Int) -> Int { min(1000, arguments.count(name, standard, &self)) }
        switch method {
        case "words": return .text(words(count("wordCount", 3)))
        case "sentence": return .text(sentence(arguments.first == nil ? nil : max(1, count("wordCount", 6))))
        case "sentences", "paragraph", "text": return .text(sentences(count("sentenceCount", 3)))
        case "paragraphs":
            let paragraphs = (0..<count("paragraphCount", 3)).map { _ in sentences(3) }
            return .text(paragraphs.joined(separator: arguments.text("separator", at: 1) ?? "\n"))
        case "lines": return .text(sentences(count("lineCount", 3), by: "\n"))
        case "slug": return .text(words(count("wordCount", 3)).replacing(" ", with: "-"))
        default: return nil
        }
    }

    mutating func date(_ method: String, _ arguments: FakeArguments) -> MockoonValue? {
        func reference() -> Int64 {
            arguments.text("refDate").flatMap(MockoonDate.milliseconds) ?? FakeDataGenerator.referenceTime
        }
        func span(_ name: String, _ unit: Int64) -> Int64 {
            max(1000, Int64(min(max(arguments.number(name, at: 0) ?? 1, 0), 9000) * Double(unit)))
        }
        let year = 365 * FakeDataGenerator.day
        switch method {
        case "past": return .date(randomTime(reference() - span("years", year), reference() - 1000))
        case "future": return .date(randomTime(reference() + 1000, reference() + span("years", year)))
        case "recent": return .date(randomTime(reference() - span("days", FakeDataGenerator.day), reference() - 1000))
        case "soon": return .date(randomTime(reference() + 1000, reference() + span("days", FakeDataGenerator.day)))
        case "anytime":
            return .date(randomTime(FakeDataGenerator.referenceTime - year, FakeDataGenerator.referenceTime + year))
        case "between":
            let from = arguments.text("from", at: 0).flatMap(MockoonDate.milliseconds)
            let to = arguments.text("to", at: 1).flatMap(MockoonDate.milliseconds)
            guard let from, let to else { return nil }
            return .date(randomTime(from, to))
        case "birthdate":
            let (least, most) = (arguments.number("min") ?? 18, arguments.number("max") ?? 80)
            if arguments.text("mode") == "year", 1...9998 ~= least, 1...9998 ~= most {
                let first = CivilDate(year: Int(min(least, most)), month: 1, day: 1).daysSince1970
                let last = CivilDate(year: Int(max(least, most)), month: 12, day: 31).daysSince1970
                return .date(Int64(int(first...last)) * FakeDataGenerator.day)
            }
            let ages = (Int64(min(max(least, 0), 200)), Int64(min(max(most, 0), 200)))
            return .date(
                randomTime(
                    FakeDataGenerator.referenceTime - ages.0 * year,
                    FakeDataGenerator.referenceTime - ages.1 * year
                )
            )
        case "month": return .text(MockoonDate.text(of: Int64(int(0...364)) * FakeDataGenerator.day, "MMMM") ?? "")
        case "weekday": return .text(MockoonDate.text(of: Int64(int(0...6)) * FakeDataGenerator.day, "EEEE") ?? "")
        default: return nil
        }
    }

    mutating func helper(_ method: String, _ arguments: FakeArguments) -> MockoonValue? {
        switch method {
        case "arrayElement":
            guard case .array(let list)? = arguments.first else { return nil }
            return .known(pick(list) ?? .null)
        case "arrayElements":
            guard case .array(let list)? = arguments.first else { return nil }
            return .known(.array(Array(shuffled(list).prefix(arguments.int("count", at: 1) ?? int(0...list.count)))))
        case "shuffle":
            guard case .array(let list)? = arguments.first else { return nil }
            return .known(.array(shuffled(list)))
        case "slugify": return .text((arguments.text("string", at: 0) ?? "").lowercased().replacing(" ", with: "-"))
        default: return nil
        }
    }
}

import Rehearsal
import RehearsalDocuments

/// A generator of realistic values. The same seed gives the same values on every machine.
struct FakeDataGenerator {
    private var random: RandomSource

    /// The reference time for relative dates: 1 January 2026, UTC, in milliseconds since 1970.
    static let referenceTime = Int64(CivilDate(year: 2026, month: 1, day: 1).daysSince1970) * 86_400_000

    static let day: Int64 = 86_400_000

    init(seed: String) {
        let number = seed.utf8.reduce(into: UInt64(0)) { number, byte in
            var mixed = RandomSource(seed: number, endpoint: UInt64(byte), request: 0)
            number = mixed.next()
        }
        random = RandomSource(seed: number, endpoint: 0, request: 0)
    }

    mutating func int(_ range: ClosedRange<Int>) -> Int {
        Int(random.integer(in: Int64(range.lowerBound)...Int64(range.upperBound)))
    }

    mutating func unitInterval() -> Double { random.unit() }

    mutating func uuid() -> String { random.uuid() }

    mutating func bool(_ probability: Double = 0.5) -> Bool { unitInterval() < probability }

    /// Returns a random element; nil for an empty list.
    mutating func pick<Element>(_ list: [Element]) -> Element? {
        list.isEmpty ? nil : list[int(0...(list.count - 1))]
    }

    /// Returns a random word; empty for an empty list.
    mutating func word(_ list: [String]) -> String { pick(list) ?? "" }

    mutating func shuffled<Element>(_ list: [Element]) -> [Element] {
        var list = list
        for index in list.indices.dropFirst() { list.swapAt(index, int(0...index)) }
        return list
    }

    /// Returns random characters of an alphabet.
    mutating func characters(_ count: Int, of alphabet: String) -> String {
        let alphabet = Array(alphabet)
        return String((0..<max(0, count)).compactMap { _ in pick(alphabet) })
    }

    /// Returns random digits, of which the first is not 0.
    mutating func digits(_ count: Int) -> String {
        guard count > 0 else { return "" }
        return characters(1, of: "123456789") + characters(count - 1, of: "0123456789")
    }

    mutating func hexadecimal(_ count: Int) -> String { characters(count, of: "0123456789abcdef") }

    /// Returns the text with each `#` replaced by a random digit.
    mutating func replacingDigits(_ pattern: String) -> String {
        String(pattern.map { $0 == "#" ? Character(String(int(0...9))) : $0 })
    }

    /// Returns the pattern with each pair of braces replaced by a random value:
    ///
    /// - `{nouns}`: a word of a list; `{^nouns}` capitalized, `{_nouns}` in lower case
    /// - `{http,https}`: one of several words
    /// - `{1-99}`: a number in a range
    /// - `{6*hex}`: a number of characters of an alphabet
    mutating func text(_ pattern: String) -> String {
        var text = ""
        var rest = pattern[...]
        while let opening = rest.firstIndex(of: "{"), let closing = rest[opening...].firstIndex(of: "}") {
            text += rest[..<opening] + randomText(rest[opening..<closing].dropFirst())
            rest = rest[closing...].dropFirst()
        }
        return text + rest
    }

    private mutating func randomText(_ placeholder: Substring) -> String {
        if placeholder.contains(",") { return word(placeholder.split(separator: ",").map(String.init)) }
        let bounds = placeholder.split(separator: "-").compactMap { Int($0) }
        if bounds.count == 2 { return String(int(bounds[0]...bounds[1])) }
        if let star = placeholder.firstIndex(of: "*"), let count = Int(placeholder[..<star]) {
            return characters(count, of: FakeWords.alphabets[String(placeholder[star...].dropFirst())] ?? "")
        }
        switch placeholder.first {
        case "^": return word(FakeWords.list(String(placeholder.dropFirst()))).capitalizedFirst
        case "_": return word(FakeWords.list(String(placeholder.dropFirst()))).lowercased()
        default: return word(FakeWords.list(String(placeholder)))
        }
    }

    /// Returns a random time between two others, in milliseconds since 1970.
    mutating func randomTime(_ first: Int64, _ second: Int64) -> Int64 {
        random.integer(in: min(first, second)...max(first, second))
    }

    /// Returns a time that is some months later. The day is at most the last day of its month.
    static func adding(months: Int, to time: Int64) -> Int64 {
        let days = time >= 0 ? time / day : (time - day + 1) / day
        let date = CivilDate(daysSince1970: Int(days))
        let month = date.year * 12 + date.month - 1 + months
        let year = min(max(month / 12, 1), 9998)
        let first = CivilDate(year: year, month: month % 12 + 1, day: 1).daysSince1970
        let next = CivilDate(year: month % 12 == 11 ? year + 1 : year, month: (month + 1) % 12 + 1, day: 1)
        let shifted = first + min(date.day, next.daysSince1970 - first) - 1
        return Int64(shifted) * day + time - days * day
    }
}

extension String {
    var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

/// The arguments of a Faker call: positional values and named options.
struct FakeArguments {
    private let values: [JSON]
    private let options: [JSON.Member]

    /// Creates arguments. The members of objects become options, including objects that are written as JSON text.
    init(_ values: [JSON], _ options: [JSON.Member]) {
        let expanded = values.map { value -> JSON in
            guard case .string(let text) = value, text.hasPrefix("{"), let json = JSONText.value(text) else {
                return value
            }
            return json
        }
        var allOptions = options
        for case .object(let members) in expanded { allOptions += members }
        self.options = allOptions
        self.values = expanded.filter { if case .object = $0 { false } else { true } }
    }

    /// Returns the value of an option; nil if it is missing.
    subscript(name: String) -> JSON? { options.first { $0.name == name }?.value }

    var first: JSON? { values.first }

    func text(_ name: String, at index: Int? = nil) -> String? {
        if case .string(let text)? = json(name, index) { text } else { nil }
    }

    /// The `format` option for digits, in which `#` stands for a digit; nil if it is missing or has no `#`.
    var digits: String? { text("format", at: 0).flatMap { $0.contains("#") ? $0 : nil } }

    func number(_ name: String, at index: Int? = nil) -> Double? {
        switch json(name, index) {
        case .number(let number): Double(number.text)
        case .string(let text): Double(text)
        default: nil
        }
    }

    func int(_ name: String, at index: Int? = nil) -> Int? {
        number(name, at: index).flatMap { abs($0) < 1e15 ? Int($0) : nil }
    }

    /// Returns a count from 0 to 10,000. For an object with `min` and `max` the count is random.
    func count(_ name: String, _ standard: Int, _ fake: inout FakeDataGenerator) -> Int {
        if case .object(let members)? = self[name] {
            let bounds = FakeArguments([], members)
            let least = Int(clamping: bounds.int("min") ?? 0, to: 0...10_000)
            return fake.int(least...max(least, Int(clamping: bounds.int("max") ?? least, to: 0...10_000)))
        }
        return Int(clamping: int(name, at: 0) ?? standard, to: 0...10_000)
    }

    private func json(_ name: String, _ index: Int?) -> JSON? {
        if let value = self[name] { return value }
        return index.flatMap { values.indices.contains($0) ? values[$0] : nil }
    }
}

import Rehearsal

/// Draws values that look real, the same for one seed in every run and on every machine.
struct FakeData {
    private var random: RandomSource

    /// The moment that stands for the present: 1 January 2026, UTC.
    static let now = Int64(CivilDate(year: 2026, month: 1, day: 1).daysSince1970) * 86_400_000

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

    mutating func unit() -> Double { random.unit() }

    mutating func uuid() -> String { random.uuid() }

    mutating func bool(_ probability: Double = 0.5) -> Bool { unit() < probability }

    /// An element; nil of an empty list.
    mutating func pick<Element>(_ list: [Element]) -> Element? {
        list.isEmpty ? nil : list[int(0...(list.count - 1))]
    }

    /// A word of a list.
    mutating func word(_ list: [String]) -> String { pick(list) ?? "" }

    mutating func shuffled<Element>(_ list: [Element]) -> [Element] {
        var list = list
        for index in list.indices.dropFirst() { list.swapAt(index, int(0...index)) }
        return list
    }

    /// Characters out of a text.
    mutating func characters(_ count: Int, of alphabet: String) -> String {
        let alphabet = Array(alphabet)
        return String((0..<max(0, count)).compactMap { _ in pick(alphabet) })
    }

    /// Digits; the first is not 0, so that they are a number too.
    mutating func digits(_ count: Int) -> String {
        guard count > 0 else { return "" }
        return characters(1, of: "123456789") + characters(count - 1, of: "0123456789")
    }

    mutating func hexadecimal(_ count: Int) -> String { characters(count, of: "0123456789abcdef") }

    /// A text in which each `#` became a digit.
    mutating func numbered(_ pattern: String) -> String {
        String(pattern.map { $0 == "#" ? Character(String(int(0...9))) : $0 })
    }

    /// A moment between two others, in either order.
    mutating func moment(_ first: Int64, _ second: Int64) -> Int64 {
        random.integer(in: min(first, second)...max(first, second))
    }

    /// A moment some months later, on the last day of its month at the latest.
    static func adding(months: Int, to moment: Int64) -> Int64 {
        let days = moment >= 0 ? moment / day : (moment - day + 1) / day
        let date = CivilDate(daysSince1970: Int(days))
        let month = date.year * 12 + date.month - 1 + months
        let year = min(max(month / 12, 1), 9998)
        let first = CivilDate(year: year, month: month % 12 + 1, day: 1).daysSince1970
        let next = CivilDate(year: month % 12 == 11 ? year + 1 : year, month: (month + 1) % 12 + 1, day: 1)
        let shifted = first + min(date.day, next.daysSince1970 - first) - 1
        return Int64(shifted) * day + moment - days * day
    }
}

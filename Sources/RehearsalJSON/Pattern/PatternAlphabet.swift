/// The characters of Unicode as few symbols: characters that no set of a pattern tells apart are one.
///
/// A symbol is a stretch of scalars between two bounds of ranges, times a group of categories that always go together.
struct PatternAlphabet: Sendable {
    /// Where each stretch begins; the first is 0.
    private let starts: [UInt32]
    /// By number of category; all 0 where a pattern has none.
    private let groups: [Int]
    private let groupCount: Int
    /// The symbols of ASCII.
    private(set) var ascii: [Int] = []
    /// By set: one bit a stretch that it has.
    private var stretches: [UInt64]
    private let words: Int
    /// By set: one bit a group that it has.
    private let groupMasks: [UInt32]
    private let negated: [Bool]

    /// What stands for a byte that is no character, and is in no set.
    var none: Int { starts.count * groupCount }

    init(_ sets: [ScalarSet]) {
        starts = Self.starts(sets)
        groups = Self.groups(sets)
        groupCount = (groups.max() ?? 0) + 1
        words = (starts.count + 63) / 64
        stretches = [UInt64](repeating: 0, count: words * sets.count)
        let groups = groups
        groupMasks = sets.map { set in
            groups.indices.reduce(0) { set.categories >> UInt32($1) & 1 == 1 ? $0 | 1 << UInt32(groups[$1]) : $0 }
        }
        negated = sets.map(\.isNegated)
        for (number, set) in sets.enumerated() {
            for range in set.ranges {
                for stretch in stretch(of: range.lowerBound)...stretch(of: range.upperBound) {
                    stretches[number * words + stretch / 64] |= 1 << UInt64(stretch % 64)
                }
            }
        }
        ascii = (0..<0x80).map { symbol(of: Unicode.Scalar(UInt8($0))) }
    }

    func symbol(of scalar: Unicode.Scalar) -> Int {
        let stretch = stretch(of: scalar.value)
        return groupCount == 1 ? stretch : stretch * groupCount + groups[GeneralCategories.number(of: scalar)]
    }

    /// Whether a set has the characters of a symbol.
    func has(_ set: Int, _ symbol: Int) -> Bool {
        guard symbol != none else { return false }
        let (stretch, group) = groupCount == 1 ? (symbol, 0) : symbol.quotientAndRemainder(dividingBy: groupCount)
        let isIn = stretches[set * words + stretch / 64] >> UInt64(stretch % 64) & 1 == 1
        return (isIn || groupMasks[set] >> UInt32(group) & 1 == 1) != negated[set]
    }

    private func stretch(of value: UInt32) -> Int {
        var (low, high) = (0, starts.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= value { low = middle } else { high = middle }
        }
        return low
    }

    private static func starts(_ sets: [ScalarSet]) -> [UInt32] {
        var starts: Set<UInt32> = [0]
        for range in sets.lazy.flatMap(\.ranges) {
            starts.insert(range.lowerBound)
            if range.upperBound < ScalarSet.last { starts.insert(range.upperBound + 1) }
        }
        return starts.sorted()
    }

    /// Numbers the categories so that two have the same number if no set has only one of them.
    private static func groups(_ sets: [ScalarSet]) -> [Int] {
        let masks = Set(sets.map(\.categories))
        var numbers: [[Bool]: Int] = [:]
        return GeneralCategories.all.indices.map { category in
            let membership = masks.map { $0 >> UInt32(category) & 1 == 1 }
            let number = numbers[membership] ?? numbers.count
            numbers[membership] = number
            return number
        }
    }
}

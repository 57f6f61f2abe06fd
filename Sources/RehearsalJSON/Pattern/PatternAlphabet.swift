/// A partition of the Unicode scalars into symbols: scalars that are in the same sets of a pattern share a symbol.
///
/// A symbol combines an interval between two range bounds with a group of categories that always occur together.
struct PatternAlphabet: Sendable {
    /// The lower bounds of the intervals; the first is 0.
    private let starts: [UInt32]
    /// The group of each category, by category number; all 0 if the pattern has no categories.
    private let groups: [Int]
    private let groupCount: Int
    /// The symbols of the ASCII characters.
    private(set) var ascii: [Int] = []
    /// For each set, a bit for each interval that the set contains.
    private var intervalMasks: [UInt64]
    private let maskWords: Int
    /// For each set, a bit for each category group that the set contains.
    private let groupMasks: [UInt32]
    private let negated: [Bool]

    /// The symbol of a byte that is not part of a character. No set contains it.
    var invalidSymbol: Int { starts.count * groupCount }

    init(_ sets: [ScalarSet]) {
        starts = Self.starts(sets)
        groups = Self.groups(sets)
        groupCount = (groups.max() ?? 0) + 1
        maskWords = (starts.count + 63) / 64
        intervalMasks = [UInt64](repeating: 0, count: maskWords * sets.count)
        let groups = groups
        groupMasks = sets.map { set in
            groups.indices.reduce(0) { set.categories >> UInt32($1) & 1 == 1 ? $0 | 1 << UInt32(groups[$1]) : $0 }
        }
        negated = sets.map(\.isNegated)
        for (number, set) in sets.enumerated() {
            for range in set.ranges {
                for interval in interval(of: range.lowerBound)...interval(of: range.upperBound) {
                    intervalMasks[number * maskWords + interval / 64] |= 1 << UInt64(interval % 64)
                }
            }
        }
        ascii = (0..<0x80).map { symbol(of: Unicode.Scalar(UInt8($0))) }
    }

    func symbol(of scalar: Unicode.Scalar) -> Int {
        let interval = interval(of: scalar.value)
        return groupCount == 1 ? interval : interval * groupCount + groups[GeneralCategories.number(of: scalar)]
    }

    /// Returns whether a set contains the characters of a symbol.
    func contains(_ set: Int, _ symbol: Int) -> Bool {
        guard symbol != invalidSymbol else { return false }
        let (interval, group) = groupCount == 1 ? (symbol, 0) : symbol.quotientAndRemainder(dividingBy: groupCount)
        let isIn = intervalMasks[set * maskWords + interval / 64] >> UInt64(interval % 64) & 1 == 1
        return (isIn || groupMasks[set] >> UInt32(group) & 1 == 1) != negated[set]
    }

    private func interval(of value: UInt32) -> Int {
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

    /// Returns a number for each category. Categories that are in the same sets have the same number.
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

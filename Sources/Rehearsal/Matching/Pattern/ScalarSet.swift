/// Some characters (Unicode scalars): ranges and general categories, or all but these.
struct ScalarSet: Sendable, Hashable {
    var ranges: [ClosedRange<UInt32>] = []
    /// One bit a category, as `GeneralCategories` numbers them.
    var categories: UInt32 = 0
    var isNegated = false

    static let last: UInt32 = 0x10_FFFF

    static func one(_ scalar: Unicode.Scalar) -> ScalarSet { ScalarSet(ranges: [scalar.value...scalar.value]) }

    /// `.`: neither a line feed nor a carriage return (RFC 9485 §5.3).
    static let dot = ScalarSet(ranges: [0x0A...0x0A, 0x0D...0x0D], isNegated: true)

    /// What a backslash and this letter stand for: `\d`, `\w` and `\s` of ASCII, and all but these in upper case.
    ///
    /// RFC 9485 leaves them out because engines disagree. What is matched here are headers and URLs, which are ASCII;
    /// whoever means every script writes `\p{Nd}` or `\p{L}`.
    static func shorthand(_ letter: Unicode.Scalar) -> ScalarSet? {
        switch letter {
        case "d": ScalarSet(ranges: [0x30...0x39])
        case "w": ScalarSet(ranges: [0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])
        case "s": ScalarSet(ranges: [0x09...0x0D, 0x20...0x20])
        case "D": ScalarSet(ranges: [0...0x2F, 0x3A...last])
        case "W": ScalarSet(ranges: [0...0x2F, 0x3A...0x40, 0x5B...0x5E, 0x60...0x60, 0x7B...last])
        case "S": ScalarSet(ranges: [0...0x08, 0x0E...0x1F, 0x21...last])
        default: nil
        }
    }

    /// Adds what another set has, which is not negated.
    mutating func formUnion(_ other: ScalarSet) {
        ranges += other.ranges
        categories |= other.categories
    }

    /// The same characters, with ranges in order and none that overlap.
    var normalized: ScalarSet {
        var set = self
        set.ranges = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = set.ranges.last, range.lowerBound <= last.upperBound + 1 {
                set.ranges[set.ranges.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
            } else {
                set.ranges.append(range)
            }
        }
        return set
    }
}

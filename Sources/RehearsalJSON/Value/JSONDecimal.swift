/// The exact value of a number: 0.`digits` × 10^`exponent`, without leading or trailing zeros in the digits.
struct JSONDecimal: Hashable {
    private(set) var isNegative = false
    /// The digits in ASCII; empty for zero.
    private(set) var digits: [UInt8] = []
    private(set) var exponent = Exponent()

    init(_ text: String) {
        var rest = Array(text.utf8)[...]
        isNegative = rest.first == UInt8(ascii: "-")
        if isNegative { rest.removeFirst() }
        let mantissa = rest.prefix { $0 | 0x20 != UInt8(ascii: "e") }
        let integerPart = mantissa.prefix { $0 != UInt8(ascii: ".") }
        digits = Array(integerPart + mantissa.dropFirst(integerPart.count + 1))
        let leading = digits.prefix { $0 == UInt8(ascii: "0") }.count
        digits.removeFirst(leading)
        while digits.last == UInt8(ascii: "0") { digits.removeLast() }
        guard !digits.isEmpty else {
            isNegative = false
            return
        }
        exponent.value = integerPart.count - leading
        exponent.add(rest.dropFirst(mantissa.count + 1))
    }

    /// An exponent of any length: the exponent in the source text plus the position of the decimal point.
    struct Exponent: Hashable, Comparable {
        /// The exponent. If the source exponent does not fit an integer, only the position of the decimal point.
        var value = 0
        /// The source exponent if it does not fit an integer; otherwise empty.
        var text: [UInt8] = []

        fileprivate mutating func add(_ written: ArraySlice<UInt8>) {
            let isMinus = written.first == UInt8(ascii: "-")
            let significant = written.drop { !(0x31...0x39).contains($0) }
            if significant.count <= 18 {
                let magnitude = significant.reduce(0) { $0 * 10 + Int($1 &- 0x30) }
                value += isMinus ? -magnitude : magnitude
            } else {
                // Such exponents are compared as texts. Two notations of one such value do not occur in practice.
                text = (isMinus ? [UInt8(ascii: "-")] : []) + significant
            }
        }

        /// The sign of an exponent that does not fit an integer; 0 for any other.
        fileprivate var sign: Int { text.isEmpty ? 0 : text[0] == UInt8(ascii: "-") ? -1 : 1 }

        static func < (left: Exponent, right: Exponent) -> Bool {
            if left.text == right.text { return left.value < right.value }
            guard left.sign == right.sign else { return left.sign < right.sign }
            let hasSmallerMagnitude =
                left.text.count == right.text.count
                ? left.text.lexicographicallyPrecedes(right.text) : left.text.count < right.text.count
            return hasSmallerMagnitude == (left.sign > 0)
        }

        /// Returns this exponent minus another, clamped to the range of a 60-bit integer.
        func distance(from other: Exponent) -> Int {
            let limit = 1 << 60
            guard text == other.text else { return self < other ? -limit : limit }
            return min(max(value - other.value, -limit), limit)
        }
    }
}

extension JSONDecimal: Comparable {
    private var sign: Int { digits.isEmpty ? 0 : isNegative ? -1 : 1 }

    static func < (left: JSONDecimal, right: JSONDecimal) -> Bool {
        guard left.sign == right.sign else { return left.sign < right.sign }
        let (small, great) = left.isNegative ? (right, left) : (left, right)
        if small.exponent != great.exponent { return small.exponent < great.exponent }
        return small.digits.lexicographicallyPrecedes(great.digits)
    }
}

extension JSON.Number {
    /// Returns whether both numbers have the same value in any notation.
    func isEqual(to other: JSON.Number) -> Bool {
        text == other.text || JSONDecimal(text) == JSONDecimal(other.text)
    }

    /// Returns whether this number is less than another in any notation.
    func isLess(than other: JSON.Number) -> Bool {
        // Most numbers are integers and need no decimal arithmetic.
        if let value = Int(text), let other = Int(other.text) { return value < other }
        return JSONDecimal(text) < JSONDecimal(other.text)
    }
}

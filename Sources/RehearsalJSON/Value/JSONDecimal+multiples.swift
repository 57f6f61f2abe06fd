extension JSONDecimal {
    /// Whether the value has no fraction. `1.0` and `1e400` are integers.
    var isInteger: Bool { digits.isEmpty || exponent.distance(from: Exponent()) >= digits.count }

    /// The number of operations on digits that ``isMultiple(of:)`` needs at most.
    func multipleCost(of divisor: JSONDecimal) -> Int {
        let count = digits.count + 4 * divisor.digits.count
        return divisor.digits.count <= Self.shortLength ? count : count * divisor.digits.count
    }

    /// Returns whether the value is the product of an integer and a divisor other than zero, without rounding.
    ///
    /// The time does not depend on the exponents.
    func isMultiple(of divisor: JSONDecimal) -> Bool {
        guard !digits.isEmpty, !divisor.digits.isEmpty else { return digits.isEmpty && !divisor.digits.isEmpty }
        // Both values are whole numbers times a power of ten. This number's last digit is not zero, so it is not a
        // multiple of a greater power of ten.
        let zeros = exponent.distance(from: divisor.exponent) - digits.count + divisor.digits.count
        guard zeros >= 0 else { return false }
        // A power of ten supplies factors of 2 and 5 only, and the divisor has at most four for each of its digits.
        let dividend = digits[...] + repeatElement(UInt8(ascii: "0"), count: min(zeros, 4 * divisor.digits.count))
        guard divisor.digits.count > Self.shortLength else {
            let modulus = divisor.digits.reduce(0) { $0 * 10 + UInt64($1 &- 0x30) }
            return dividend.reduce(0) { ($0 * 10 + UInt64($1 &- 0x30)) % modulus } == 0
        }
        return Self.remainderIsZero(dividend, divisor.digits)
    }

    /// The number of digits whose tenfold value fits 64 bits.
    private static let shortLength = 18

    /// Long division of whole numbers in decimal digits.
    private static func remainderIsZero(_ dividend: ArraySlice<UInt8>, _ divisor: [UInt8]) -> Bool {
        // Both have their last digit first.
        let divisor = divisor.reversed().map { Int8($0 &- 0x30) } + [0]
        var rest = [Int8](repeating: 0, count: divisor.count)
        for digit in dividend {
            rest.removeLast()
            rest.insert(Int8(digit &- 0x30), at: 0)
            while isAtLeast(rest, divisor) { subtract(divisor, from: &rest) }
        }
        return rest.allSatisfy { $0 == 0 }
    }

    private static func isAtLeast(_ left: [Int8], _ right: [Int8]) -> Bool {
        for index in left.indices.reversed() where left[index] != right[index] { return left[index] > right[index] }
        return true
    }

    private static func subtract(_ subtrahend: [Int8], from number: inout [Int8]) {
        var borrow: Int8 = 0
        for index in number.indices {
            let digit = number[index] - subtrahend[index] - borrow
            borrow = digit < 0 ? 1 : 0
            number[index] = digit + 10 * borrow
        }
    }
}

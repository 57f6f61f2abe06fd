/// The exact value of a number with at most 18 digits and no exponent, without an allocation.
struct ShortDecimal: Sendable {
    /// The digits as an integer: the value times 10^`scale`.
    private let digits: Int64
    /// The number of digits after the decimal point.
    private let scale: Int

    /// Creates the value of a number; nil if it has more digits or an exponent.
    init?(_ text: String) {
        guard text.utf8.count <= 20 else { return nil }
        // The digits of a longer number overflow, and are not used.
        var (digits, count, point): (Int64, Int, Int?) = (0, 0, nil)
        for byte in text.utf8 {
            if byte.isDigit {
                digits = digits &* 10 &+ Int64(byte &- 0x30)
                count += 1
            } else if byte == UInt8(ascii: ".") {
                point = count
            } else if byte != UInt8(ascii: "-") {
                return nil
            }
        }
        guard count <= 18 else { return nil }
        self.digits = text.utf8.first == UInt8(ascii: "-") ? -digits : digits
        scale = point.map { count - $0 } ?? 0
    }

    /// Returns the digits of both numbers with the same scale; nil if they do not fit.
    private func aligned(with other: ShortDecimal) -> (Int64, Int64)? {
        let common = max(scale, other.scale)
        guard let left = Self.shifted(digits, by: common - scale),
            let right = Self.shifted(other.digits, by: common - other.scale)
        else { return nil }
        return (left, right)
    }

    private static func shifted(_ digits: Int64, by count: Int) -> Int64? {
        var digits = digits
        for _ in 0..<count {
            let (product, overflows) = digits.multipliedReportingOverflow(by: 10)
            if overflows { return nil }
            digits = product
        }
        return digits
    }

    /// Returns whether the value is less than, equal to or greater than another: -1, 0 or 1; nil if it is not decided.
    func order(to other: ShortDecimal) -> Int? {
        guard let (left, right) = aligned(with: other) else { return nil }
        return left < right ? -1 : left > right ? 1 : 0
    }

    /// Returns whether the value is the product of an integer and a divisor; nil if it is not decided.
    func isMultiple(of divisor: ShortDecimal) -> Bool? {
        guard let (left, right) = aligned(with: divisor), right != 0 else { return nil }
        return left.isMultiple(of: right)
    }
}

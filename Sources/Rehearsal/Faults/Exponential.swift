/// The two functions that the standard library leaves to the system's, to some twelve digits: enough for delays.
package enum Exponential {
    private static let logarithmOfTwo = 0.693_147_180_559_945_309

    /// e to that power.
    package static func power(_ exponent: Double) -> Double {
        guard exponent > -700 else { return 0 }
        guard exponent < 700 else { return .infinity }
        let doublings = (exponent / logarithmOfTwo).rounded()
        let rest = exponent - doublings * logarithmOfTwo
        var (sum, term) = (1.0, 1.0)
        for index in 1...16 {
            term *= rest / Double(index)
            sum += term
        }
        return Double(sign: .plus, exponent: Int(doublings), significand: sum)
    }

    /// The natural logarithm of a positive number.
    package static func logarithm(_ value: Double) -> Double {
        guard value > 0, value.isFinite else { return value == 0 ? -.infinity : .nan }
        // ln m = 2 artanh((m − 1) / (m + 1)), with m near 1 so that the series is short.
        let (exponent, significand) = (Int(value.exponent), value.significand)
        let isLarge = significand > 1.414
        let mantissa = isLarge ? significand / 2 : significand
        let ratio = (mantissa - 1) / (mantissa + 1)
        var (sum, power) = (0.0, ratio)
        for index in stride(from: 1, through: 25, by: 2) {
            sum += power / Double(index)
            power *= ratio * ratio
        }
        return 2 * sum + Double(exponent + (isLarge ? 1 : 0)) * logarithmOfTwo
    }
}

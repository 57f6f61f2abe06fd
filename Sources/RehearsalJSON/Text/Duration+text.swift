extension Duration {
    /// Whole nanoseconds, clamped to ±136 years, so that adding them to an instant cannot overflow.
    @inlinable package var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let limit: Int64 = 1 << 32
        return min(max(seconds, -limit), limit) * 1_000_000_000 + attoseconds / 1_000_000_000
    }

    /// Whole seconds, rounded up, at least 1.
    package var secondsRoundedUp: Int64 { Swift.max(1, (nanoseconds + 999_999_999) / 1_000_000_000) }

    /// Parses a duration of a scenario or an option (`300ms`, `1.5s`, `2m`), at most a day; nil for other texts.
    package init?(scenarioText text: String) {
        let units: KeyValuePairs = ["ms": 1e6, "s": 1e9, "m": 60e9]
        guard let nanoseconds = Quantity.value(text, units: units), nanoseconds <= 86_400e9 else { return nil }
        self = .nanoseconds(Int64(nanoseconds.rounded()))
    }

    /// The duration in the syntax of scenarios: `300ms`, `2s`, `0.5ms`.
    package var scenarioText: String {
        let (milliseconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000)
        guard rest == 0 else { return Self.decimal(nanoseconds, digits: 6) + "ms" }
        return milliseconds != 0 && milliseconds % 1_000 == 0 ? "\(milliseconds / 1_000)s" : "\(milliseconds)ms"
    }

    /// The duration for reports, with at most three decimals: `1 s`, `1.25 s`, `4 ms`, `0.4 ms`.
    package var displayText: String {
        let microseconds = nanoseconds / 1_000
        if abs(microseconds) >= 1_000_000 { return Self.decimal(microseconds / 1_000, digits: 3) + " s" }
        if abs(microseconds) >= 10_000 { return "\(microseconds / 1_000) ms" }
        return Self.decimal(microseconds / 100, digits: 1) + " ms"
    }

    /// The duration in seconds with three decimals, for columns: `+1.003 s`.
    package var secondsText: String {
        let milliseconds = nanoseconds / 1_000_000
        let sign = milliseconds < 0 ? "-" : "+"
        return "\(sign)\(abs(milliseconds) / 1_000).\((abs(milliseconds) % 1_000).padded(to: 3)) s"
    }

    /// Returns a fixed-point number with `digits` decimals, without trailing zeros.
    private static func decimal(_ value: Int64, digits: Int) -> String {
        var scale: Int64 = 1
        for _ in 0..<digits { scale *= 10 }
        var fraction = (abs(value) % scale).padded(to: digits)
        while fraction.last == "0" { fraction.removeLast() }
        let sign = value < 0 ? "-" : ""
        return "\(sign)\(abs(value) / scale)" + (fraction.isEmpty ? "" : ".\(fraction)")
    }
}

/// A number with its unit, such as `1.5s` or `64KB/s`.
package enum Quantity {
    /// Returns the number times its unit; nil if the unit is unknown or the number is not in plain decimal notation.
    package static func value(_ text: String, units: KeyValuePairs<String, Double>) -> Double? {
        let number = text.utf8.prefix { $0.isDigit || $0 == UInt8(ascii: ".") }
        let unit = String(text.utf8.dropFirst(number.count))
        guard let factor = units.first(where: { $0.key == unit })?.value,
            number.first != UInt8(ascii: "."), number.last != UInt8(ascii: "."),
            let value = Double(String(Substring(number)))
        else { return nil }
        return value * factor
    }
}

extension BinaryInteger {
    /// Returns the digits of a non-negative number, padded with leading zeros to a count.
    package func padded(to count: Int, radix: Int = 10) -> String {
        let digits = String(self, radix: radix)
        return String(repeating: "0", count: Swift.max(0, count - digits.utf8.count)) + digits
    }
}

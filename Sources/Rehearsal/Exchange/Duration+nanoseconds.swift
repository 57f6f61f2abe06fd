extension Duration {
    /// Whole nanoseconds, held within 136 years, so that a deadline that far from any instant can be computed.
    package var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let most: Int64 = 1 << 32
        return min(max(seconds, -most), most) * 1_000_000_000 + attoseconds / 1_000_000_000
    }

    /// As it is shown to people, to the millisecond: `1 s`, `1.25 s`, `4 ms`, `0.4 ms`.
    package var shown: String {
        let microseconds = nanoseconds / 1_000
        if abs(microseconds) >= 1_000_000 { return Self.decimal(microseconds / 1_000, digits: 3) + " s" }
        if abs(microseconds) >= 10_000 { return "\(microseconds / 1_000) ms" }
        return Self.decimal(microseconds / 100, digits: 1) + " ms"
    }

    /// Seconds with all three decimals, for columns: `+1.003 s`.
    package var shownInSeconds: String {
        let milliseconds = nanoseconds / 1_000_000
        let sign = milliseconds < 0 ? "-" : "+"
        let fraction = String(abs(milliseconds) % 1_000)
        return "\(sign)\(abs(milliseconds) / 1_000).\(String(repeating: "0", count: 3 - fraction.count))\(fraction) s"
    }

    /// A number of the smallest unit with its decimal point put in, and no zeros at the end.
    private static func decimal(_ value: Int64, digits: Int) -> String {
        var scale: Int64 = 1
        for _ in 0..<digits { scale *= 10 }
        var fraction = String(abs(value) % scale)
        fraction = String(repeating: "0", count: digits - fraction.count) + fraction
        while fraction.last == "0" { fraction.removeLast() }
        let sign = value < 0 ? "-" : ""
        return "\(sign)\(abs(value) / scale)" + (fraction.isEmpty ? "" : ".\(fraction)")
    }
}

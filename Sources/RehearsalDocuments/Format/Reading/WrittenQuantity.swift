import Rehearsal

/// Quantities as documents write them: a number and its unit.
enum WrittenQuantity {
    /// The fastest rate that is told from no rate at all: 1 TB a second.
    static let fastest = 1_000_000_000_000

    /// `20KB/s`, in bytes a second.
    static func rate(_ text: String) -> Int? {
        value(text, units: ["B/s": 1, "KB/s": 1e3, "MB/s": 1e6], in: 1...Double(fastest)).map { Int($0.rounded()) }
    }

    /// The number in the smallest unit, if it is in a range.
    fileprivate static func value(
        _ text: String,
        units: KeyValuePairs<String, Double>,
        in range: ClosedRange<Double>,
    ) -> Double? {
        let number = text.utf8.prefix { 0x30..<0x3A ~= $0 || $0 == UInt8(ascii: ".") }
        let unit = String(text.utf8.dropFirst(number.count))
        guard let unit = units.first(where: { $0.key == unit })?.value,
            number.first != UInt8(ascii: "."), number.last != UInt8(ascii: "."),
            let value = Double(String(Substring(number))), range ~= value * unit
        else { return nil }
        return value * unit
    }
}

extension Duration {
    /// `300ms`, `1s`, `2m`: a number and its unit, at most a day.
    package init?(written text: String) {
        let units: KeyValuePairs = ["ms": 1e6, "s": 1e9, "m": 60e9]
        guard let nanoseconds = WrittenQuantity.value(text, units: units, in: 0...86_400e9) else { return nil }
        self = .nanoseconds(Int64(nanoseconds.rounded()))
    }

    /// As documents write it: `300ms`, `2s`, `0.5ms`.
    package var written: String {
        let (milliseconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000)
        guard rest == 0 else {
            let digits = Array(String(1_000_000 + rest).dropFirst())
            let zeros = digits.reversed().prefix { $0 == "0" }.count
            return "\(milliseconds).\(String(digits.dropLast(zeros)))ms"
        }
        return milliseconds != 0 && milliseconds % 1_000 == 0 ? "\(milliseconds / 1_000)s" : "\(milliseconds)ms"
    }
}

import Rehearsal

/// The bounds and divisors of a number.
struct NumberConstraints {
    private var minimums: [Bound] = []
    private var maximums: [Bound] = []
    private var divisors: [String] = []

    private struct Bound {
        var text: String
        var isExclusive: Bool
    }

    /// Whether no keyword was added.
    var isEmpty: Bool { minimums.isEmpty && maximums.isEmpty && divisors.isEmpty }

    /// Adds the keywords of a schema.
    mutating func add(_ schema: JSON, isOpenAPI30: Bool) {
        if let text = number("minimum", schema) {
            minimums.append(Bound(text: text, isExclusive: isOpenAPI30 && schema["exclusiveMinimum"] == true))
        }
        if let text = number("maximum", schema) {
            maximums.append(Bound(text: text, isExclusive: isOpenAPI30 && schema["exclusiveMaximum"] == true))
        }
        if let text = number("exclusiveMinimum", schema) { minimums.append(Bound(text: text, isExclusive: true)) }
        if let text = number("exclusiveMaximum", schema) { maximums.append(Bound(text: text, isExclusive: true)) }
        if let text = number("multipleOf", schema) { divisors.append(text) }
        guard case .string(let format)? = schema["format"] else { return }
        if format == "int32" {
            minimums.append(Bound(text: "-2147483648", isExclusive: false))
            maximums.append(Bound(text: "2147483647", isExclusive: false))
        }
    }

    private func number(_ name: String, _ schema: JSON) -> String? {
        guard case .number(let number)? = schema[name] else { return nil }
        return number.text
    }

    /// Returns a number that satisfies the constraints; nil if none was found.
    ///
    /// - Parameter isInteger: whether the number must be an integer.
    func example(isInteger: Bool, _ random: inout RandomSource) -> JSON? {
        // All values are counted in units of a power of ten, so that no decimal is rounded.
        let texts = (minimums + maximums).map(\.text) + divisors
        let scale = texts.map(Self.decimals).max() ?? 0
        // Two decimals are usual for amounts; a narrow range needs more.
        let scales = isInteger ? [scale] : Set([scale, max(scale, 2), scale + 3]).sorted()
        for digits in scales where digits <= 15 {
            if let value = example(isInteger: isInteger, scale: digits, &random) {
                return .number(JSON.Number(text: Self.text(value, scale: digits)))
            }
        }
        return nil
    }

    private func example(isInteger: Bool, scale: Int, _ random: inout RandomSource) -> Int? {
        var step = isInteger ? Self.power(scale) : 1
        for text in divisors {
            guard let divisor = Self.scaled(text, scale)?.magnitude, divisor > 0, divisor < 1 << 40,
                let common = Self.leastCommonMultiple(step, Int(divisor))
            else { return nil }
            step = common
        }
        // Bounds that do not fit are beyond every value that is chosen.
        let limit = Int.max / 4
        var (lower, upper) = (-limit, limit)
        for bound in minimums {
            guard let value = Self.clamped(bound.text, scale, limit) else { return nil }
            lower = max(lower, bound.isExclusive ? value + 1 : value)
        }
        for bound in maximums {
            guard let value = Self.clamped(bound.text, scale, limit) else { return nil }
            upper = min(upper, bound.isExclusive ? value - 1 : value)
        }
        let unit = Self.power(scale)
        let width = max(1_000 * unit, step &* 8)
        // A positive number is preferred to one below an upper bound.
        let starts = minimums.isEmpty ? [min(unit, upper), upper - width] : [lower]
        for start in starts {
            let first = Self.roundedUp(start, step)
            guard first <= upper else { continue }
            let count = (min(upper, start + width) - first) / step
            return first + step * Int(random.integer(in: 0...Int64(max(0, count))))
        }
        return nil
    }

    private static func roundedUp(_ value: Int, _ step: Int) -> Int {
        let remainder = value % step
        return remainder == 0 ? value : value - remainder + (remainder > 0 ? step : 0)
    }

    private static func leastCommonMultiple(_ left: Int, _ right: Int) -> Int? {
        var (first, second) = (left, right)
        while second != 0 { (first, second) = (second, first % second) }
        let (product, overflows) = (left / first).multipliedReportingOverflow(by: right)
        return overflows || product >= 1 << 50 ? nil : product
    }

    private static func power(_ exponent: Int) -> Int { (0..<exponent).reduce(1) { power, _ in power * 10 } }

    /// Returns the number of decimals of a number.
    private static func decimals(_ text: String) -> Int {
        let parts = text.lowercased().split(separator: "e", maxSplits: 1)
        let fraction = parts.first?.split(separator: ".", maxSplits: 1).dropFirst().first?.count ?? 0
        let exponent = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
        return max(0, min(fraction - exponent, 1_000))
    }

    /// Returns a number in units of a power of ten; nil if it does not fit.
    private static func scaled(_ text: String, _ scale: Int) -> Int? {
        let parts = text.lowercased().split(separator: "e", maxSplits: 1)
        guard let mantissa = parts.first else { return nil }
        let halves = mantissa.split(separator: ".", maxSplits: 1)
        let fraction = halves.count > 1 ? halves[1] : ""
        guard let exponent = parts.count > 1 ? Int(parts[1]) : 0 else { return nil }
        let zeros = scale + exponent - fraction.count
        guard zeros >= 0, zeros <= 18, let digits = Int(halves[0] + fraction) else { return nil }
        let (result, overflows) = digits.multipliedReportingOverflow(by: power(zeros))
        return overflows ? nil : result
    }

    private static func clamped(_ text: String, _ scale: Int, _ limit: Int) -> Int? {
        if let value = scaled(text, scale) { return min(max(value, -limit), limit) }
        guard let value = Double(text) else { return nil }
        return value > 0 ? limit : -limit
    }

    private static func text(_ value: Int, scale: Int) -> String {
        guard scale > 0 else { return String(value) }
        var digits = String(value.magnitude)
        if digits.utf8.count <= scale { digits = String(repeating: "0", count: scale + 1 - digits.utf8.count) + digits }
        let whole = digits.dropLast(scale)
        var fraction = digits.suffix(scale)
        while fraction.last == "0" { fraction.removeLast() }
        return (value < 0 ? "-" : "") + whole + (fraction.isEmpty ? "" : ".\(fraction)")
    }
}

/// The encoding of non-ASCII labels in ASCII (RFC 3492).
enum Punycode {
    private static let (base, tMin, tMax, skew, damp) = (36, 1, 26, 38, 700)
    private static let (initialBias, initialCode) = (72, 0x80)

    /// Returns the characters that a text without the prefix `xn--` encodes; nil if it is not valid.
    static func decoded(_ text: Substring.UTF8View) -> [Unicode.Scalar]? {
        var output: [Unicode.Scalar] = []
        var rest = text
        if let hyphen = text.lastIndex(of: UInt8(ascii: "-")) {
            output = text[..<hyphen].map { Unicode.Scalar($0) }
            rest = text[text.index(after: hyphen)...]
        }
        var (code, bias, index) = (initialCode, initialBias, 0)
        while !rest.isEmpty {
            guard let next = integer(&rest, bias: bias) else { return nil }
            let previous = index
            index += next
            let count = output.count + 1
            bias = adapted(index - previous, count: count, isFirst: previous == 0)
            code += index / count
            index %= count
            guard let scalar = UInt32(exactly: code).flatMap(Unicode.Scalar.init) else { return nil }
            output.insert(scalar, at: index)
            index += 1
        }
        return output
    }

    /// Reads a variable-length integer (§3.3).
    private static func integer(_ rest: inout Substring.UTF8View, bias: Int) -> Int? {
        var (value, weight, position) = (0, 1, base)
        while let byte = rest.popFirst() {
            let digit: Int
            switch byte.asciiLowercased {
            case let letter where letter.isLetter: digit = Int(letter) - 0x61
            case let number where number.isDigit: digit = Int(number) - 0x30 + 26
            default: return nil
            }
            value += digit * weight
            let threshold = min(max(position - bias, tMin), tMax)
            if digit < threshold { return value }
            weight *= base - threshold
            // Beyond this, no character has so great a number.
            guard weight < 1 << 40, value < 1 << 40 else { return nil }
            position += base
        }
        return nil
    }

    private static func adapted(_ difference: Int, count: Int, isFirst: Bool) -> Int {
        var delta = isFirst ? difference / damp : difference / 2
        delta += delta / count
        var steps = 0
        while delta > (base - tMin) * tMax / 2 {
            delta /= base - tMin
            steps += base
        }
        return steps + (base - tMin + 1) * delta / (delta + skew)
    }

    /// Returns the encoding of characters, without the prefix `xn--`.
    static func encoded(_ scalars: [Unicode.Scalar]) -> String {
        var output = scalars.filter(\.isASCII).map { UInt8($0.value) }
        let basicCount = output.count
        if basicCount > 0 { output.append(UInt8(ascii: "-")) }
        var (code, bias, delta, handled) = (initialCode, initialBias, 0, basicCount)
        while handled < scalars.count, let next = scalars.lazy.map({ Int($0.value) }).filter({ $0 >= code }).min() {
            delta += (next - code) * (handled + 1)
            code = next
            for scalar in scalars {
                if scalar.value < code { delta += 1 }
                guard scalar.value == code else { continue }
                append(delta, bias: bias, to: &output)
                bias = adapted(delta, count: handled + 1, isFirst: handled == basicCount)
                delta = 0
                handled += 1
            }
            delta += 1
            code += 1
        }
        return String(decoding: output, as: UTF8.self)
    }

    private static func append(_ value: Int, bias: Int, to output: inout [UInt8]) {
        var (rest, position) = (value, base)
        while true {
            let threshold = min(max(position - bias, tMin), tMax)
            let isLast = rest < threshold
            let digit = isLast ? rest : threshold + (rest - threshold) % (base - threshold)
            output.append(UInt8(digit < 26 ? digit + 0x61 : digit - 26 + 0x30))
            if isLast { return }
            rest = (rest - threshold) / (base - threshold)
            position += base
        }
    }
}

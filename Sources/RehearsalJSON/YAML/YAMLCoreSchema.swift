/// The core schema: the kinds of plain scalars (YAML 1.2.2 §10.3.2).
enum YAMLCoreSchema {
    /// A scalar with its kind.
    enum Value: Equatable {
        case null, bool, string
        /// A number whose text is valid in JSON, or its text in JSON.
        case number(inJSON: [UInt8]?)
        /// Infinity or "not a number", which JSON cannot represent.
        case notFinite
        /// A hexadecimal or octal number of more than 64 bits.
        case tooLarge
    }

    /// Returns the value of a plain scalar without a tag.
    static func resolve(_ text: UnsafeBufferPointer<UInt8>) -> Value {
        guard let first = text.first else { return .null }
        switch first {
        case UInt8(ascii: "n"), UInt8(ascii: "N"), UInt8(ascii: "~"): return isNull(text) ? .null : .string
        case UInt8(ascii: "t"), UInt8(ascii: "T"), UInt8(ascii: "f"), UInt8(ascii: "F"):
            return isBool(text) ? .bool : .string
        case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "0")...UInt8(ascii: "9"):
            return integer(text) ?? float(text) ?? .string
        default: return .string
        }
    }

    /// Returns the value of a scalar with a tag; nil if the text is not valid for the tag.
    static func resolve(_ text: UnsafeBufferPointer<UInt8>, as tag: YAMLTag, isAbsent: Bool) -> Value? {
        switch tag {
        case .string: .string
        case .integer: integer(text)
        case .float: float(text) ?? integer(text)
        case .bool: isBool(text) ? .bool : nil
        case .null: isNull(text) ? .null : nil
        case .mapping, .sequence: nil
        case .nonSpecific, .other: isAbsent ? .null : .string
        }
    }

    static func isNull(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        text.isEmpty || isOne(of: ["null", "~", "Null", "NULL"], text)
    }

    static func isBool(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        isOne(of: ["true", "false", "True", "TRUE", "False", "FALSE"], text)
    }

    private static func isOne(of words: [StaticString], _ text: UnsafeBufferPointer<UInt8>) -> Bool {
        words.contains { word in
            word.utf8CodeUnitCount == text.count && text.elementsEqual(word.bytes)
        }
    }

    /// Returns a whole number: `[-+]?[0-9]+`, `0o[0-7]+` or `0x[0-9a-fA-F]+`; nil for any other text.
    static func integer(_ text: UnsafeBufferPointer<UInt8>) -> Value? {
        if text.count > 2, text[0] == UInt8(ascii: "0"), let radix = radix(text[1]) {
            return integer(text[2...], radix: radix)
        }
        let digits = text.dropFirst(text.first.map(isSign) == true ? 1 : 0)
        guard !digits.isEmpty, digits.allSatisfy(\.isDigit) else { return nil }
        if digits.count == 1 || digits.first != UInt8(ascii: "0"), text.first != UInt8(ascii: "+") {
            return .number(inJSON: nil)
        }
        return .number(inJSON: sign(of: text) + withoutLeadingZeros(digits))
    }

    private static func radix(_ letter: UInt8) -> UInt64? {
        letter == UInt8(ascii: "x") ? 16 : letter == UInt8(ascii: "o") ? 8 : nil
    }

    private static func integer(_ digits: Slice<UnsafeBufferPointer<UInt8>>, radix: UInt64) -> Value? {
        guard digits.allSatisfy({ $0.hexValue.map { $0 < radix } == true }) else { return nil }
        var value: UInt64 = 0
        for digit in digits {
            let (product, overflow) = value.multipliedReportingOverflow(by: radix)
            if overflow { return .tooLarge }
            // The last digits of the product are 0, so the sum cannot overflow.
            value = product + UInt64(digit.hexValue ?? 0)
        }
        return .number(inJSON: Array(String(value).utf8))
    }

    /// Returns a number with a fraction or an exponent: `[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?`, or
    /// `[-+]?\.inf` or `\.nan`; nil for any other text.
    static func float(_ text: UnsafeBufferPointer<UInt8>) -> Value? {
        if isNotFinite(text) { return .notFinite }
        let unsigned = text.dropFirst(text.first.map(isSign) == true ? 1 : 0)
        let whole = unsigned.prefix(while: \.isDigit)
        var rest = unsigned[whole.endIndex...]
        var fraction = rest.prefix(0)
        let hasPoint = rest.first == UInt8(ascii: ".")
        if hasPoint {
            fraction = rest.dropFirst().prefix(while: \.isDigit)
            rest = rest[fraction.endIndex...]
        }
        guard !(whole.isEmpty && fraction.isEmpty) else { return nil }
        guard isExponent(rest) else { return nil }
        let isJSON =
            !whole.isEmpty && (whole.count == 1 || whole.first != UInt8(ascii: "0")) && hasPoint == !fraction.isEmpty
            && text.first != UInt8(ascii: "+")
        if isJSON { return .number(inJSON: nil) }
        var number = sign(of: text) + withoutLeadingZeros(whole)
        if !fraction.isEmpty { number += [UInt8(ascii: ".")] + fraction }
        return .number(inJSON: number + rest)
    }

    /// Returns whether the text is empty or an exponent.
    private static func isExponent(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        guard let first = text.first else { return true }
        guard first | 0x20 == UInt8(ascii: "e") else { return false }
        let digits = text.dropFirst().first.map(isSign) == true ? text.dropFirst(2) : text.dropFirst()
        return !digits.isEmpty && digits.allSatisfy(\.isDigit)
    }

    private static func isNotFinite(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard 4...5 ~= text.count else { return false }
        if isOne(of: [".nan", ".NaN", ".NAN"], text) { return true }
        let unsigned = UnsafeBufferPointer(rebasing: text.dropFirst(isSign(text[0]) ? 1 : 0))
        return isOne(of: [".inf", ".Inf", ".INF"], unsigned)
    }

    private static func isSign(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+") }

    private static func sign(of text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        text.first == UInt8(ascii: "-") ? [UInt8(ascii: "-")] : []
    }

    private static func withoutLeadingZeros(_ digits: some Collection<UInt8>) -> [UInt8] {
        let rest = digits.drop { $0 == UInt8(ascii: "0") }
        return rest.isEmpty ? [UInt8(ascii: "0")] : Array(rest)
    }
}

extension StaticString {
    /// The characters, which are ASCII.
    fileprivate var bytes: UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: utf8Start, count: utf8CodeUnitCount)
    }
}

import Rehearsal

/// The helpers whose values depend only on their arguments.
enum MockoonPureHelpers {
    /// Returns the value of a helper; nil for a helper of another kind.
    static func value(_ helper: MockoonHelper) throws(TranslationError) -> MockoonValue? {
        if let value = try text(helper.name, helper.arguments) { return value }
        return try calculation(helper.name, helper.arguments)
    }

    /// Returns the value of an arithmetic helper. Arguments that are not numbers are skipped, as in Mockoon.
    private static func calculation(_ name: String, _ arguments: [MockoonValue]) throws(TranslationError)
        -> MockoonValue?
    {
        switch name {
        case "add", "subtract", "multiply", "divide": return try reduced(name, arguments)
        case "modulo":
            guard let left = try arguments.number(0), let right = try arguments.number(1), right != 0 else {
                return .text("")
            }
            return .number(left.truncatingRemainder(dividingBy: right))
        case "ceil": return .number(try arguments.number(0)?.rounded(.up) ?? .nan)
        case "floor": return .number(try arguments.number(0)?.rounded(.down) ?? .nan)
        case "round": return .number((try arguments.number(0) ?? .nan) + 0.5).rounded()
        case "toFixed":
            let digits = Int(clamping: try arguments.integer(1) ?? 0, to: 0...15)
            return .text(Self.fixed(try arguments.number(0) ?? 0, digits: digits))
        case "parseInt":
            let text = try arguments.first?.text() ?? ""
            let digits = text.drop { $0.isWhitespace }.prefix { $0.isNumber || $0 == "-" || $0 == "+" }
            return Int(digits).map { .number($0) } ?? .text("")
        default: return nil
        }
    }

    private static func reduced(_ name: String, _ arguments: [MockoonValue]) throws(TranslationError) -> MockoonValue {
        guard let first = arguments.first else { return .text("") }
        var result = try first.number() ?? .nan
        for argument in arguments.dropFirst() {
            guard let number = try argument.number() else { continue }
            switch name {
            case "add": result += number
            case "subtract": result -= number
            case "multiply": result *= number
            default: if number != 0 { result /= number }
            }
        }
        return .number(result)
    }

    /// Returns a number with a fixed number of decimal places.
    static func fixed(_ number: Double, digits: Int) -> String {
        var scale = 1.0
        for _ in 0..<digits { scale *= 10 }
        guard let scaled = Int(exactly: (number * scale).rounded()) else { return MockoonValue.numberText(number) }
        let text = String(scaled.magnitude)
        let padded = String(repeating: "0", count: max(0, digits + 1 - text.count)) + text
        let sign = scaled < 0 ? "-" : ""
        return digits == 0 ? sign + text : "\(sign)\(padded.dropLast(digits)).\(padded.suffix(digits))"
    }

    /// Returns the value of a helper for text.
    private static func text(_ name: String, _ arguments: [MockoonValue]) throws(TranslationError) -> MockoonValue? {
        guard let first = arguments.first else { return name == "concat" ? .text("") : nil }
        switch name {
        case "lowercase", "uppercase": return try changingCase(name, first)
        case "concat": return try concatenation(arguments)
        case "stringify":
            if case .known(.string) = first { return first }
            let json = try first.json()
            return .text(String(decoding: json.bytes(), as: UTF8.self))
        case "jsonParse": return .known(JSONText.value(try first.text()) ?? .null)
        case "substr":
            let text = Array(try first.text())
            let start = min(text.count, Int(clamping: try arguments.integer(1) ?? 0, to: 0...text.count))
            let length = try arguments.integer(2) ?? text.count
            return .text(String(text[start...].prefix(max(0, length))))
        case "replace", "replaceAll":
            guard arguments.count > 2 else { return .text("") }
            let (old, new) = (try arguments[1].text(), try arguments[2].text())
            guard !old.isEmpty else { return first }
            return .text(try first.text().replacing(old, with: new, maxReplacements: name == "replace" ? 1 : .max))
        case "padStart", "padEnd":
            let text = try first.text()
            let width = Int(clamping: try arguments.integer(1) ?? 0, to: 0...10_000)
            let filler = arguments.count > 2 ? try arguments[2].text() : " "
            guard text.count < width, !filler.isEmpty else { return .text(text) }
            let missing = width - text.count
            let added = String(String(repeating: filler, count: missing).prefix(missing))
            return .text(name == "padStart" ? added + text : text + added)
        case "base64": return .text(Base64.encoded(Array(try first.text().utf8)))
        default: return nil
        }
    }

    private static func changingCase(_ name: String, _ value: MockoonValue) throws(TranslationError) -> MockoonValue {
        guard var request = value.request else {
            let text = try value.text()
            return .text(name == "lowercase" ? text.lowercased() : text.uppercased())
        }
        request.expression += name == "lowercase" ? " | lower" : " | upper"
        request.subject = nil
        return .mixed([.request(request)])
    }

    private static func concatenation(_ arguments: [MockoonValue]) throws(TranslationError) -> MockoonValue {
        if case .known(.array) = arguments.first {
            let lists = try arguments.documents().map { json in if case .array(let list) = json { list } else { [json] }
            }
            return .known(.array(lists.flatMap(\.self)))
        }
        var parts: [MockoonPart] = []
        for argument in arguments {
            if case .mixed(let mixedParts) = argument {
                parts += mixedParts
            } else {
                parts.append(.value(try argument.text()))
            }
        }
        return parts.constantText.map { .text($0) } ?? .mixed(parts)
    }
}

/// A helper call with evaluated arguments.
struct MockoonHelper {
    let name: String
    let arguments: [MockoonValue]
    /// The named arguments, written as `name=value`.
    let options: [JSON.Member]
}

extension [MockoonValue] {
    /// Returns the values as JSON. Throws if one of them depends on the request.
    func documents() throws(TranslationError) -> [JSON] {
        try map { (value) throws(TranslationError) in try value.json() }
    }

    /// Returns the values as text. Throws if one of them depends on the request.
    func texts() throws(TranslationError) -> [String] {
        try map { (value) throws(TranslationError) in try value.text() }
    }

    /// Returns the number at an index; nil if it is missing or not a number.
    func number(_ index: Int) throws(TranslationError) -> Double? {
        indices.contains(index) ? try self[index].number() : nil
    }

    /// Returns the integer part of the number at an index.
    func integer(_ index: Int) throws(TranslationError) -> Int? {
        guard let number = try number(index), abs(number) < 1e15 else { return nil }
        return Int(number)
    }
}

extension Int {
    /// Creates the nearest number in a range.
    init(clamping number: Int, to range: ClosedRange<Int>) {
        self = Swift.min(Swift.max(number, range.lowerBound), range.upperBound)
    }
}

extension MockoonValue {
    /// Returns the number rounded down.
    fileprivate func rounded() -> MockoonValue {
        guard case .known(.number(let number)) = self, let value = Double(number.text) else { return self }
        return .number(value.rounded(.down))
    }
}

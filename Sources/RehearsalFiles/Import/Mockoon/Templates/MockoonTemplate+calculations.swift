import Rehearsal

extension MockoonTemplate {
    /// Helpers that calculate with numbers; what is not a number is skipped, as Mockoon does.
    func calculation(_ name: String, _ arguments: [MockoonValue]) throws(Untranslatable) -> MockoonValue? {
        switch name {
        case "add", "subtract", "multiply", "divide": return try folded(name, arguments)
        case "modulo":
            guard let left = try number(arguments, 0), let right = try number(arguments, 1), right != 0 else {
                return .text("")
            }
            return .number(left.truncatingRemainder(dividingBy: right))
        case "ceil": return .number(try number(arguments, 0)?.rounded(.up) ?? .nan)
        case "floor": return .number(try number(arguments, 0)?.rounded(.down) ?? .nan)
        case "round": return .number((try number(arguments, 0) ?? .nan) + 0.5).rounded()
        case "toFixed":
            let digits = Int(clamping: try integer(arguments, 1) ?? 0, to: 0...15)
            return .text(Self.fixed(try number(arguments, 0) ?? 0, digits: digits))
        case "parseInt":
            let text = try arguments.first?.text() ?? ""
            let digits = text.drop { $0.isWhitespace }.prefix { $0.isNumber || $0 == "-" || $0 == "+" }
            return Int(digits).map { .number($0) } ?? .text("")
        default: return nil
        }
    }

    private func number(_ arguments: [MockoonValue], _ index: Int) throws(Untranslatable) -> Double? {
        arguments.indices.contains(index) ? try arguments[index].number() : nil
    }

    private func folded(_ name: String, _ arguments: [MockoonValue]) throws(Untranslatable) -> MockoonValue {
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

    /// A number with so many digits after its point.
    static func fixed(_ number: Double, digits: Int) -> String {
        var scale = 1.0
        for _ in 0..<digits { scale *= 10 }
        guard let scaled = Int(exactly: (number * scale).rounded()) else { return MockoonValue.numberText(number) }
        let text = String(scaled.magnitude)
        let padded = String(repeating: "0", count: max(0, digits + 1 - text.count)) + text
        let sign = scaled < 0 ? "-" : ""
        return digits == 0 ? sign + text : "\(sign)\(padded.dropLast(digits)).\(padded.suffix(digits))"
    }

    /// Helpers that compare.
    mutating func comparison(_ name: String, _ arguments: [MockoonValue]) throws(Untranslatable) -> MockoonValue? {
        guard arguments.count > 1 else { return nil }
        switch name {
        case "eq": return .bool(try isEqual(arguments[0], arguments[1]))
        case "gt", "gte", "lt", "lte":
            guard let left = try number(arguments, 0), let right = try number(arguments, 1) else { return .bool(false) }
            switch name {
            case "gt": return .bool(left > right)
            case "gte": return .bool(left >= right)
            case "lt": return .bool(left < right)
            default: return .bool(left <= right)
            }
        case "includes": return .bool(try arguments[0].text().contains(try arguments[1].text()))
        default: return nil
        }
    }

    /// Helpers that make or take lists.
    mutating func list(
        _ name: String,
        _ arguments: [MockoonValue],
        _ options: [JSON.Member],
    ) throws(Untranslatable) -> MockoonValue? {
        switch name {
        case "array": return .known(.array(try Self.elements(arguments)))
        case "object": return .known(.object(options))
        case "oneOf", "someOf": return try drawn(name, arguments)
        case "split":
            let separator = arguments.count > 1 ? try arguments[1].text() : " "
            let text = try arguments.first?.text() ?? ""
            guard !text.isEmpty, !separator.isEmpty else { return .text("") }
            return .known(
                .array(text.split(separator: separator, omittingEmptySubsequences: false).map { .string(String($0)) })
            )
        default: break
        }
        guard let first = arguments.first, ["join", "slice", "len", "reverse"].contains(name) else { return nil }
        let json = try first.json()
        guard case .array(let elements) = json else {
            if name == "len", case .string(let text) = json { return .number(text.utf16.count) }
            return name == "len" ? .number(0) : first
        }
        switch name {
        case "len": return .number(elements.count)
        case "reverse": return .known(.array(elements.reversed()))
        case "join":
            let separator = arguments.count > 1 ? try arguments[1].text() : ", "
            var texts: [String] = []
            for element in elements { texts.append(try MockoonValue.known(element).text()) }
            return .text(texts.joined(separator: separator))
        default:
            let start = Int(clamping: try integer(arguments, 1) ?? 0, to: 0...elements.count)
            let end = Int(clamping: try integer(arguments, 2) ?? elements.count, to: start...elements.count)
            return .known(.array(Array(elements[start..<end])))
        }
    }

    private static func elements(_ arguments: [MockoonValue]) throws(Untranslatable) -> [JSON] {
        var elements: [JSON] = []
        for argument in arguments { elements.append(try argument.json()) }
        return elements
    }

    /// `oneOf (array 'a' 'b')`, `someOf (array 'a' 'b' 'c') 1 2`.
    private mutating func drawn(_ name: String, _ arguments: [MockoonValue]) throws(Untranslatable) -> MockoonValue {
        var elements = try Self.elements(arguments)
        var rest: ArraySlice<MockoonValue> = []
        if case .array(let list)? = elements.first {
            elements = list
            rest = arguments.dropFirst()
        }
        hasGenerated = true
        if name == "oneOf" {
            guard let element = fake.pick(elements) else { return .text("") }
            let isText = try rest.first?.isTrue() ?? false
            return isText ? .safe(String(decoding: element.bytes(), as: UTF8.self)) : .known(element)
        }
        let least = Int(clamping: try integer(arguments, 1) ?? 1, to: 0...elements.count)
        let most = Int(clamping: try integer(arguments, 2) ?? elements.count, to: least...max(least, elements.count))
        let some = JSON.array(Array(fake.shuffled(elements).prefix(fake.int(least...most))))
        let isText = try rest.dropFirst(2).first?.isTrue() ?? false
        return isText ? .text(String(decoding: some.bytes(), as: UTF8.self)) : .known(some)
    }
}

extension MockoonValue {
    /// A number without its fraction.
    fileprivate func rounded() -> MockoonValue {
        guard case .known(.number(let number)) = self, let value = Double(number.text) else { return self }
        return .number(value.rounded(.down))
    }
}

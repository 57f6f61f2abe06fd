import Rehearsal

extension MockoonTemplate {
    typealias Call = HandlebarsTemplate.Call

    /// The value of a helper.
    mutating func call(_ call: Call, isWritten: Bool) throws(Untranslatable) -> MockoonValue {
        if let value = try request(call) { return value }
        if isWritten, !environment.generatesAll, let value = try perRequest(call) { return value }
        var arguments: [MockoonValue] = []
        for argument in call.arguments { arguments.append(try value(argument)) }
        var options: [JSON.Member] = []
        for option in call.options { options.append(JSON.Member(option.name, try value(option.value).json())) }
        if let value = try command(call.name, arguments) { return value }
        if let value = try data(call.name, arguments) { return value }
        if let value = try text(call.name, arguments) { return value }
        if let value = try calculation(call.name, arguments) { return value }
        if let value = try comparison(call.name, arguments) { return value }
        if let value = try list(call.name, arguments, options) { return value }
        if let value = try time(call.name, arguments, options) { return value }
        if let value = try generated(call.name, arguments, options) {
            hasGenerated = true
            return value
        }
        throw Untranslatable("there is no translation of the helper \(call.name.quoted)")
    }

    /// Helpers that change the reply or a variable, and write nothing.
    private mutating func command(_ name: String, _ arguments: [MockoonValue]) throws(Untranslatable) -> MockoonValue? {
        switch (name, arguments.count) {
        case ("setVar", 2...):
            variables[try arguments[0].text()] = arguments[1]
            return MockoonValue.none
        case ("getVar", 1...): return variables[try arguments[0].text()] ?? MockoonValue.none
        case ("status", 1...):
            guard let number = try arguments[0].number(), let code = Int(exactly: number), 100...999 ~= code else {
                throw Untranslatable("a status is a number from 100 to 999")
            }
            status = code
            return MockoonValue.none
        case ("newline", 0): return .safe("\n")
        default: return nil
        }
    }

    /// Values of data buckets.
    private func data(_ name: String, _ arguments: [MockoonValue]) throws(Untranslatable) -> MockoonValue? {
        guard name == "data" || name == "dataRaw", let first = arguments.first else { return nil }
        let wanted = try first.text()
        let bucket = environment.buckets.first {
            $0.id == wanted || $0.name.lowercased().contains(wanted.lowercased())
        }
        guard let bucket else { throw Untranslatable("there is no data bucket \(wanted.quoted)") }
        let path = arguments.count > 1 ? try arguments[1].text() : ""
        switch bucket.content {
        case .refused: throw Untranslatable("the data bucket \(wanted.quoted) has no translation")
        case .parts(let parts):
            guard path.isEmpty else { throw .readsRequest }
            return .parts(parts)
        case .constant(let json):
            let value = path.isEmpty ? json : Self.value(at: path, in: json) ?? .string("")
            guard name == "data" else { return .known(value) }
            if case .string(let text) = value { return .safe(text) }
            return .safe(String(decoding: value.bytes(), as: UTF8.self))
        }
    }

    /// The value at `user.name` or `$.user.name`; nil if there is none.
    static func value(at path: String, in json: JSON) -> JSON? {
        MockoonPath.pointer(path)?.value(in: json)
    }

    /// Helpers that take texts.
    private func text(_ name: String, _ arguments: [MockoonValue]) throws(Untranslatable) -> MockoonValue? {
        guard let first = arguments.first else { return name == "concat" ? .text("") : nil }
        switch name {
        case "lowercase", "uppercase": return try cased(name, first)
        case "concat": return try concatenation(arguments)
        case "stringify":
            if case .known(.string) = first { return first }
            let json = try first.json()
            return .text(String(decoding: json.bytes(), as: UTF8.self))
        case "jsonParse": return .known(JSONText.value(try first.text()) ?? .null)
        case "substr":
            let text = Array(try first.text())
            let start = min(text.count, Int(clamping: try integer(arguments, 1) ?? 0, to: 0...text.count))
            let length = try integer(arguments, 2) ?? text.count
            return .text(String(text[start...].prefix(max(0, length))))
        case "replace", "replaceAll":
            guard arguments.count > 2 else { return .text("") }
            let (old, new) = (try arguments[1].text(), try arguments[2].text())
            guard !old.isEmpty else { return first }
            return .text(try first.text().replacing(old, with: new, maxReplacements: name == "replace" ? 1 : .max))
        case "padStart", "padEnd":
            let text = try first.text()
            let width = Int(clamping: try integer(arguments, 1) ?? 0, to: 0...10_000)
            let filler = arguments.count > 2 ? try arguments[2].text() : " "
            guard text.count < width, !filler.isEmpty else { return .text(text) }
            let missing = width - text.count
            let added = String(String(repeating: filler, count: missing).prefix(missing))
            return .text(name == "padStart" ? added + text : text + added)
        case "base64": return .text(Array(try first.text().utf8).base64)
        default: return nil
        }
    }

    private func cased(_ name: String, _ value: MockoonValue) throws(Untranslatable) -> MockoonValue {
        guard var request = value.request else {
            let text = try value.text()
            return .text(name == "lowercase" ? text.lowercased() : text.uppercased())
        }
        request.expression += name == "lowercase" ? " | lower" : " | upper"
        request.subject = nil
        return .parts([.request(request)])
    }

    private func concatenation(_ arguments: [MockoonValue]) throws(Untranslatable) -> MockoonValue {
        if case .known(.array) = arguments.first {
            var elements: [JSON] = []
            for argument in arguments {
                let json = try argument.json()
                if case .array(let list) = json { elements += list } else { elements.append(json) }
            }
            return .known(.array(elements))
        }
        var parts: [MockoonPart] = []
        for argument in arguments {
            if case .parts(let own) = argument { parts += own } else { parts.append(.value(try argument.text())) }
        }
        return parts.constantText.map { .text($0) } ?? .parts(parts)
    }

    /// A whole number among arguments; nil if it is missing or not a number.
    func integer(_ arguments: [MockoonValue], _ index: Int) throws(Untranslatable) -> Int? {
        guard arguments.indices.contains(index), let number = try arguments[index].number(), abs(number) < 1e15 else {
            return nil
        }
        return Int(number)
    }
}

extension Int {
    /// A number within bounds.
    init(clamping number: Int, to range: ClosedRange<Int>) {
        self = Swift.min(Swift.max(number, range.lowerBound), range.upperBound)
    }
}

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
        if let value = try MockoonCalculation.value(call.name, arguments) { return value }
        if let value = try comparison(call.name, arguments) { return value }
        if let value = try generator.value(call.name, arguments, options) { return value }
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

    /// Helpers that compare.
    private mutating func comparison(_ name: String, _ arguments: [MockoonValue]) throws(Untranslatable)
        -> MockoonValue?
    {
        guard arguments.count > 1 else { return nil }
        switch name {
        case "eq": return .bool(try isEqual(arguments[0], arguments[1]))
        case "gt", "gte", "lt", "lte":
            guard let left = try arguments.number(0), let right = try arguments.number(1) else { return .bool(false) }
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
}

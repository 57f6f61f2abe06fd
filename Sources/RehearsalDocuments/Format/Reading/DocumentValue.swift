import Rehearsal

/// A value of a document while it is read.
struct DocumentValue {
    let reader: DocumentReader
    let node: JSONDocument.Node
    /// The name in messages: `"delay"`.
    let noun: String

    init(_ node: JSONDocument.Node, _ noun: String, _ reader: DocumentReader) {
        (self.reader, self.node, self.noun) = (reader, node, noun)
    }

    var kind: JSONDocument.Kind { node.kind }

    var range: Range<Int> { node.range }

    /// The elements of a list; for any other value, the value itself.
    var each: [DocumentValue] { kind == .array ? elements : [self] }

    /// The elements, named in messages like the list.
    var elements: [DocumentValue] { node.elements.map { DocumentValue($0, noun, reader) } }

    var members: JSONDocument.Members { node.members }

    subscript(name: String) -> JSONDocument.Node? { node[name] }

    /// Returns the members of an object whose names the author chooses; repeated names are reported.
    func uniqueMembers() -> [JSONDocument.Member] { reader.uniqueMembers(node, in: noun) }

    func value(of member: JSONDocument.Member) -> DocumentValue {
        DocumentValue(member.value, member.name.quoted, reader)
    }

    /// Returns the value with another name in messages.
    func named(_ noun: String) -> DocumentValue { DocumentValue(node, noun, reader) }

    // MARK: Reports

    /// Reports an error at the value.
    func report(_ message: String, hint: String? = nil, see topic: String? = nil) {
        reader.report(.badValue, at: node.range, message, hint: hint, see: topic)
    }

    /// Reports an error at the value, and returns nil.
    func reject<Value>(_ message: String, hint: String? = nil, see topic: String? = nil) -> Value? {
        report(message, hint: hint, see: topic)
        return nil
    }

    /// Reports that the value has another kind than expected, and returns nil.
    func wrongType<Value>(expected: String, hint: String? = nil) -> Value? {
        let message = "expected \(expected) for \(noun), found \(kind.name)"
        reader.report(.wrongType, at: node.range, message, hint: hint)
        return nil
    }

    /// Reports an error at some characters of a string, and returns nil.
    func malformed<Value>(
        _ code: Diagnostic.Code,
        at characters: Range<Int>,
        _ problem: String,
        hint: String?,
        see topic: String,
    ) -> Value? {
        let range = node.range(ofCharacters: characters) ?? node.range
        reader.report(code, at: range, problem, hint: hint, see: topic)
        return nil
    }

    // MARK: Kinds of values

    /// Whether the value has the expected kind; reports it if not.
    func expect(_ kind: JSONDocument.Kind) -> Bool { reader.expect(node, kind, in: noun) }

    func string() -> String? { expect(.string) ? node.string : nil }

    func bool() -> Bool? { expect(.bool) ? node.bool : nil }

    /// Returns a string, or the text of a number or a Boolean.
    func scalar(hint: String? = nil) -> String? {
        switch kind {
        case .string: node.string
        case .number: node.numberText
        case .bool: node.bool == true ? "true" : "false"
        default: wrongType(expected: "a string", hint: hint)
        }
    }

    /// Returns the string if it is one of the known words; reports an error and returns nil for any other value.
    func choice(_ known: [String], see topic: String? = nil) -> String? {
        guard let name = string(), !known.contains(name) else { return node.string }
        let message = "expected one of \(known.map(\.quoted).joined(separator: ", ")) for \(noun), found \(name.quoted)"
        return reject(message, hint: NearestName.hint(for: name, in: known), see: topic)
    }

    /// Returns an integer in a range.
    func integer<Value: FixedWidthInteger>(_ range: ClosedRange<Value>, hint: String? = nil) -> Value? {
        guard let text = node.numberText else { return wrongType(expected: "a number", hint: hint) }
        if let value = Value(text), range.contains(value) { return value }
        let bounds =
            range.upperBound == .max
            ? range.lowerBound == .min && Value.isSigned ? "" : " of \(range.lowerBound) or more"
            : " from \(range.lowerBound) to \(range.upperBound)"
        return reject("expected a whole number\(bounds) for \(noun), found \(text.prefix(40))", hint: hint)
    }

    /// Parses a duration of at most a day, a number with its unit: `300ms`, `1s`, `2m`.
    func duration(hint: String = #"write "300ms", "1s" or "2m""#) -> Duration? {
        guard let text = node.string else { return wrongType(expected: "a duration", hint: hint) }
        return Duration(scenarioText: text)
            ?? reject("\(text.quoted) is not a duration of at most a day for \(noun)", hint: hint)
    }

    /// The maximum rate in bytes per second, 1 TB/s.
    static let maxRate = 1_000_000_000_000

    /// Parses a rate with its unit, and returns bytes per second: `20KB/s`.
    func rate() -> Int? {
        let hint = #"write "20KB/s"; B, KB (1,000 bytes) or MB per second"#
        guard let text = node.string else { return wrongType(expected: "a rate", hint: hint) }
        return Self.rate(text)
            ?? reject("\(text.quoted) is not a rate of at least 1 B/s for \(noun)", hint: hint, see: "delay")
    }

    /// Parses a rate, and returns bytes per second; nil if the text is not a rate.
    static func rate(_ text: String) -> Int? {
        guard let bytes = Quantity.value(text, units: ["B/s": 1, "KB/s": 1e3, "MB/s": 1e6]),
            1...Double(maxRate) ~= bytes
        else { return nil }
        return Int(bytes.rounded())
    }

    func base64() -> [UInt8]? {
        guard let text = string() else { return nil }
        return Base64.decoded(text) ?? reject("the text is not valid Base64", hint: "encode the bytes as in RFC 4648")
    }

    func path() -> Scenario.PathPattern? { string().flatMap { path($0) } }

    /// Parses a path; reports an error and returns nil if it is not valid.
    func path(_ text: String) -> Scenario.PathPattern? {
        let pattern = Scenario.PathPattern(text)
        do throws(Scenario.PathPattern.Malformed) {
            _ = try pattern.segments()
            return pattern
        } catch {
            return reject("\(text.quoted) is not a valid path: \(error.reason)", see: "endpoint")
        }
    }

    /// Parses a JSON pointer (RFC 6901).
    func pointer() -> JSON.Pointer? { string().flatMap { reader.pointer($0, at: node.range) } }
}

extension JSONDocument.Node {
    /// Whether the node has neither members nor elements.
    var isEmpty: Bool { !members.contains { _ in true } && !elements.contains { _ in true } }
}

extension JSONDocument.Kind {
    /// The name of the kind in messages, with its article.
    package var name: String {
        switch self {
        case .null: "null"
        case .bool: "true or false"
        case .number: "a number"
        case .string: "a string"
        case .array: "a list"
        case .object: "an object"
        }
    }
}

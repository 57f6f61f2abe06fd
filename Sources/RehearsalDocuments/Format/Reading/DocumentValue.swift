import Rehearsal

/// A value of a document that is being read.
struct DocumentValue {
    let reader: DocumentReader
    let node: JSONDocument.Node
    /// As a sentence names it: `"delay"`.
    let what: String

    init(_ node: JSONDocument.Node, _ what: String, _ reader: DocumentReader) {
        (self.reader, self.node, self.what) = (reader, node, what)
    }

    var kind: JSONDocument.Kind { node.kind }

    var range: Range<Int> { node.range }

    /// Its elements, or itself where it is no list.
    var each: [DocumentValue] { kind == .array ? elements : [self] }

    /// Its elements, each named as it is.
    var elements: [DocumentValue] { node.elements.map { DocumentValue($0, what, reader) } }

    var members: JSONDocument.Members { node.members }

    subscript(name: String) -> JSONDocument.Node? { node[name] }

    /// Its members, whose names are the writer's own, each once.
    func named() -> [JSONDocument.Member] { reader.named(node, in: what) }

    func value(of member: JSONDocument.Member) -> DocumentValue {
        DocumentValue(member.value, member.name.quoted, reader)
    }

    /// The value that has another name in a sentence.
    func named(_ what: String) -> DocumentValue { DocumentValue(node, what, reader) }

    // MARK: Reports

    /// Reports that the value is wrong.
    func report(_ message: String, hint: String? = nil, see topic: String? = nil) {
        reader.report(.badValue, at: node.range, message, hint: hint, see: topic)
    }

    /// Reports that the value is wrong, and so is none.
    func refuse<Value>(_ message: String, hint: String? = nil, see topic: String? = nil) -> Value? {
        report(message, hint: hint, see: topic)
        return nil
    }

    /// Reports that the value is of another kind.
    func wrongType<Value>(expected: String, hint: String? = nil) -> Value? {
        let message = "expected \(expected) for \(what), found \(kind.name)"
        reader.report(.wrongType, at: node.range, message, hint: hint)
        return nil
    }

    /// Reports at its characters that a text is malformed.
    func malformed<Value>(
        _ code: Diagnostic.Code,
        at characters: Range<Int>,
        _ problem: String,
        hint: String?,
        see topic: String,
    ) -> Value? {
        let place = node.range(ofCharacters: characters) ?? node.range
        reader.report(code, at: place, problem, hint: hint, see: topic)
        return nil
    }

    // MARK: Kinds of values

    /// Whether it is of the kind that belongs there.
    func expect(_ kind: JSONDocument.Kind) -> Bool { reader.expect(node, kind, in: what) }

    func string() -> String? { expect(.string) ? node.string : nil }

    func bool() -> Bool? { expect(.bool) ? node.bool : nil }

    /// A string, or a number or truth value as it is written.
    func scalar(hint: String? = nil) -> String? {
        switch kind {
        case .string: node.string
        case .number: node.numberText
        case .bool: node.bool == true ? "true" : "false"
        default: wrongType(expected: "a string", hint: hint)
        }
    }

    /// One of a few words.
    func choice(_ known: [String], see topic: String? = nil) -> String? {
        guard let name = string(), !known.contains(name) else { return node.string }
        let message = "\(what) is one of \(known.map(\.quoted).joined(separator: ", ")), found \(name.quoted)"
        return refuse(message, hint: NearestName.hint(for: name, in: known), see: topic)
    }

    /// A whole number in a range.
    func integer<Value: FixedWidthInteger>(_ range: ClosedRange<Value>, hint: String? = nil) -> Value? {
        guard let text = node.numberText else { return wrongType(expected: "a number", hint: hint) }
        if let value = Value(text), range.contains(value) { return value }
        let bounds =
            range.upperBound == .max
            ? range.lowerBound == .min && Value.isSigned ? "" : " of \(range.lowerBound) or more"
            : " from \(range.lowerBound) to \(range.upperBound)"
        return refuse("\(what) is a whole number\(bounds), found \(text.prefix(40))", hint: hint)
    }

    /// `300ms`, `1s`, `2m`: a number and its unit, at most a day.
    func duration(hint: String = #"write "300ms", "1s" or "2m""#) -> Duration? {
        guard let text = node.string else { return wrongType(expected: "a duration", hint: hint) }
        return Duration(written: text)
            ?? refuse("\(text.quoted) is no duration of at most a day for \(what)", hint: hint)
    }

    /// The fastest rate that differs from no rate at all: 1 TB a second.
    static let fastest = 1_000_000_000_000

    /// `20KB/s`: a number and its unit, in bytes a second.
    func rate() -> Int? {
        let hint = #"write "20KB/s"; B, KB (1,000 bytes) or MB a second"#
        guard let text = node.string else { return wrongType(expected: "a rate", hint: hint) }
        return Self.rate(text)
            ?? refuse("\(text.quoted) is no rate of 1 B/s or more for \(what)", hint: hint, see: "delay")
    }

    /// Reads a rate, in bytes a second; nil for anything else.
    static func rate(_ text: String) -> Int? {
        guard let bytes = Quantity.value(text, units: ["B/s": 1, "KB/s": 1e3, "MB/s": 1e6]),
            1...Double(fastest) ~= bytes
        else { return nil }
        return Int(bytes.rounded())
    }

    func base64() -> [UInt8]? {
        guard let text = string() else { return nil }
        return Base64.decoded(text) ?? refuse("this is no Base64", hint: "encode the bytes as in RFC 4648")
    }

    func path() -> Scenario.PathPattern? { string().flatMap { path($0) } }

    /// The path that a text of the value is.
    func path(_ text: String) -> Scenario.PathPattern? {
        let pattern = Scenario.PathPattern(text)
        do throws(Scenario.PathPattern.Malformed) {
            _ = try pattern.segments()
            return pattern
        } catch {
            return refuse("\(text.quoted) is no path: \(error.reason)", see: "endpoint")
        }
    }

    /// A place in a document (RFC 6901).
    func pointer() -> JSON.Pointer? { string().flatMap { reader.pointer($0, at: node.range) } }
}

extension JSONDocument.Node {
    /// Whether it has neither members nor elements.
    var isEmpty: Bool { !members.contains { _ in true } && !elements.contains { _ in true } }
}

extension JSONDocument.Kind {
    /// As a sentence names it.
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

import Rehearsal

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

extension DocumentReader {
    /// Whether a value is of the kind that belongs there.
    mutating func expect(_ node: JSONDocument.Node, _ kind: JSONDocument.Kind, in what: String) -> Bool {
        if node.kind == kind { return true }
        wrongType(node, expected: kind.name, in: what)
        return false
    }

    mutating func wrongType(_ node: JSONDocument.Node, expected: String, in what: String, hint: String? = nil) {
        report(.wrongType, at: node.range, "expected \(expected) for \(what), found \(node.kind.name)", hint: hint)
    }

    mutating func string(_ node: JSONDocument.Node?, in what: String) -> String? {
        guard let node, expect(node, .string, in: what) else { return nil }
        return node.string
    }

    /// A string, or a number or truth value as it is written.
    mutating func scalar(_ node: JSONDocument.Node, in what: String, hint: String? = nil) -> String? {
        switch node.kind {
        case .string: return node.string
        case .number: return node.numberText
        case .bool: return node.bool == true ? "true" : "false"
        default:
            wrongType(node, expected: "a string", in: what, hint: hint)
            return nil
        }
    }

    mutating func bool(_ node: JSONDocument.Node, in what: String) -> Bool? {
        expect(node, .bool, in: what) ? node.bool : nil
    }

    /// One of a few words.
    mutating func choice(
        _ node: JSONDocument.Node,
        _ what: String,
        _ known: [String],
        see topic: String,
    ) -> String? {
        guard let name = string(node, in: what) else { return nil }
        if known.contains(name) { return name }
        report(
            .badValue,
            at: node.range,
            "\(what) is one of \(known.map(\.quoted).joined(separator: ", ")), found \(name.quoted)",
            hint: NearestName.hint(for: name, in: known),
            see: topic,
        )
        return nil
    }

    /// A whole number in a range.
    mutating func integer<Value: FixedWidthInteger>(
        _ node: JSONDocument.Node?,
        in what: String,
        _ range: ClosedRange<Value>,
        hint: String? = nil,
    ) -> Value? {
        guard let node else { return nil }
        guard let text = node.numberText else {
            wrongType(node, expected: "a number", in: what, hint: hint)
            return nil
        }
        if let value = Value(text), range.contains(value) { return value }
        let bounds =
            range.upperBound == .max
            ? range.lowerBound == .min && Value.isSigned ? "" : " of \(range.lowerBound) or more"
            : " from \(range.lowerBound) to \(range.upperBound)"
        report(.badValue, at: node.range, "\(what) is a whole number\(bounds), found \(text.prefix(40))", hint: hint)
        return nil
    }

    /// `300ms`, `1s`, `2m`: a number and its unit, at most a day.
    mutating func duration(
        _ node: JSONDocument.Node?,
        in what: String,
        hint: String = #"write "300ms", "1s" or "2m""#,
    ) -> Duration? {
        guard let node else { return nil }
        guard node.kind == .string, let text = node.string else {
            wrongType(node, expected: "a duration", in: what, hint: hint)
            return nil
        }
        guard let duration = Duration(written: text) else {
            report(.badValue, at: node.range, "\(text.quoted) is no duration of at most a day for \(what)", hint: hint)
            return nil
        }
        return duration
    }
}

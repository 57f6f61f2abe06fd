import Rehearsal
import RehearsalDocuments

/// A member of the document that goes with an operation, or a parameter of its query:
/// what reads it is what describes it.
struct Field: Sendable {
    let name: String
    let kind: Kind
    let about: String
    var isRequired = false

    enum Kind: Sendable {
        /// A text of at least one character.
        case text
        /// An absolute path.
        case path
        /// The name of a session.
        case name
        /// `300ms`, `1s`, `2m`, at most a day.
        case duration
        case integer(ClosedRange<Int>)
        case flag
        /// A scenario document.
        case scenario
        /// An expectation, or a list of some.
        case expectations
        /// `10s` to `9999s`, `1m` to `999m`.
        case lease
    }

    /// What is wrong with a value; nil if nothing is.
    func complaint(about value: JSON) -> String? {
        switch (kind, value) {
        case (.text, .string(let text)) where !text.isEmpty: nil
        case (.path, .string(let text)) where text.hasPrefix("/") && !text.utf8.contains(0): nil
        case (.name, .string(let text)) where Sessions.isName(text): nil
        case (.duration, .string(let text)) where Durations.duration(text) != nil: nil
        case (.lease, .string(let text)) where Durations.isLease(text): nil
        case (.integer(let range), .number(let number)) where number.whole.map(range.contains) ?? false: nil
        case (.flag, .bool): nil
        case (.scenario, .object): nil
        case (.expectations, .object): nil
        case (.expectations, .array(let elements)) where !elements.isEmpty && elements.allSatisfy(\.isObject): nil
        default: "\"\(name)\" is \(kind.expectation)"
        }
    }

    var schema: JSON {
        switch kind {
        case .text: ["type": "string", "minLength": 1, "description": .string(about)]
        case .path: ["type": "string", "pattern": "^/[^\\u0000]*$", "description": .string(about)]
        case .name: ["type": "string", "pattern": .string(Sessions.namePattern), "description": .string(about)]
        case .duration: ["type": "string", "pattern": .string(Durations.pattern), "description": .string(about)]
        case .integer(let range):
            [
                "type": "integer", "minimum": JSON(integerLiteral: range.lowerBound),
                "maximum": JSON(integerLiteral: range.upperBound), "description": .string(about),
            ]
        case .flag: ["type": "boolean", "description": .string(about)]
        case .lease: ["type": "string", "pattern": .string(Durations.leasePattern), "description": .string(about)]
        // Their grammar is that of scenarios: `rehearsal schema` prints it, and it is larger than all the rest of this.
        case .scenario: ["type": "object", "description": .string(about)]
        case .expectations:
            [
                "oneOf": [["type": "object"], ["type": "array", "items": ["type": "object"], "minItems": 1]],
                "description": .string(about),
            ]
        }
    }
}

extension Field.Kind {
    fileprivate var expectation: String {
        switch self {
        case .text: "a text that is not empty"
        case .path: "the absolute path of a file on the server's machine"
        case .name: "1 to 64 letters, digits, \"-\", \".\" and \"_\""
        case .duration: "a time such as \"300ms\", \"5s\" or \"2m\", at most a day"
        case .integer(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .flag: "true or false"
        case .lease: "a time in whole seconds or minutes, such as \"90s\" or \"10m\", 10s at least"
        case .scenario: "an object"
        case .expectations: "an object, or a list of objects that is not empty"
        }
    }
}

extension JSON.Number {
    /// A number without a fraction, however it is written: `80` and `80.0`.
    var whole: Int? {
        if let whole = Int(text) { return whole }
        guard let value = Double(text) else { return nil }
        return Int(exactly: value)
    }
}

extension JSON {
    fileprivate var isObject: Bool { if case .object = self { true } else { false } }
}

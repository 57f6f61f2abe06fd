import Rehearsal
import RehearsalFiles

/// A member of the document that goes with an operation, or a parameter of its query: what reads it is what describes it.
struct Field: Sendable {
    let name: String
    let kind: Kind
    let about: String
    var isRequired = false

    enum Kind: Sendable {
        /// A text of at least one character.
        case text
        /// The name of a session.
        case name
        /// `300ms`, `1s`, `2m`, at most a day.
        case duration
        case integer(ClosedRange<Int>)
        case flag
        case object
        /// An object, or a list of some.
        case objects
    }

    /// What is wrong with a value; nil if nothing is.
    func complaint(about value: JSON) -> String? {
        switch (kind, value) {
        case (.text, .string(let text)) where !text.isEmpty: nil
        case (.name, .string(let text)) where Sessions.isName(text): nil
        case (.duration, .string(let text)) where Durations.duration(text) != nil: nil
        case (.integer(let range), .number(let number)) where Int(number.text).map(range.contains) ?? false: nil
        case (.flag, .bool): nil
        case (.object, .object): nil
        case (.objects, .object): nil
        case (.objects, .array(let elements)) where !elements.isEmpty && elements.allSatisfy(\.isObject): nil
        default: "\"\(name)\" is \(kind.expectation)"
        }
    }

    var schema: JSON {
        switch kind {
        case .text: ["type": "string", "minLength": 1, "description": .string(about)]
        case .name: ["type": "string", "pattern": .string(Sessions.namePattern), "description": .string(about)]
        case .duration: ["type": "string", "pattern": .string(Durations.pattern), "description": .string(about)]
        case .integer(let range):
            [
                "type": "integer", "minimum": JSON(integerLiteral: range.lowerBound),
                "maximum": JSON(integerLiteral: range.upperBound), "description": .string(about),
            ]
        case .flag: ["type": "boolean", "description": .string(about)]
        case .object: ["type": "object", "description": .string(about)]
        case .objects:
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
        case .name: "1 to 64 letters, digits, \"-\", \".\" and \"_\""
        case .duration: "a time such as \"300ms\", \"5s\" or \"2m\", at most a day"
        case .integer(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .flag: "true or false"
        case .object: "an object"
        case .objects: "an object, or a list of objects that is not empty"
        }
    }
}

extension JSON {
    fileprivate var isObject: Bool { if case .object = self { true } else { false } }
}

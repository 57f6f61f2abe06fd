import Rehearsal
import RehearsalDocuments

/// A member of the JSON document of an operation, or a parameter of its query.
///
/// It validates the values of requests, and describes itself in the OpenAPI document.
struct OperationField: Sendable {
    let name: String
    let kind: Kind
    let description: String
    var isRequired = false

    enum Kind: Sendable {
        /// A string of at least one character.
        case text
        /// An absolute path on the server's machine.
        case path
        /// The path of a request, or a pattern of such paths.
        case requestPath
        /// The name of a session.
        case name
        /// A duration of at most a day: `300ms`, `1s`, `2m`.
        case duration
        case integer(ClosedRange<Int>)
        case flag
        /// A scenario document, or an object that is a part of one.
        case scenario
        /// An expectation, or a list of expectations that is not empty.
        case expectations
        /// The lease of a session: `10s` to `9999s`, or `1m` to `999m`.
        case lease
    }

    /// Returns the error text for a value; nil if the value is valid.
    func validationError(about value: JSON) -> String? {
        switch (kind, value) {
        case (.text, .string(let text)) where !text.isEmpty: nil
        case (.path, .string(let text)) where text.hasPrefix("/") && !text.utf8.contains(0): nil
        case (.requestPath, .string(let text)) where text.hasPrefix("/") && text.utf8.allSatisfy { $0 > 0x20 }: nil
        case (.name, .string(let text)) where Sessions.isName(text): nil
        case (.duration, .string(let text)) where DurationFormat.duration(text) != nil: nil
        case (.lease, .string(let text)) where DurationFormat.isLease(text): nil
        case (.integer(let range), .number(let number)) where number.integerValue.map(range.contains) ?? false: nil
        case (.flag, .bool): nil
        case (.scenario, .object): nil
        case (.expectations, .object): nil
        case (.expectations, .array(let elements)) where !elements.isEmpty && elements.allSatisfy(\.isObject): nil
        default: "\"\(name)\" must be \(kind.description.words)"
        }
    }

    var schema: JSON {
        .object(
            kind.description.schema.map { JSON.Member($0, $1) } + [JSON.Member("description", .string(description))]
        )
    }
}

extension OperationField.Kind {
    /// The description of a valid value, and the members of its JSON Schema.
    fileprivate var description: (words: String, schema: KeyValuePairs<String, JSON>) {
        switch self {
        case .text: ("a string that is not empty", ["type": "string", "minLength": 1])
        case .path:
            (
                "the absolute path of a file on the server's machine",
                ["type": "string", "pattern": "^/[^\\u0000]*$"]
            )
        case .requestPath:
            (
                "the path of a request: \"/\" and further characters",
                ["type": "string", "pattern": "^/[^\\u0000-\\u0020]*$"]
            )
        case .name:
            (
                "1 to 64 letters, digits, \"-\", \".\" and \"_\"",
                ["type": "string", "pattern": .string(Sessions.namePattern)]
            )
        case .duration:
            (
                "a duration such as \"300ms\", \"5s\" or \"2m\", at most a day",
                ["type": "string", "pattern": .string(DurationFormat.pattern)]
            )
        case .integer(let range):
            (
                "a whole number from \(range.lowerBound) to \(range.upperBound)",
                ["type": "integer", "minimum": .integer(range.lowerBound), "maximum": .integer(range.upperBound)]
            )
        case .flag: ("true or false", ["type": "boolean"])
        case .lease:
            (
                "a duration in whole seconds or minutes, such as \"90s\" or \"10m\", at least 10s",
                ["type": "string", "pattern": .string(DurationFormat.leasePattern)]
            )
        // The schema of scenarios is omitted, because it is larger than the rest of the document. `rehearsal schema`
        // prints it.
        case .scenario: ("an object", ["type": "object"])
        case .expectations:
            (
                "an object, or a list of objects that is not empty",
                ["oneOf": [["type": "object"], ["type": "array", "items": ["type": "object"], "minItems": 1]]]
            )
        }
    }
}

extension JSON.Number {
    /// The number as an integer, also if it has a zero fraction (`80.0`); nil if it is not an integer.
    var integerValue: Int? {
        if let whole = Int(text) { return whole }
        guard let value = Double(text) else { return nil }
        return Int(exactly: value)
    }
}

extension JSON {
    fileprivate var isObject: Bool { if case .object = self { true } else { false } }
}

/// The format of durations in the API: `300ms`, `1.5s`, `2m`.
enum DurationFormat {
    static let pattern = "^([0-9]{1,5}(\\.[0-9]{1,3})?ms|[0-9]{1,4}(\\.[0-9]{1,3})?s|[0-9]{1,3}(\\.[0-9]{1,3})?m)$"

    /// The maximum number of digits before the decimal point for each unit, so that no duration exceeds a day.
    private static let digits = ["ms": 5, "s": 4, "m": 3]

    /// The pattern of a lease: whole seconds or minutes, at least 10 s, so that a session does not end before its first
    /// use.
    static let leasePattern = "^([1-9][0-9]{1,3}s|[1-9][0-9]{0,2}m)$"

    /// Returns whether a text matches ``leasePattern``.
    static func isLease(_ text: String) -> Bool {
        let digits = text.utf8.prefix { $0.isDigit }
        let minimumDigits = text.hasSuffix("s") ? 2 : 1
        let maximumDigits = text.hasSuffix("s") ? 4 : 3
        return digits.count == text.utf8.count - 1 && (minimumDigits...maximumDigits).contains(digits.count)
            && digits.first != UInt8(ascii: "0") && (text.hasSuffix("s") || text.hasSuffix("m"))
    }

    /// Parses a duration; returns nil for a text that does not match ``pattern``.
    static func duration(_ text: String) -> Duration? {
        let number = text.utf8.prefix { $0.isDigit || $0 == UInt8(ascii: ".") }
        let parts = number.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard let maximumDigits = digits[String(text.utf8.dropFirst(number.count)) ?? ""], parts.count <= 2,
            (1...maximumDigits).contains(parts[0].count), parts.count == 1 || (1...3).contains(parts[1].count)
        else { return nil }
        return Duration(scenarioText: text)
    }

    /// Returns a duration as text, such as `300ms`, `5s` or `1.500s`, in whole milliseconds.
    static func text(_ duration: Duration) -> String {
        let milliseconds = duration.nanoseconds / 1_000_000
        let (seconds, rest) = milliseconds.quotientAndRemainder(dividingBy: 1_000)
        if rest == 0 { return "\(seconds)s" }
        return seconds == 0 ? "\(rest)ms" : "\(seconds).\(String(1_000 + rest).dropFirst())s"
    }
}

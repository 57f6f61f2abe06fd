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
        default: "\"\(name)\" is \(kind.form.words)"
        }
    }

    var schema: JSON {
        .object(kind.form.schema.map { JSON.Member($0, $1) } + [JSON.Member("description", .string(about))])
    }
}

extension Field.Kind {
    /// A value of this kind in words, and the members of its schema.
    fileprivate var form: (words: String, schema: KeyValuePairs<String, JSON>) {
        switch self {
        case .text: ("a text that is not empty", ["type": "string", "minLength": 1])
        case .path:
            (
                "the absolute path of a file on the server's machine",
                ["type": "string", "pattern": "^/[^\\u0000]*$"]
            )
        case .name:
            (
                "1 to 64 letters, digits, \"-\", \".\" and \"_\"",
                ["type": "string", "pattern": .string(Sessions.namePattern)]
            )
        case .duration:
            (
                "a time such as \"300ms\", \"5s\" or \"2m\", at most a day",
                ["type": "string", "pattern": .string(Durations.pattern)]
            )
        case .integer(let range):
            (
                "a whole number from \(range.lowerBound) to \(range.upperBound)",
                ["type": "integer", "minimum": .integer(range.lowerBound), "maximum": .integer(range.upperBound)]
            )
        case .flag: ("true or false", ["type": "boolean"])
        case .lease:
            (
                "a time in whole seconds or minutes, such as \"90s\" or \"10m\", 10s at least",
                ["type": "string", "pattern": .string(Durations.leasePattern)]
            )
        // Their grammar is that of scenarios: `rehearsal schema` prints it, and it is larger than all the rest of this.
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

/// Spans of time as the API writes them: `300ms`, `1.5s`, `2m`.
enum Durations {
    static let pattern = "^([0-9]{1,5}(\\.[0-9]{1,3})?ms|[0-9]{1,4}(\\.[0-9]{1,3})?s|[0-9]{1,3}(\\.[0-9]{1,3})?m)$"

    /// How many digits may stand before the point, so that none is longer than a day.
    private static let digits = ["ms": 5, "s": 4, "m": 3]

    /// Whole seconds or minutes, and not so short that a lease runs out before anybody can use it.
    static let leasePattern = "^([1-9][0-9]{1,3}s|[1-9][0-9]{0,2}m)$"

    /// Whether ``leasePattern`` takes it.
    static func isLease(_ text: String) -> Bool {
        let digits = text.utf8.prefix { $0.isDigit }
        let least = text.hasSuffix("s") ? 2 : 1
        let most = text.hasSuffix("s") ? 4 : 3
        return digits.count == text.utf8.count - 1 && (least...most).contains(digits.count)
            && digits.first != UInt8(ascii: "0") && (text.hasSuffix("s") || text.hasSuffix("m"))
    }

    /// Nil for what ``pattern`` does not take.
    static func duration(_ text: String) -> Duration? {
        let number = text.utf8.prefix { $0.isDigit || $0 == UInt8(ascii: ".") }
        let parts = number.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard let most = digits[String(text.utf8.dropFirst(number.count)) ?? ""], parts.count <= 2,
            (1...most).contains(parts[0].count), parts.count == 1 || (1...3).contains(parts[1].count)
        else { return nil }
        return Duration(written: text)
    }

    /// The same, the shortest way.
    static func text(_ duration: Duration) -> String {
        let milliseconds = duration.nanoseconds / 1_000_000
        let (seconds, rest) = milliseconds.quotientAndRemainder(dividingBy: 1_000)
        if rest == 0 { return "\(seconds)s" }
        return seconds == 0 ? "\(rest)ms" : "\(seconds).\(String(1_000 + rest).dropFirst())s"
    }
}

import Rehearsal

/// A value in a Mockoon template with the semantics of JavaScript.
enum MockoonValue {
    case known(JSON)
    /// A text that is output without escaping.
    case unescaped(String)
    /// A time in milliseconds since 1970, UTC.
    case date(Int64)
    /// A text with parts that depend on the request.
    case mixed([MockoonPart])

    static let none = MockoonValue.known(.null)

    static func text(_ text: some StringProtocol) -> MockoonValue { .known(.string(String(text))) }

    static func bool(_ value: Bool) -> MockoonValue { .known(.bool(value)) }

    static func number(_ value: Double) -> MockoonValue {
        value.isFinite ? .known(.number(JSON.Number(text: numberText(value)))) : .none
    }

    static func number(_ value: Int) -> MockoonValue { .known(.integer(value)) }

    /// Returns the JavaScript representation of a number.
    static func numberText(_ value: Double) -> String {
        guard value.isFinite else { return "NaN" }
        return Int(exactly: value).map { String($0) } ?? "\(value)"
    }

    /// Returns the value as JSON. Throws if it depends on the request.
    func json() throws(TranslationError) -> JSON {
        switch self {
        case .known(let json): return json
        case .unescaped(let text): return .string(text)
        case .date(let moment): return .string(TimeFormat.isoMilliseconds.text(of: moment))
        case .mixed(let parts):
            guard let text = parts.constantText else { throw .readsRequest }
            return .string(text)
        }
    }

    /// Returns the value as text. Throws if it depends on the request.
    func text() throws(TranslationError) -> String {
        guard case .date(let moment) = self else { return try Self.text(of: try json()) }
        return MockoonDate.javaScriptText(of: moment)
    }

    private static func text(of json: JSON) throws(TranslationError) -> String {
        switch json {
        case .null: return ""
        case .bool(let value): return value ? "true" : "false"
        case .number(let number): return number.text
        case .string(let text): return text
        case .array(let elements): return try elements.map(MockoonValue.known).texts().joined(separator: ",")
        case .object: throw TranslationError("an object cannot be output as text; use stringify in three braces")
        }
    }

    /// Returns the value as a number; nil if it is not one. Throws if it depends on the request.
    func number() throws(TranslationError) -> Double? {
        switch try json() {
        case .number(let number): Double(number.text)
        case .string(let text): Double(text.trimmingEnd().drop { $0.isWhitespace })
        case .bool(let value): value ? 1 : 0
        default: nil
        }
    }

    /// Returns whether the value is truthy in Handlebars. Throws if it depends on the request.
    func isTrue() throws(TranslationError) -> Bool {
        switch try json() {
        case .null: false
        case .bool(let value): value
        case .number(let number): Double(number.text) != 0
        case .string(let text): !text.isEmpty
        case .array(let elements): !elements.isEmpty
        case .object: true
        }
    }

    /// The value of the request, if this value consists of nothing else; nil otherwise.
    var request: MockoonPart.RequestValue? {
        guard case .mixed(let parts) = self, parts.count == 1, case .request(let value)? = parts.first else {
            return nil
        }
        return value
    }
}

extension TranslationError {
    static let readsRequest = TranslationError("a value of the request cannot be used in a computation")
}

/// A part of the output of a Mockoon template.
enum MockoonPart {
    /// Text of the template, or a value of a tag with three braces.
    case text(String)
    /// A value known at import.
    case value(String)
    /// A value that depends on the request.
    case request(RequestValue)

    /// A value that a scenario template evaluates for each request.
    struct RequestValue {
        /// The expression without its braces.
        var expression: String
        /// The part of the request with the value; nil for other values such as the time.
        var subject: MatchTarget?
        /// The default for a missing value.
        var defaultValue = ""
        /// Whether Mockoon wraps the value in an object, which is always truthy.
        var isWrapped = false
    }
}

extension [MockoonPart] {
    /// The parts as a scenario template.
    var templateText: String {
        map { part in
            switch part {
            case .text(let text), .value(let text): TemplateTranslation.escapingBraces(text)
            case .request(let value): "{{\(value.expression)}}"
            }
        }.joined()
    }

    /// The text of the parts; nil if one of them depends on the request.
    var constantText: String? {
        var output = ""
        for part in self {
            switch part {
            case .text(let text), .value(let text): output += text
            case .request: return nil
            }
        }
        return output
    }

    /// The parts as JSON; nil if they are not valid JSON. Values in strings are escaped.
    var json: JSON? { JSONText.value(jsonBytes(isTemplate: false)) }

    /// The parts as JSON whose strings may be scenario templates; nil if they are not valid JSON.
    ///
    /// A value of the request outside a string becomes a string with a template that is rendered as JSON.
    var document: JSON? {
        guard let json = JSONText.value(jsonBytes(isTemplate: true)), (try? JSONTemplate(json)) != nil else {
            return nil
        }
        return json
    }

    private func jsonBytes(isTemplate: Bool) -> [UInt8] {
        var writer = MockoonDocumentWriter(isTemplate: isTemplate)
        for part in self { writer.append(part) }
        return writer.output
    }
}

/// A writer of parts as JSON that tracks whether the next part is inside a string.
struct MockoonDocumentWriter {
    private(set) var output: [UInt8] = []
    private let isTemplate: Bool
    private var isInString = false
    private var isEscaped = false

    init(isTemplate: Bool) { self.isTemplate = isTemplate }

    mutating func append(_ part: MockoonPart) {
        switch part {
        case .text(let text): append(Array(text.utf8))
        case .value(let text): append(isInString ? escaped(text) : Array(text.utf8))
        case .request(let value) where isInString: output += escaped("{{\(value.expression)}}")
        case .request(let value): output += JSON.string("{{\(value.expression) | json}}").bytes()
        }
    }

    /// Appends text. Double braces in a string are escaped.
    private mutating func append(_ bytes: [UInt8]) {
        var previous = UInt8(ascii: " ")
        for byte in bytes {
            if isEscaped {
                isEscaped = false
            } else if isInString, byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == UInt8(ascii: "\"") {
                isInString.toggle()
            }
            if isTemplate, isInString, byte == UInt8(ascii: "{"), previous == byte {
                output.removeLast()
                output += #"{{ \"{{\" }}"#.utf8
                previous = UInt8(ascii: " ")
            } else {
                output.append(byte)
                previous = byte
            }
        }
    }

    private func escaped(_ text: String) -> [UInt8] { Array(JSON.string(text).bytes().dropFirst().dropLast()) }
}

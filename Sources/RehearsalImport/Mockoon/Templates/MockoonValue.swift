import Rehearsal

/// A value in a Mockoon template, as JavaScript has it.
enum MockoonValue {
    case known(JSON)
    /// A text that is written without escapes.
    case safe(String)
    /// A moment in milliseconds since 1970, UTC.
    case date(Int64)
    /// A text with parts that are filled in for each request.
    case parts([MockoonPart])

    static let none = MockoonValue.known(.null)

    static func text(_ text: some StringProtocol) -> MockoonValue { .known(.string(String(text))) }

    static func bool(_ value: Bool) -> MockoonValue { .known(.bool(value)) }

    static func number(_ value: Double) -> MockoonValue {
        value.isFinite ? .known(.number(JSON.Number(text: numberText(value)))) : .none
    }

    static func number(_ value: Int) -> MockoonValue { .known(.integer(value)) }

    /// A number as JavaScript writes it.
    static func numberText(_ value: Double) -> String {
        guard value.isFinite else { return "NaN" }
        return Int(exactly: value).map { String($0) } ?? "\(value)"
    }

    /// A document that no request changes.
    func json() throws(Untranslatable) -> JSON {
        switch self {
        case .known(let json): return json
        case .safe(let text): return .string(text)
        case .date(let moment): return .string(TimeFormat.isoMilliseconds.text(of: moment))
        case .parts(let parts):
            guard let text = parts.constantText else { throw .readsRequest }
            return .string(text)
        }
    }

    /// A text that no request changes.
    func text() throws(Untranslatable) -> String {
        guard case .date(let moment) = self else { return try Self.text(of: try json()) }
        return MockoonDate.javaScriptText(of: moment)
    }

    private static func text(of json: JSON) throws(Untranslatable) -> String {
        switch json {
        case .null: return ""
        case .bool(let value): return value ? "true" : "false"
        case .number(let number): return number.text
        case .string(let text): return text
        case .array(let elements):
            var texts: [String] = []
            for element in elements { texts.append(try text(of: element)) }
            return texts.joined(separator: ",")
        case .object: throw Untranslatable("an object is not a text; write it with stringify and three braces")
        }
    }

    /// A number that no request changes; nil for what is not a number.
    func number() throws(Untranslatable) -> Double? {
        switch try json() {
        case .number(let number): Double(number.text)
        case .string(let text): Double(text.trimmingEnd().drop { $0.isWhitespace })
        case .bool(let value): value ? 1 : 0
        default: nil
        }
    }

    /// Whether Handlebars takes the value for true.
    func isTrue() throws(Untranslatable) -> Bool {
        switch try json() {
        case .null: false
        case .bool(let value): value
        case .number(let number): Double(number.text) != 0
        case .string(let text): !text.isEmpty
        case .array(let elements): !elements.isEmpty
        case .object: true
        }
    }

    /// The one part of the request that the value is; nil for any other value.
    var request: MockoonPart.RequestValue? {
        guard case .parts(let parts) = self, parts.count == 1, case .request(let value)? = parts.first else {
            return nil
        }
        return value
    }
}

extension Untranslatable {
    static let readsRequest = Untranslatable("a value of the request cannot be computed with")
}

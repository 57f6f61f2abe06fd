/// A JSON value (RFC 8259) that preserves member order, repeated names and the source text of numbers.
public enum JSON: Sendable, Hashable {
    /// The value `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number with its source text.
    case number(Number)
    /// A string with escapes decoded.
    case string(String)
    /// An array.
    case array([JSON])
    /// An object with its members in order.
    case object([Member])

    /// A name with its value; an object may repeat a name.
    public struct Member: Sendable, Hashable {
        /// The name.
        public var name: String
        /// The value.
        public var value: JSON

        /// Creates a member.
        public init(_ name: String, _ value: JSON) {
            self.name = name
            self.value = value
        }
    }

    /// A number with its source text: `1.50` stays `1.50`.
    public struct Number: Sendable, Hashable {
        /// The source text.
        public let text: String

        package init(text: String) { self.text = text }
    }

    /// Parses a JSON text (RFC 8259) without extensions: no comments, no trailing commas, at most 512 levels.
    ///
    /// An unpaired surrogate (`"\ud800"`) becomes U+FFFD.
    ///
    /// - Throws: an error whose description has the mistake, its byte offset and the correction.
    public init(parsing text: String) throws { try self.init(parsing: Array(text.utf8)) }

    package init(parsing bytes: [UInt8]) throws(JSONSyntaxError) {
        self = try JSONDocument(parsing: bytes).root.value
    }

    /// The value of the first member with a name; nil if there is none or this is not an object.
    public subscript(name: String) -> JSON? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }

    /// The element at an index; nil if there is none or this is not an array.
    public subscript(index: Int) -> JSON? {
        guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
        return elements[index]
    }

    /// Returns a whole number; null for nil.
    package static func integer(_ value: (some BinaryInteger)?) -> JSON {
        value.map { .number(Number(text: String($0))) } ?? .null
    }

    /// Returns a string; null for nil.
    package static func text(_ value: String?) -> JSON { value.map { .string($0) } ?? .null }

    package static func texts(_ values: [String]) -> JSON { .array(values.map { .string($0) }) }
}

extension JSON: ExpressibleByNilLiteral {
    /// Creates `null`.
    public init(nilLiteral: ()) { self = .null }
}

extension JSON: ExpressibleByBooleanLiteral {
    /// Creates `true` or `false`.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension JSON: ExpressibleByIntegerLiteral {
    /// Creates a whole number in decimal digits.
    public init(integerLiteral value: Int) { self = .number(Number(text: String(value))) }
}

extension JSON: ExpressibleByFloatLiteral {
    /// Creates a number with the fewest digits that represent the value; `null` if the value is not finite, because
    /// JSON cannot represent it.
    public init(floatLiteral value: Double) {
        self = value.isFinite ? .number(Number(text: "\(value)")) : .null
    }
}

extension JSON: ExpressibleByStringLiteral {
    /// Creates a string.
    public init(stringLiteral value: String) { self = .string(value) }
}

extension JSON: ExpressibleByArrayLiteral {
    /// Creates an array.
    public init(arrayLiteral elements: JSON...) { self = .array(elements) }
}

extension JSON: ExpressibleByDictionaryLiteral {
    /// Creates an object with its members in this order, repeated names included.
    public init(dictionaryLiteral elements: (String, JSON)...) {
        self = .object(elements.map { Member($0.0, $0.1) })
    }
}

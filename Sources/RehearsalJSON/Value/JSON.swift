/// A JSON value (RFC 8259) that keeps what most readers lose: member order, repeated names and the text of numbers.
public enum JSON: Sendable, Hashable {
    case null
    case bool(Bool)
    case number(Number)
    case string(String)
    case array([JSON])
    case object([Member])

    /// A name and its value; a name may be there twice.
    public struct Member: Sendable, Hashable {
        /// The name.
        public var name: String
        /// The value.
        public var value: JSON

        /// A name and its value.
        public init(_ name: String, _ value: JSON) {
            self.name = name
            self.value = value
        }
    }

    /// A number as it was written: `1.50` stays `1.50`.
    public struct Number: Sendable, Hashable {
        /// As it was written.
        public let text: String

        package init(text: String) { self.text = text }
    }

    /// Reads a JSON text (RFC 8259), strictly: no comments, no trailing commas, at most 512 levels of nesting.
    ///
    /// Half of a surrogate pair (`"\ud800"`) becomes U+FFFD.
    ///
    /// - Throws: an error whose description says what was found, at which byte, and what would be right.
    public init(parsing text: String) throws { try self.init(parsing: Array(text.utf8)) }

    package init(parsing bytes: [UInt8]) throws(JSONSyntaxError) {
        self = try JSONDocument(parsing: bytes).root.value
    }

    /// The value of the first member of that name; nil if there is none, or if this is no object.
    public subscript(name: String) -> JSON? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }

    /// The element at that place of an array; nil if this is no array or has no such place.
    public subscript(index: Int) -> JSON? {
        guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
        return elements[index]
    }

    /// A whole number; null if there is none.
    package static func integer(_ value: (some BinaryInteger)?) -> JSON {
        value.map { .number(Number(text: String($0))) } ?? .null
    }

    /// A text; null if there is none.
    package static func text(_ value: String?) -> JSON { value.map { .string($0) } ?? .null }

    package static func texts(_ values: [String]) -> JSON { .array(values.map { .string($0) }) }
}

extension JSON: ExpressibleByNilLiteral {
    /// `null`.
    public init(nilLiteral: ()) { self = .null }
}

extension JSON: ExpressibleByBooleanLiteral {
    /// `true` or `false`.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension JSON: ExpressibleByIntegerLiteral {
    /// A whole number, in decimal digits.
    public init(integerLiteral value: Int) { self = .number(Number(text: String(value))) }
}

extension JSON: ExpressibleByFloatLiteral {
    /// A number with the fewest digits that stand for this value; `null` if it is not finite,
    /// as JSON has no such number.
    public init(floatLiteral value: Double) {
        self = value.isFinite ? .number(Number(text: "\(value)")) : .null
    }
}

extension JSON: ExpressibleByStringLiteral {
    /// A string.
    public init(stringLiteral value: String) { self = .string(value) }
}

extension JSON: ExpressibleByArrayLiteral {
    /// An array of these elements.
    public init(arrayLiteral elements: JSON...) { self = .array(elements) }
}

extension JSON: ExpressibleByDictionaryLiteral {
    /// An object with these members in this order, repeated names included.
    public init(dictionaryLiteral elements: (String, JSON)...) {
        self = .object(elements.map { Member($0.0, $0.1) })
    }
}

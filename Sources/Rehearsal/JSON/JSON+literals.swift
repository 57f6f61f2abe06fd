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

/// One assertion or applicator of a schema, ready to be evaluated.
///
/// Other schemas are denoted by their indices in the program.
enum SchemaStep: Sendable {
    case types(SchemaTypes)
    indirect case constant(ExactValue)
    indirect case enumeration(SchemaEnumeration)
    indirect case bound(SchemaBound)
    indirect case multiple(of: SchemaDivisor)
    case count(SchemaCount)
    case pattern(Int)
    case format(SchemaFormat)
    case uniqueItems

    indirect case object(SchemaObjectRules)
    case propertyNames(Int)
    indirect case dependencies([SchemaDependency])
    case array(prefix: [Int], rest: Int?)
    indirect case contains(SchemaContains)

    case reference(Int)
    indirect case dynamicReference(Int, anchor: String)
    case allOf([Int])
    case anyOf([Int])
    case oneOf([Int])
    case not(Int)
    indirect case conditional(SchemaConditional)

    // These come last, because they depend on the results of all others.
    case unevaluatedItems(Int)
    case unevaluatedProperties(Int)
}

/// A set of types of JSON values (validation §6.1.1).
struct SchemaTypes: OptionSet, Sendable, Hashable {
    let rawValue: UInt8

    static let null = SchemaTypes(rawValue: 1)
    static let boolean = SchemaTypes(rawValue: 2)
    static let object = SchemaTypes(rawValue: 4)
    static let array = SchemaTypes(rawValue: 8)
    static let string = SchemaTypes(rawValue: 16)
    static let integer = SchemaTypes(rawValue: 32)
    /// Every number, integers included.
    static let number = SchemaTypes(rawValue: 64)

    static let names: KeyValuePairs<String, SchemaTypes> = [
        "null": .null, "boolean": .boolean, "object": .object, "array": .array, "string": .string,
        "integer": .integer, "number": .number,
    ]

    /// Returns the type with a name; nil for an unknown name.
    static func named(_ name: String) -> SchemaTypes? { names.first { $0.key == name }?.value }

    /// The names of the types for a message, with an article.
    var phrase: String {
        let parts = Self.names.filter { contains($0.value) }.map { name, _ in
            name == "null" ? name : "\("aeiou".contains(name.prefix(1)) ? "an" : "a") \(name)"
        }
        return parts.joined(separator: " or ")
    }

    /// Returns whether a value has one of the types.
    func match(_ value: JSON) -> Bool {
        switch value {
        case .null: contains(.null)
        case .bool: contains(.boolean)
        case .object: contains(.object)
        case .array: contains(.array)
        case .string: contains(.string)
        case .number(let number): contains(.number) || contains(.integer) && number.isInteger
        }
    }
}

extension JSON.Number {
    /// Whether the value has no fraction, in any notation.
    fileprivate var isInteger: Bool {
        text.utf8.allSatisfy { $0.isDigit || $0 == UInt8(ascii: "-") } || JSONDecimal(text).isInteger
    }
}

/// The values of `enum`.
struct SchemaEnumeration: Sendable {
    let values: [JSON]
    private let strings: Set<ScalarText>
    private let others: Set<ExactValue>

    init(_ values: [JSON]) {
        self.values = values
        var strings: Set<ScalarText> = []
        var others: Set<ExactValue> = []
        for value in values {
            if case .string(let text) = value {
                strings.insert(ScalarText(text))
            } else {
                others.insert(ExactValue(value))
            }
        }
        self.strings = strings
        self.others = others
    }

    func contains(_ value: JSON) -> Bool {
        if case .string(let text) = value { return strings.contains(ScalarText(text)) }
        return !others.isEmpty && others.contains(ExactValue(value))
    }
}

/// A bound of a number: `minimum`, `maximum` and their exclusive forms.
struct SchemaBound: Sendable {
    let keyword: SchemaKeyword
    let number: JSON.Number
    let isMaximum: Bool
    let isExclusive: Bool
    private let short: ShortDecimal?
    private let decimal: JSONDecimal

    init(_ keyword: SchemaKeyword, _ number: JSON.Number, isExclusive: Bool) {
        self.keyword = keyword
        self.number = number
        self.isExclusive = isExclusive
        isMaximum = keyword == .maximum || keyword == .exclusiveMaximum
        short = ShortDecimal(number.text)
        decimal = JSONDecimal(number.text)
    }

    func permits(_ value: JSON.Number) -> Bool {
        let order = order(of: value)
        return order == 0 ? !isExclusive : isMaximum == (order < 0)
    }

    /// Returns whether a number is less than, equal to or greater than the bound: -1, 0 or 1.
    private func order(of value: JSON.Number) -> Int {
        // Most numbers are short and need no digits in arrays.
        if let short, let order = ShortDecimal(value.text)?.order(to: short) { return order }
        let value = JSONDecimal(value.text)
        return value == decimal ? 0 : value < decimal ? -1 : 1
    }
}

/// The divisor of `multipleOf`.
struct SchemaDivisor: Sendable {
    let number: JSON.Number
    private let short: ShortDecimal?
    private let decimal: JSONDecimal

    /// Creates a divisor; nil if the number is not greater than 0.
    init?(_ number: JSON.Number) {
        self.number = number
        short = ShortDecimal(number.text)
        decimal = JSONDecimal(number.text)
        guard decimal > JSONDecimal("0") else { return nil }
    }

    /// Returns whether a number is a multiple.
    ///
    /// - Parameter spend: reports the cost of a long division, and returns whether it may be made.
    func divides(_ value: JSON.Number, spend: (Int) -> Bool) -> Bool {
        if let short, let isMultiple = ShortDecimal(value.text)?.isMultiple(of: short) { return isMultiple }
        let value = JSONDecimal(value.text)
        return spend(value.multipleCost(of: decimal) / 16) && value.isMultiple(of: decimal)
    }
}

/// A bound of the number of characters, elements or members.
struct SchemaCount: Sendable {
    let keyword: SchemaKeyword
    /// The bound. A greater number than `Int.max` has no effect as a maximum, and is never reached as a minimum.
    let limit: Int
    let isMaximum: Bool
    let type: SchemaTypes

    init?(_ keyword: SchemaKeyword, _ limit: Int) {
        self.keyword = keyword
        self.limit = limit
        switch keyword {
        case .maxLength: (isMaximum, type) = (true, .string)
        case .minLength: (isMaximum, type) = (false, .string)
        case .maxItems: (isMaximum, type) = (true, .array)
        case .minItems: (isMaximum, type) = (false, .array)
        case .maxProperties: (isMaximum, type) = (true, .object)
        case .minProperties: (isMaximum, type) = (false, .object)
        default: return nil
        }
    }

    /// Returns the size of a value if it is of the type that the bound applies to.
    func size(of value: JSON) -> Int? {
        switch value {
        case .string(let text) where type == .string: text.unicodeScalars.count
        case .array(let elements) where type == .array: elements.count
        case .object(let members) where type == .object: members.count
        default: nil
        }
    }

    func permits(_ value: JSON) -> Bool {
        if type == .string, case .string(let text) = value {
            // A character has one to four bytes.
            let bytes = text.utf8.count
            if isMaximum ? bytes <= limit : bytes / 4 >= limit { return true }
        }
        guard let size = size(of: value) else { return true }
        return isMaximum ? size <= limit : size >= limit
    }
}

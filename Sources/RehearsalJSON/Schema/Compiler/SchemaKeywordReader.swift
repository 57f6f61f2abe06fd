/// A reader of the values of keywords that records the values of a wrong type.
struct SchemaKeywordReader {
    let keywords: SchemaKeywords
    let isOpenAPI30: Bool
    private(set) var mistakes: [Mistake] = []

    struct Mistake {
        var keyword: SchemaKeyword
        var problem: String
        var fix: String
    }

    init(keywords: SchemaKeywords, isOpenAPI30: Bool) {
        self.keywords = keywords
        self.isOpenAPI30 = isOpenAPI30
    }

    mutating func mistake(_ keyword: SchemaKeyword, _ problem: String, fix: String) {
        mistakes.append(Mistake(keyword: keyword, problem: problem, fix: fix))
    }

    private mutating func wrongType(_ keyword: SchemaKeyword, _ expected: String) {
        mistake(keyword, "the value of \"\(keyword.rawValue)\" is not \(expected)", fix: "write \(expected)")
    }

    mutating func string(_ keyword: SchemaKeyword) -> String? {
        guard let value = keywords[keyword] else { return nil }
        if case .string(let text) = value { return text }
        wrongType(keyword, "a string")
        return nil
    }

    mutating func bool(_ keyword: SchemaKeyword) -> Bool? {
        guard let value = keywords[keyword] else { return nil }
        if case .bool(let value) = value { return value }
        wrongType(keyword, "true or false")
        return nil
    }

    mutating func array(_ keyword: SchemaKeyword) -> [JSON]? {
        guard let value = keywords[keyword] else { return nil }
        if case .array(let elements) = value { return elements }
        wrongType(keyword, "an array")
        return nil
    }

    /// Returns the members of an object. Of members with the same name, only the first counts, as for references.
    mutating func object(_ keyword: SchemaKeyword) -> [JSON.Member]? {
        guard let value = keywords[keyword] else { return nil }
        if case .object(let members) = value {
            var names: Set<ScalarText> = []
            return members.filter { names.insert(ScalarText($0.name)).inserted }
        }
        wrongType(keyword, "an object")
        return nil
    }

    mutating func names(_ keyword: SchemaKeyword) -> [String]? {
        guard let value = keywords[keyword] else { return nil }
        return names(of: value, keyword)
    }

    mutating func names(of value: JSON, _ keyword: SchemaKeyword) -> [String]? {
        if case .array(let elements) = value {
            let names = elements.compactMap { if case .string(let name) = $0 { name } else { nil } }
            if names.count == elements.count { return names }
        }
        wrongType(keyword, "an array of names")
        return nil
    }

    private mutating func number(_ keyword: SchemaKeyword) -> JSON.Number? {
        guard let value = keywords[keyword] else { return nil }
        if case .number(let number) = value { return number }
        if case .bool = value, keyword == .exclusiveMinimum || keyword == .exclusiveMaximum {
            let fix = "write the bound itself: true and false belong to OpenAPI 3.0"
            mistake(keyword, "the value of \"\(keyword.rawValue)\" is not a number", fix: fix)
        } else {
            wrongType(keyword, "a number")
        }
        return nil
    }

    /// Returns a non-negative integer in any notation. A number beyond `Int` is clamped to `Int.max`.
    mutating func count(_ keyword: SchemaKeyword) -> Int? {
        guard let value = keywords[keyword] else { return nil }
        if case .number(let number) = value {
            if let count = Int(number.text), count >= 0 { return count }
            let decimal = JSONDecimal(number.text)
            if decimal.isInteger, !decimal.isNegative {
                let length = decimal.exponent.distance(from: JSONDecimal("0").exponent)
                guard length <= 18 else { return Int.max }
                let digits = decimal.digits.reduce(0) { $0 * 10 + Int($1 &- 0x30) }
                return (decimal.digits.count..<max(length, decimal.digits.count)).reduce(digits) { value, _ in
                    value * 10
                }
            }
        }
        wrongType(keyword, "a whole number that is not negative")
        return nil
    }
}

extension SchemaKeywordReader {
    /// Returns the steps of the keywords about a value alone.
    mutating func valueSteps() -> [SchemaStep] {
        var steps: [SchemaStep] = []
        if let types = types() { steps.append(.types(types)) }
        if let value = keywords[.const] { steps.append(.constant(ExactValue(value))) }
        if let values = array(.enum) { steps.append(.enumeration(SchemaEnumeration(values))) }
        steps += bounds()
        if let number = number(.multipleOf) {
            if let divisor = SchemaDivisor(number) {
                steps.append(.multiple(of: divisor))
            } else {
                mistake(.multipleOf, "\"multipleOf\" is not greater than 0", fix: "write a positive number")
            }
        }
        for keyword in [SchemaKeyword.maxLength, .minLength, .maxItems, .minItems, .maxProperties, .minProperties] {
            if let limit = count(keyword), let count = SchemaCount(keyword, limit) { steps.append(.count(count)) }
        }
        if bool(.uniqueItems) == true { steps.append(.uniqueItems) }
        return steps
    }

    private mutating func types() -> SchemaTypes? {
        let names: [JSON]
        switch keywords[.type] {
        case nil: return nil
        case .array(let elements)? where !isOpenAPI30: names = elements
        case let name?: names = [name]
        }
        var types: SchemaTypes = []
        for name in names {
            guard case .string(let name) = name, let type = SchemaTypes.named(name), !isOpenAPI30 || type != .null
            else {
                let fix =
                    "the types are "
                    + SchemaTypes.names.filter { !isOpenAPI30 || $0.value != .null }
                    .map(\.key).joined(separator: ", ")
                mistake(.type, "the type is not known", fix: fix)
                return nil
            }
            types.insert(type)
        }
        // `nullable` has an effect only beside `type` (OpenAPI 3.0.3, fixed fields of the schema object).
        if isOpenAPI30, bool(.nullable) == true { types.insert(.null) }
        return types
    }

    private mutating func bounds() -> [SchemaStep] {
        var steps: [SchemaStep] = []
        for (inclusive, exclusive) in [
            (SchemaKeyword.minimum, SchemaKeyword.exclusiveMinimum), (.maximum, .exclusiveMaximum),
        ] {
            if isOpenAPI30 {
                let isExclusive = bool(exclusive) == true
                if let number = number(inclusive) {
                    steps.append(.bound(SchemaBound(inclusive, number, isExclusive: isExclusive)))
                }
            } else {
                if let number = number(inclusive) {
                    steps.append(.bound(SchemaBound(inclusive, number, isExclusive: false)))
                }
                if let number = number(exclusive) {
                    steps.append(.bound(SchemaBound(exclusive, number, isExclusive: true)))
                }
            }
        }
        return steps
    }
}

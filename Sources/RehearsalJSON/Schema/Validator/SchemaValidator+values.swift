/// Evaluation of the assertions about a value alone (validation §6).
extension SchemaValidator {
    /// Evaluates an assertion about the value alone.
    mutating func assert(_ step: SchemaStep, _ node: Int, _ value: JSON) -> Bool {
        guard spend(Self.textLength(value) / 32, node) else { return false }
        switch step {
        case .types(let types):
            if types.match(value) { return true }
            return fail(node, .type, "is \(SchemaSummary.of(value)), but must be \(types.phrase)")
        case .constant(let expected):
            guard spend(expected.nodeCount / 4, node) else { return false }
            if value.isEquivalent(to: expected.value) { return true }
            return fail(node, .const, "is \(SchemaSummary.of(value)), but must be \(SchemaSummary.of(expected.value))")
        case .enumeration(let values): return apply(values, node, value)
        case .bound(let bound): return apply(bound, node, value)
        case .multiple(let divisor): return apply(divisor, node, value)
        case .count(let count): return apply(count, node, value)
        case .pattern(let pattern):
            guard case .string(let text) = value, !hasMatch(pattern, in: text, node) else { return true }
            let expected = program.patterns[pattern].text
            return fail(node, .pattern, "is \(text.quoted), which does not match \(expected.quoted)")
        case .format(let format):
            if format.matches(value) { return true }
            return fail(node, .format, "is \(SchemaSummary.of(value)), but must be \(format.phrase)")
        case .uniqueItems: return applyUniqueItems(node, value)
        default: return true
        }
    }

    /// Returns the length of the text of a string or a number, which determines the cost of assertions.
    private static func textLength(_ value: JSON) -> Int {
        switch value {
        case .string(let text): text.utf8.count
        case .number(let number): number.text.utf8.count
        case .null, .bool, .array, .object: 1
        }
    }

    private mutating func apply(_ enumeration: SchemaEnumeration, _ node: Int, _ value: JSON) -> Bool {
        if enumeration.contains(value) { return true }
        let names = enumeration.values.prefix(8).map(SchemaSummary.of).joined(separator: ", ")
        let rest = enumeration.values.count > 8 ? ", …" : ""
        return fail(node, .enum, "is \(SchemaSummary.of(value)), but the permitted values are \(names)\(rest)")
    }

    private mutating func apply(_ bound: SchemaBound, _ node: Int, _ value: JSON) -> Bool {
        guard case .number(let number) = value, !bound.permits(number) else { return true }
        let text = SchemaSummary.of(value)
        let limit = SchemaSummary.of(JSON.number(bound.number))
        guard bound.isExclusive else {
            return fail(
                node,
                bound.keyword,
                "is \(text), but the \(bound.isMaximum ? "maximum" : "minimum") is \(limit)"
            )
        }
        return fail(
            node,
            bound.keyword,
            "is \(text), but must be \(bound.isMaximum ? "less" : "greater") than \(limit)"
        )
    }

    private mutating func apply(_ divisor: SchemaDivisor, _ node: Int, _ value: JSON) -> Bool {
        guard case .number(let number) = value else { return true }
        if divisor.divides(number, spend: { spend($0, node) }) { return true }
        let expected = SchemaSummary.of(.number(divisor.number))
        return fail(node, .multipleOf, "is \(SchemaSummary.of(value)), but must be a multiple of \(expected)")
    }

    private mutating func apply(_ count: SchemaCount, _ node: Int, _ value: JSON) -> Bool {
        if count.permits(value) { return true }
        let size = count.size(of: value) ?? 0
        let unit = count.type == .string ? "character" : count.type == .array ? "element" : "property"
        let units = size == 1 ? unit : unit == "property" ? "properties" : unit + "s"
        let name = count.isMaximum ? "maximum" : "minimum"
        return fail(node, count.keyword, "has \(size) \(units), but the \(name) is \(count.limit)")
    }
}

/// Descriptions of values in messages.
enum SchemaSummary {
    /// Returns a value, cut to 160 characters; the kind of an object or an array.
    static func of(_ value: JSON) -> String {
        switch value {
        case .null: "null"
        case .bool(let value): value ? "true" : "false"
        case .number(let number): number.text.utf8.count > 40 ? number.text.prefix(37) + "…" : number.text
        case .string(let text): text.quoted
        case .array(let elements): elements.isEmpty ? "an empty array" : "an array"
        case .object(let members): members.isEmpty ? "an empty object" : "an object"
        }
    }
}

/// Evaluation of the assertions about a value alone (validation §6), and of references and combinations (core §10.2).
extension SchemaValidator {
    mutating func apply(_ step: SchemaStep, _ node: Int, _ value: JSON, _ marks: inout SchemaMarks) -> Bool {
        guard spend(1, node) else { return false }
        switch step {
        case .types(let types):
            if types.match(value) { return true }
            return fail(node, .type, "is \(SchemaSummary.of(value)), but must be \(types.phrase)")
        case .constant(let expected):
            if value.isEquivalent(to: expected) { return true }
            return fail(node, .const, "is \(SchemaSummary.of(value)), but must be \(SchemaSummary.of(expected))")
        case .enumeration(let values): return apply(values, node, value)
        case .bound(let bound): return apply(bound, node, value)
        case .multiple(let number, let decimal): return applyMultiple(of: number, decimal, node, value)
        case .count(let count): return apply(count, node, value)
        case .pattern(let pattern):
            guard case .string(let text) = value, !hasMatch(pattern, in: text, node) else { return true }
            let expected = program.patterns[pattern].text
            return fail(node, .pattern, "is \(SchemaSummary.of(value)), which does not match \(expected.quoted)")
        case .format(let format):
            if format.matches(value) { return true }
            return fail(node, .format, "is \(SchemaSummary.of(value)), but must be \(format.phrase)")
        case .uniqueItems: return applyUniqueItems(node, value)
        case .object(let rules): return apply(rules, node, value, &marks)
        case .propertyNames(let schema): return applyNames(schema, node, value)
        case .dependencies(let dependencies): return apply(dependencies, node, value, &marks)
        case .array(let prefix, let rest): return applyItems(prefix, rest, value, &marks)
        case .contains(let contains): return apply(contains, node, value, &marks)
        case .reference(let target): return evaluateTarget(target, value, &marks, below: .ref)
        case .dynamicReference(let initial, let anchor):
            let target = dynamicTarget(initial, anchor: anchor)
            return evaluateTarget(target, value, &marks, below: .dynamicRef)
        case .allOf(let schemas): return applyAll(schemas, value, &marks)
        case .anyOf(let schemas): return applyAny(schemas, node, value, &marks)
        case .oneOf(let schemas): return applyOne(schemas, node, value, &marks)
        case .not(let schema):
            var own = SchemaMarks.none
            if !matches(schema, value, &own) { return stop == nil }
            return fail(node, .not, "matches the schema of \"not\"")
        case .conditional(let conditional): return apply(conditional, value, &marks)
        case .unevaluatedItems(let schema): return applyUnevaluatedItems(schema, node, value, &marks)
        case .unevaluatedProperties(let schema): return applyUnevaluatedProperties(schema, node, value, &marks)
        }
    }

    private mutating func apply(_ enumeration: SchemaEnumeration, _ node: Int, _ value: JSON) -> Bool {
        guard spend(enumeration.values.count / 8, node) else { return false }
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

    private mutating func applyMultiple(
        of number: JSON.Number,
        _ divisor: JSONDecimal,
        _ node: Int,
        _ value: JSON
    ) -> Bool {
        guard case .number(let dividend) = value else { return true }
        let decimal = JSONDecimal(dividend.text)
        guard spend(decimal.multipleCost(of: divisor) / 16, node) else { return false }
        if decimal.isMultiple(of: divisor) { return true }
        return fail(
            node,
            .multipleOf,
            "is \(SchemaSummary.of(value)), but must be a multiple of \(SchemaSummary.of(.number(number)))"
        )
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

extension SchemaValidator {
    private mutating func applyAll(_ schemas: [Int], _ value: JSON, _ marks: inout SchemaMarks) -> Bool {
        var isValid = true
        for (index, schema) in schemas.enumerated() {
            if evaluate(schema, value, &marks, below: .allOf, isCollecting ? String(index) : nil) { continue }
            isValid = false
            guard canContinue else { return false }
        }
        return isValid
    }

    private mutating func applyAny(_ schemas: [Int], _ node: Int, _ value: JSON, _ marks: inout SchemaMarks) -> Bool {
        var isValid = false
        for schema in schemas where matches(schema, value, &marks) {
            isValid = true
            // All schemas that match evaluate members or elements.
            guard marks.isRecording else { return true }
        }
        if isValid { return true }
        return failCombination(.anyOf, schemas, node, value)
    }

    private mutating func applyOne(_ schemas: [Int], _ node: Int, _ value: JSON, _ marks: inout SchemaMarks) -> Bool {
        var found: [Int] = []
        for (index, schema) in schemas.enumerated() where matches(schema, value, &marks) {
            found.append(index)
            guard isCollecting || found.count < 2 else { return false }
        }
        if found.count == 1 { return stop == nil }
        if found.isEmpty { return failCombination(.oneOf, schemas, node, value) }
        let names = found.map { String($0) }.joined(separator: ", ")
        return fail(node, .oneOf, "matches \(found.count) of the schemas of \"oneOf\" (\(names)), but must match one")
    }

    private mutating func failCombination(_ keyword: SchemaKeyword, _ schemas: [Int], _ node: Int, _ value: JSON)
        -> Bool
    {
        guard isCollecting, stop == nil else { return false }
        var causes: [SchemaViolation] = []
        for (index, schema) in schemas.enumerated() {
            causes += self.causes(schema, value, below: keyword, String(index))
        }
        let message = "matches none of the \(schemas.count) schemas of \"\(keyword.rawValue)\""
        return fail(node, keyword, message, causes: causes)
    }

    private mutating func apply(_ conditional: SchemaConditional, _ value: JSON, _ marks: inout SchemaMarks) -> Bool {
        if matches(conditional.condition, value, &marks) {
            return conditional.then.map { evaluate($0, value, &marks, below: .then) } ?? true
        }
        return conditional.otherwise.map { evaluate($0, value, &marks, below: .else) } ?? true
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

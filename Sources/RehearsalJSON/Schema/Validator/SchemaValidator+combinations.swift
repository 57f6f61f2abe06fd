/// Evaluation of references and of the keywords that combine schemas (core §8.2.3, §10.2).
extension SchemaValidator {
    /// Evaluates the current step of the last frame.
    ///
    /// - Parameter result: The result of the last schema that had a frame; nil when the step begins.
    /// - Returns: The result of the step; nil if there is a new frame, whose result is needed.
    mutating func apply(_ step: SchemaStep, _ result: Bool?) -> Bool? {
        switch step {
        case .object(let rules):
            guard case .object(let members) = top.value else { return true }
            return applyEach(result) { $0.nextMember(members, rules) }
        case .propertyNames(let schema): return applyNames(schema, result)
        case .dependencies(let dependencies):
            guard case .object(let members) = top.value else { return true }
            return applyEach(result) { $0.nextDependency(members, dependencies) }
        case .array(let prefix, let rest):
            guard case .array(let elements) = top.value else { return true }
            return applyEach(result) { $0.nextItem(elements, prefix, rest) }
        case .contains(let contains): return apply(contains, result)
        case .reference(let target): return apply(target, below: .ref, isTarget: true, result)
        case .dynamicReference(let initial, let anchor):
            if let result { return result }
            let target = dynamicTarget(initial, anchor: anchor)
            return apply(target, below: .dynamicRef, isTarget: true, result)
        case .allOf(let schemas): return applyEach(result) { $0.nextOfAll(schemas) }
        case .anyOf(let schemas): return applyAny(schemas, result)
        case .oneOf(let schemas): return applyOne(schemas, result)
        case .not(let schema): return applyNot(schema, result)
        case .conditional(let conditional): return apply(conditional, result)
        case .unevaluatedItems(let schema):
            guard case .array(let elements) = top.value else { return true }
            return applyEach(result) { $0.nextUnevaluatedItem(elements, schema) }
        case .unevaluatedProperties(let schema):
            guard case .object(let members) = top.value else { return true }
            return applyEach(result) { $0.nextUnevaluatedMember(members, schema) }
        default: return assert(step, top.node, top.value)
        }
    }

    /// Applies one schema to the same value.
    private mutating func apply(
        _ schema: Int,
        below keyword: SchemaKeyword,
        isTarget: Bool = false,
        _ result: Bool?
    ) -> Bool? {
        if let result { return result }
        return begin(SchemaDescent(node: schema, value: top.value, keyword: keyword, isTarget: isTarget))
    }

    private mutating func nextOfAll(_ schemas: [Int]) -> SchemaMove {
        let index = top.position
        guard index < schemas.count else { return .end }
        top.position += 1
        return .descend(
            SchemaDescent(node: schemas[index], value: top.value, keyword: .allOf, token: .index(index))
        )
    }

    private mutating func applyAny(_ schemas: [Int], _ result: Bool?) -> Bool? {
        var result = result
        while top.phase == 0, top.position < schemas.count {
            let probe = SchemaDescent(node: schemas[top.position], value: top.value, keyword: .anyOf, isProbe: true)
            guard let isMatch = result ?? begin(probe) else { return nil }
            result = nil
            top.position += 1
            if isMatch { top.count += 1 }
            // All schemas that match evaluate members or elements.
            if isMatch, !top.marks.isRecording { return true }
        }
        return top.count > 0 ? true : failCombination(.anyOf, schemas, result)
    }

    private mutating func applyOne(_ schemas: [Int], _ result: Bool?) -> Bool? {
        var result = result
        while top.phase == 0, top.position < schemas.count {
            let probe = SchemaDescent(node: schemas[top.position], value: top.value, keyword: .oneOf, isProbe: true)
            guard let isMatch = result ?? begin(probe) else { return nil }
            result = nil
            if isMatch {
                top.count += 1
                if top.count > 1 {
                    let message =
                        "matches two schemas of \"oneOf\" (\(top.first) and \(top.position)), but must match one"
                    return fail(top.node, .oneOf, message)
                }
                top.first = top.position
            }
            top.position += 1
        }
        return top.count == 1 ? true : failCombination(.oneOf, schemas, result)
    }

    /// Reports that none of several schemas matches, with the violations of each.
    private mutating func failCombination(_ keyword: SchemaKeyword, _ schemas: [Int], _ result: Bool?) -> Bool? {
        guard isCollecting, stop == nil else { return false }
        if top.phase == 0 {
            (top.phase, top.position) = (1, 0)
            beginCauses()
        } else if result != nil {
            top.position += 1
        }
        while top.position < schemas.count, !isCut {
            let descent = SchemaDescent(
                node: schemas[top.position],
                value: top.value,
                keyword: keyword,
                token: .index(top.position)
            )
            guard begin(descent) != nil else { return nil }
            top.position += 1
        }
        let message = "matches none of the \(schemas.count) schemas of \"\(keyword.rawValue)\""
        return fail(top.node, keyword, message, causes: endCauses())
    }

    private mutating func applyNot(_ schema: Int, _ result: Bool?) -> Bool? {
        let probe = SchemaDescent(node: schema, value: top.value, keyword: .not, isProbe: true)
        guard let isMatch = result ?? begin(probe) else { return nil }
        return isMatch ? fail(top.node, .not, "matches the schema of \"not\"") : true
    }

    private mutating func apply(_ conditional: SchemaConditional, _ result: Bool?) -> Bool? {
        if top.phase == 1, let result { return result }
        let probe = SchemaDescent(node: conditional.condition, value: top.value, keyword: .if, isProbe: true)
        guard let isMatch = result ?? begin(probe) else { return nil }
        top.phase = 1
        guard let schema = isMatch ? conditional.then : conditional.otherwise else { return true }
        return apply(schema, below: isMatch ? .then : .else, nil)
    }
}

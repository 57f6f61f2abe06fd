/// Evaluation of the keywords about members and elements (core §10.3, §11; validation §6.4, §6.5).
extension SchemaValidator {
    mutating func apply(
        _ rules: SchemaObjectRules,
        _ node: Int,
        _ value: JSON,
        _ marks: inout SchemaMarks
    ) -> Bool {
        guard case .object(let members) = value else { return true }
        var present = SchemaMarks(isRecording: true)
        var isValid = true
        for (index, member) in members.enumerated() {
            guard spend(1, node) else { return false }
            let rule = rules.members.isEmpty ? nil : rules.members[ScalarText(member.name)]
            if let required = rule?.required { present.insert(required) }
            guard rules.hasSchemas else { continue }
            if apply(rules, rule?.schema, node, member, marking: index, &marks) { continue }
            isValid = false
            guard canContinue else { return false }
        }
        for (index, name) in rules.required.enumerated() where !present.contains(index) {
            if isOptional(rules.members[ScalarText(name)]?.schema) { continue }
            isValid = fail(node, .required, "lacks the required property \(name.quoted)")
            guard canContinue else { return false }
        }
        return isValid
    }

    /// Evaluates the schemas of one member.
    private mutating func apply(
        _ rules: SchemaObjectRules,
        _ schema: Int?,
        _ node: Int,
        _ member: JSON.Member,
        marking index: Int,
        _ marks: inout SchemaMarks
    ) -> Bool {
        let place = SchemaChildPlace.name(member.name)
        var isValid = true
        var isKnown = schema != nil
        if let schema { isValid = evaluateChild(schema, member.value, at: place, below: .properties, member.name) }
        for pattern in rules.patterns where isValid || canContinue {
            guard hasMatch(pattern.pattern, in: member.name, node) else { continue }
            isKnown = true
            let matches = evaluateChild(
                pattern.schema,
                member.value,
                at: place,
                below: .patternProperties,
                pattern.text
            )
            isValid = isValid && matches
        }
        if let additional = rules.additional, !isKnown {
            isKnown = true
            if program.nodes[additional].isFalse {
                isValid = fail(node, .additionalProperties, rules.refusal(of: member.name), at: place)
            } else {
                isValid = evaluateChild(additional, member.value, at: place, below: .additionalProperties)
            }
        }
        if isKnown { marks.insert(index) }
        return isValid
    }

    /// Returns whether a required property may be absent in the direction of the message.
    private func isOptional(_ schema: Int?) -> Bool {
        guard let direction, var schema else { return false }
        // A chain of references ends at a schema with other keywords, or is longer than useful.
        for _ in 0..<8 {
            let node = program.nodes[schema]
            if direction == .request ? node.isReadOnly : node.isWriteOnly { return true }
            guard let target = node.steps.lazy.compactMap(\.target).first else { return false }
            schema = target
        }
        return false
    }

    mutating func applyNames(_ schema: Int, _ node: Int, _ value: JSON) -> Bool {
        guard case .object(let members) = value else { return true }
        var isValid = true
        for member in members where !matchesChild(schema, .string(member.name)) {
            isValid = false
            guard canContinue else { return false }
            let causes = causes(schema, .string(member.name), below: .propertyNames)
            let reason = causes.first.map { ": it \($0.message)" } ?? ""
            let message = "has the name \(member.name.quoted), which is not permitted\(reason)"
            _ = fail(node, .propertyNames, message, at: .name(member.name), causes: causes)
        }
        return isValid
    }

    mutating func apply(
        _ dependencies: [SchemaDependency],
        _ node: Int,
        _ value: JSON,
        _ marks: inout SchemaMarks
    ) -> Bool {
        guard case .object(let members) = value else { return true }
        var isValid = true
        for dependency in dependencies {
            guard spend(members.count * (1 + dependency.required.count) / 8, node) else { return false }
            guard members.contains(name: dependency.name) else { continue }
            for name in dependency.required where !members.contains(name: name) {
                let message = "lacks the property \(name.quoted), which \(dependency.name.quoted) requires"
                isValid = fail(node, dependency.keyword, message)
            }
            if let schema = dependency.schema {
                let matches = evaluate(schema, value, &marks, below: dependency.keyword, dependency.name)
                isValid = isValid && matches
            }
            guard isValid || canContinue else { return false }
        }
        return isValid
    }

    mutating func applyUnevaluatedProperties(
        _ schema: Int,
        _ node: Int,
        _ value: JSON,
        _ marks: inout SchemaMarks
    ) -> Bool {
        guard case .object(let members) = value else { return true }
        var isValid = true
        for (index, member) in members.enumerated() where !marks.contains(index) {
            let place = SchemaChildPlace.name(member.name)
            if program.nodes[schema].isFalse {
                let message = "is the property \(member.name.quoted), which no keyword permits"
                isValid = fail(node, .unevaluatedProperties, message, at: place)
            } else {
                let matches = evaluateChild(schema, member.value, at: place, below: .unevaluatedProperties)
                isValid = isValid && matches
            }
            guard isValid || canContinue else { return false }
        }
        marks.insertAll()
        return isValid
    }
}

extension SchemaValidator {
    mutating func applyItems(_ prefix: [Int], _ rest: Int?, _ value: JSON, _ marks: inout SchemaMarks) -> Bool {
        guard case .array(let elements) = value else { return true }
        var isValid = true
        for (index, element) in elements.enumerated() {
            let matches: Bool
            if index < prefix.count {
                let token = isCollecting ? String(index) : nil
                matches = evaluateChild(prefix[index], element, at: .index(index), below: .prefixItems, token)
            } else if let rest {
                matches = evaluateChild(rest, element, at: .index(index), below: .items)
            } else {
                break
            }
            marks.insert(index)
            isValid = isValid && matches
            guard isValid || canContinue else { return false }
        }
        if rest != nil { marks.insertAll() }
        return isValid
    }

    mutating func apply(
        _ contains: SchemaContains,
        _ node: Int,
        _ value: JSON,
        _ marks: inout SchemaMarks
    ) -> Bool {
        guard case .array(let elements) = value else { return true }
        var count = 0
        for (index, element) in elements.enumerated() where matchesChild(contains.schema, element) {
            count += 1
            marks.insert(index)
        }
        guard stop == nil else { return false }
        let elementsThatMatch = count == 1 ? "1 element that matches" : "\(count) elements that match"
        if count < contains.minimum {
            let isDefault = contains.minimum == 1
            let message =
                isDefault
                ? "has no element that matches \"contains\""
                : "has \(elementsThatMatch) \"contains\", but the minimum is \(contains.minimum)"
            return fail(node, isDefault ? .contains : .minContains, message)
        }
        if let maximum = contains.maximum, count > maximum {
            return fail(node, .maxContains, "has \(elementsThatMatch) \"contains\", but the maximum is \(maximum)")
        }
        return true
    }

    mutating func applyUniqueItems(_ node: Int, _ value: JSON) -> Bool {
        guard case .array(let elements) = value, elements.count > 1 else { return true }
        guard spend(elements.count * 4, node) else { return false }
        var indices: [ExactValue: Int] = [:]
        indices.reserveCapacity(elements.count)
        for (index, element) in elements.enumerated() {
            if let first = indices.updateValue(index, forKey: ExactValue(value: element)) {
                return fail(node, .uniqueItems, "has equal elements at \(first) and \(index), but they must be unique")
            }
        }
        return true
    }

    mutating func applyUnevaluatedItems(
        _ schema: Int,
        _ node: Int,
        _ value: JSON,
        _ marks: inout SchemaMarks
    ) -> Bool {
        guard case .array(let elements) = value else { return true }
        var isValid = true
        for (index, element) in elements.enumerated() where !marks.contains(index) {
            if program.nodes[schema].isFalse {
                isValid = fail(node, .unevaluatedItems, "is an element that no keyword permits", at: .index(index))
            } else {
                let matches = evaluateChild(schema, element, at: .index(index), below: .unevaluatedItems)
                isValid = isValid && matches
            }
            guard isValid || canContinue else { return false }
        }
        marks.insertAll()
        return isValid
    }
}

extension [JSON.Member] {
    fileprivate func contains(name: String) -> Bool { contains { $0.name.hasSameScalars(as: name) } }
}

extension SchemaStep {
    fileprivate var target: Int? {
        guard case .reference(let target) = self else { return nil }
        return target
    }
}

extension SchemaObjectRules {
    /// Returns the message for a property that `additionalProperties` does not permit.
    fileprivate func refusal(of name: String) -> String {
        let known = members.filter { $0.value.schema != nil }.keys.map(\.text).sorted()
        let nearest = NearestName.of(name, in: known).map { "; did you mean \($0.quoted)?" } ?? ""
        return "is the property \(name.quoted), which is not permitted\(nearest)"
    }
}

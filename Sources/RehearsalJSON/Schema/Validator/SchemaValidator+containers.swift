/// Evaluation of the keywords about members (core §10.3.2, §11.3; validation §6.5).
extension SchemaValidator {
    /// Returns the next schema of a member, or the next property that is missing.
    mutating func nextMember(_ members: [JSON.Member], _ rules: SchemaObjectRules) -> SchemaMove {
        while top.position < members.count {
            let member = members[top.position]
            let phase = top.phase
            top.phase += 1
            switch phase {
            case 0:
                guard spend(1, top.node) else { return .fail }
                let rule = rules.members.isEmpty ? nil : rules.members[ScalarText(member.name)]
                if let required = rule?.required { top.present.insert(required) }
                if let schema = rule?.schema {
                    top.isKnown = true
                    let name = SchemaChildPlace.name(member.name)
                    return .descend(
                        SchemaDescent(node: schema, value: member.value, keyword: .properties, token: name, child: name)
                    )
                }
                if !rules.hasSchemas { endMember() }
            case _ where phase <= rules.patterns.count:
                let pattern = rules.patterns[phase - 1]
                guard hasMatch(pattern.pattern, in: member.name, top.node) else { continue }
                top.isKnown = true
                return .descend(
                    SchemaDescent(
                        node: pattern.schema,
                        value: member.value,
                        keyword: .patternProperties,
                        token: .name(pattern.text),
                        child: .name(member.name)
                    )
                )
            default:
                let isAdditional = !top.isKnown
                top.isKnown = top.isKnown || rules.additional != nil
                endMember()
                if let schema = rules.additional, isAdditional { return additional(schema, member, rules) }
            }
        }
        return nextMissing(rules, after: members.count)
    }

    /// Ends the work on a member.
    private mutating func endMember() {
        if top.isKnown { top.marks.insert(top.position) }
        top.isKnown = false
        top.phase = 0
        top.position += 1
    }

    private mutating func additional(_ schema: Int, _ member: JSON.Member, _ rules: SchemaObjectRules) -> SchemaMove {
        let name = SchemaChildPlace.name(member.name)
        guard program.nodes[schema].isFalse else {
            return .descend(
                SchemaDescent(node: schema, value: member.value, keyword: .additionalProperties, child: name)
            )
        }
        _ = fail(top.node, .additionalProperties, rules.refusal(of: member.name), at: name)
        return .fail
    }

    /// Reports the next property that is missing.
    private mutating func nextMissing(_ rules: SchemaObjectRules, after count: Int) -> SchemaMove {
        while top.position - count < rules.required.count {
            let index = top.position - count
            top.position += 1
            let name = rules.required[index]
            if top.present.contains(index) || isOptional(rules.members[ScalarText(name)]?.schema) { continue }
            _ = fail(top.node, .required, "lacks the required property \(name.quoted)")
            return .fail
        }
        return .end
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

    mutating func applyNames(_ schema: Int, _ result: Bool?) -> Bool? {
        guard case .object(let members) = top.value else { return true }
        var result = result
        while top.position < members.count {
            let name = members[top.position].name
            var descent = SchemaDescent(node: schema, value: .string(name), keyword: .propertyNames, child: .name(name))
            if top.phase == 0 {
                descent.isProbe = true
                guard let isMatch = result ?? begin(descent) else { return nil }
                result = nil
                descent.isProbe = false
                if !isMatch {
                    guard canContinue else { return false }
                    top.hasFailed = true
                    top.phase = 1
                    beginCauses()
                }
            }
            if top.phase == 1 {
                guard result != nil || begin(descent) != nil else { return nil }
                result = nil
                failName(name)
                guard canContinue else { return false }
            }
            top.phase = 0
            top.position += 1
        }
        return !top.hasFailed
    }

    private mutating func failName(_ name: String) {
        let causes = endCauses()
        let reason = causes.first.map { ": it \($0.message)" } ?? ""
        let message = "has the name \(name.quoted), which is not permitted\(reason)"
        _ = fail(top.node, .propertyNames, message, at: .name(name), causes: causes)
    }

    /// Returns the next schema that the presence of a member requires, or a failure for the next missing property.
    mutating func nextDependency(_ members: [JSON.Member], _ dependencies: [SchemaDependency]) -> SchemaMove {
        while top.position < dependencies.count {
            let dependency = dependencies[top.position]
            guard spend(members.count / 8 + 1, top.node) else { return .fail }
            if top.phase == 0, !members.contains(name: dependency.name) {
                top.position += 1
                continue
            }
            let phase = top.phase
            top.phase += 1
            if phase < dependency.required.count {
                let name = dependency.required[phase]
                if members.contains(name: name) { continue }
                let message = "lacks the property \(name.quoted), which \(dependency.name.quoted) requires"
                _ = fail(top.node, dependency.keyword, message)
                return .fail
            }
            (top.phase, top.position) = (0, top.position + 1)
            guard let schema = dependency.schema else { continue }
            let (keyword, token) = (dependency.keyword, SchemaChildPlace.name(dependency.name))
            return .descend(SchemaDescent(node: schema, value: top.value, keyword: keyword, token: token))
        }
        return .end
    }

    mutating func nextUnevaluatedMember(_ members: [JSON.Member], _ schema: Int) -> SchemaMove {
        if top.position == 0, !spend(members.count / 16, top.node) { return .fail }
        while top.position < members.count {
            let index = top.position
            top.position += 1
            if top.marks.contains(index) { continue }
            let name = SchemaChildPlace.name(members[index].name)
            if program.nodes[schema].isFalse {
                let message = "is the property \(members[index].name.quoted), which no keyword permits"
                _ = fail(top.node, .unevaluatedProperties, message, at: name)
                return .fail
            }
            let value = members[index].value
            return .descend(SchemaDescent(node: schema, value: value, keyword: .unevaluatedProperties, child: name))
        }
        top.marks.insertAll()
        return .end
    }
}

/// Evaluation of the keywords about elements (core §10.3.1, §11.2; validation §6.4).
extension SchemaValidator {
    mutating func nextItem(_ elements: [JSON], _ prefix: [Int], _ rest: Int?) -> SchemaMove {
        let index = top.position
        guard index < elements.count, index < prefix.count || rest != nil else {
            if rest != nil { top.marks.insertAll() }
            return .end
        }
        top.position += 1
        top.marks.insert(index)
        let (value, place) = (elements[index], SchemaChildPlace.index(index))
        if index < prefix.count {
            return .descend(
                SchemaDescent(node: prefix[index], value: value, keyword: .prefixItems, token: place, child: place)
            )
        }
        return .descend(SchemaDescent(node: rest ?? 0, value: value, keyword: .items, child: place))
    }

    mutating func apply(_ contains: SchemaContains, _ result: Bool?) -> Bool? {
        guard case .array(let elements) = top.value else { return true }
        var result = result
        while top.position < elements.count {
            let index = top.position
            let probe = SchemaDescent(
                node: contains.schema,
                value: elements[index],
                keyword: .contains,
                child: .index(index),
                isProbe: true
            )
            guard let isMatch = result ?? begin(probe) else { return nil }
            result = nil
            top.position += 1
            guard isMatch else { continue }
            top.count += 1
            top.marks.insert(index)
        }
        let count = top.count
        return count >= contains.minimum && count <= contains.maximum ?? count || fail(contains, count)
    }

    private mutating func fail(_ contains: SchemaContains, _ count: Int) -> Bool {
        let elements = count == 1 ? "1 element that matches" : "\(count) elements that match"
        if count < contains.minimum {
            guard contains.minimum > 1 else {
                return fail(top.node, .contains, "has no element that matches \"contains\"")
            }
            let message = "has \(elements) \"contains\", but the minimum is \(contains.minimum)"
            return fail(top.node, .minContains, message)
        }
        let message = "has \(elements) \"contains\", but the maximum is \(contains.maximum ?? count)"
        return fail(top.node, .maxContains, message)
    }

    mutating func applyUniqueItems(_ node: Int, _ value: JSON) -> Bool {
        guard case .array(let elements) = value, elements.count > 1 else { return true }
        var indices: [ExactValue: Int] = [:]
        indices.reserveCapacity(elements.count)
        for (index, element) in elements.enumerated() {
            let value = ExactValue(element)
            guard spend(value.nodeCount, node) else { return false }
            if let first = indices.updateValue(index, forKey: value) {
                return fail(node, .uniqueItems, "has equal elements at \(first) and \(index), but they must be unique")
            }
        }
        return true
    }

    mutating func nextUnevaluatedItem(_ elements: [JSON], _ schema: Int) -> SchemaMove {
        if top.position == 0, !spend(elements.count / 16, top.node) { return .fail }
        while top.position < elements.count {
            let index = top.position
            top.position += 1
            if top.marks.contains(index) { continue }
            if program.nodes[schema].isFalse {
                _ = fail(top.node, .unevaluatedItems, "is an element that no keyword permits", at: .index(index))
                return .fail
            }
            return .descend(
                SchemaDescent(node: schema, value: elements[index], keyword: .unevaluatedItems, child: .index(index))
            )
        }
        top.marks.insertAll()
        return .end
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
        // The search is quadratic in the length of a name, so an object with many names gets no suggestion.
        let known = members.count > 64 ? [] : members.filter { $0.value.schema != nil }.keys.map(\.text).sorted()
        let nearest = NearestName.of(name, in: known).map { "; did you mean \($0.quoted)?" } ?? ""
        return "is the property \(name.quoted), which is not permitted\(nearest)"
    }
}

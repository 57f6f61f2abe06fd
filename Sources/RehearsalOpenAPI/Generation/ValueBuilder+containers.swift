import Rehearsal

/// Objects and arrays.
extension ValueBuilder {
    mutating func object(_ given: SchemaConjunction, at location: Location) -> JSON? {
        var schema = given
        var members: [JSON.Member] = []
        // Dependencies of the chosen members may add schemas, so that the object is built again.
        for _ in 0..<6 {
            guard let built = chosenMembers(of: schema, at: location) else { return nil }
            members = built
            let names = Set(members.map(\.name))
            let additions = schema.dependentSchemas.filter { names.contains($0.name) }.map(\.schema)
            let required = schema.dependentRequired.filter { names.contains($0.name) }.flatMap(\.required)
                .filter { !schema.required.contains($0) }
            if additions.isEmpty, required.isEmpty { break }
            schema.required += required
            schema.dependentSchemas.removeAll { names.contains($0.name) }
            schema = schema.adding(additions, document, at: location, choices)
            if schema.isImpossible { return nil }
        }
        return .object(members)
    }

    private mutating func chosenMembers(of schema: SchemaConjunction, at location: Location) -> [JSON.Member]? {
        var members: [JSON.Member] = []
        for name in schema.required {
            let isOmitted = isOmitted(name, schema)
            guard let value = member(name, schema, at: location) else {
                if isOmitted { continue }
                return nil
            }
            if !isOmitted { members.append(JSON.Member(name, value)) }
        }
        let isMinimal = isMinimal(location)
        var used = Set(members.map(\.name))
        let optional = schema.objects.flatMap(\.properties).map(\.name)
        for name in optional + schema.discriminators.map(\.name) where !used.contains(name) {
            let isNeeded =
                members.count < schema.minProperties
                || schema.discriminators.contains { $0.name == name }
            guard isNeeded || !isMinimal, members.count < schema.maxProperties, !isOmitted(name, schema) else {
                continue
            }
            used.insert(name)
            if let value = member(name, schema, at: location) { members.append(JSON.Member(name, value)) }
        }
        return addMembers(of: schema, &members, at: location) ? ordered(members, schema) : nil
    }

    /// Returns the members in the order of the properties in the document.
    private func ordered(_ members: [JSON.Member], _ schema: SchemaConjunction) -> [JSON.Member] {
        var positions: [String: Int] = [:]
        for (index, property) in schema.objects.flatMap(\.properties).enumerated()
        where positions[property.name] == nil {
            positions[property.name] = index
        }
        return members.enumerated().sorted { left, right in
            let (first, second) = (positions[left.element.name] ?? .max, positions[right.element.name] ?? .max)
            return first == second ? left.offset < right.offset : first < second
        }.map(\.element)
    }

    /// Adds members with other names until the object has enough of them; returns whether it has.
    private mutating func addMembers(
        of schema: SchemaConjunction,
        _ members: inout [JSON.Member],
        at location: Location
    ) -> Bool {
        var random = random(location)
        var number = 1
        while members.count < schema.minProperties {
            guard number <= schema.minProperties + 32, number < 1_000 else { return false }
            let name = additionalName(schema, number, &random, at: location)
            number += 1
            guard let name, !members.contains(where: { $0.name == name }),
                let value = member(name, schema, at: location)
            else { continue }
            members.append(JSON.Member(name, value))
        }
        return members.count <= schema.maxProperties
    }

    private mutating func additionalName(
        _ schema: SchemaConjunction,
        _ number: Int,
        _ random: inout RandomSource,
        at location: Location
    ) -> String? {
        if !schema.propertyNames.isEmpty {
            let names = [LocatedSchema(json: ["type": "string"], file: 0)] + schema.propertyNames
            guard case .string(let name)? = value(names, at: location.child("name \(number)")) else { return nil }
            return name
        }
        // A pattern permits names that `additionalProperties` may forbid.
        if let pattern = schema.objects.lazy.flatMap(\.patterns).first?.pattern, number % 2 == 1 {
            return pattern.example(length: 0...64, using: &random)
        }
        return "additional\(number)"
    }

    private mutating func member(_ name: String, _ schema: SchemaConjunction, at location: Location) -> JSON? {
        if let value = schema.discriminators.first(where: { $0.name == name })?.value {
            let own = schema.schemas(ofMember: name)
            guard own.contains(where: { $0.json["enum"] != nil || $0.json["const"] != nil }) else { return value }
        }
        return value(schema.schemas(ofMember: name), at: location.child(name))
    }

    /// Returns whether a message in this direction does not contain a property.
    private func isOmitted(_ name: String, _ schema: SchemaConjunction) -> Bool {
        let keyword = direction == .response ? "writeOnly" : "readOnly"
        return schema.schemas(ofMember: name).contains { $0.json[keyword] == true }
    }

    mutating func array(_ schema: SchemaConjunction, at location: Location) -> JSON? {
        var elements: [JSON] = []
        let prefix = schema.arrays.map(\.prefix.count).max() ?? 0
        let usual = isMinimal(location) ? 0 : max(1, prefix)
        let needed = schema.contained.map(\.count).reduce(0, +)
        let count = max(schema.minItems, min(max(usual, needed), schema.maxItems))
        guard count <= schema.maxItems, count <= (schema.isUnique ? 1_000 : 10_000) else { return nil }
        var rest = schema.contained.flatMap { Array(repeating: $0.schema, count: min($0.count, 10_000)) }
        for index in 0..<count {
            var schemas = schema.schemas(ofElement: index)
            if index >= prefix || count - index <= rest.count, let contained = rest.popLast() {
                schemas.append(contained)
            }
            guard let element = element(schemas, index, unless: schema.isUnique ? elements : [], at: location) else {
                // An array may end before an element that is not required.
                guard index >= schema.minItems, index >= needed else { return nil }
                break
            }
            elements.append(element)
        }
        return .array(elements)
    }

    /// Returns an element that differs from others; nil if none was found.
    private mutating func element(
        _ schemas: [LocatedSchema],
        _ index: Int,
        unless others: [JSON],
        at location: Location
    ) -> JSON? {
        var child = location.child(String(index))
        for attempt in 0..<(others.isEmpty ? 1 : 12) {
            // The pointer selects the random numbers, so that another one gives another element.
            if attempt > 0 { child.pointer = "\(location.pointer)/\(index)'\(attempt)" }
            guard let value = value(schemas, at: child) else { return nil }
            if !others.contains(where: { $0 == value }) { return value }
        }
        return distinctElement(schemas, unless: others)
    }

    /// Returns a value of an enumeration or a Boolean that the others do not have.
    private func distinctElement(_ schemas: [LocatedSchema], unless others: [JSON]) -> JSON? {
        var collector = SchemaCollector(document: document, selection: 0) { $0.node.value }
        for schema in schemas { collector.add(schema) }
        let schema = collector.result
        var candidates = schema.enumeration ?? (schema.types.contains(.bool) ? [true, false] : [])
        if schema.types.contains(.null) { candidates.append(.null) }
        return candidates.first { candidate in
            !schema.types.isDisjoint(with: .init(of: candidate)) && !others.contains(candidate)
        }
    }
}

extension SchemaConjunction {
    /// Returns the constraints of further schemas in addition to these.
    fileprivate func adding(
        _ schemas: [LocatedSchema],
        _ document: OpenAPIDocument,
        at location: ValueBuilder.Location,
        _ choices: ValueChoices
    ) -> SchemaConjunction {
        let selection = choices.variation(at: location.pointer)
        var collector = SchemaCollector(document: document, selection: selection) { $0.node.value }
        for schema in schemas { collector.add(schema) }
        let added = collector.result
        var result = self
        result.types.formIntersection(added.types)
        result.isImpossible = isImpossible || added.isImpossible || result.types.isEmpty
        result.objects += added.objects
        result.required += added.required.filter { !required.contains($0) }
        result.minProperties = max(minProperties, added.minProperties)
        result.maxProperties = min(maxProperties, added.maxProperties)
        result.propertyNames += added.propertyNames
        result.dependentRequired += added.dependentRequired
        result.dependentSchemas += added.dependentSchemas
        return result
    }
}

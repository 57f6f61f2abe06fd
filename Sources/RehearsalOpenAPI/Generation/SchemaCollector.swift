import Rehearsal

/// A collector of the constraints of schemas, which follows references and selects alternatives.
struct SchemaCollector {
    let document: OpenAPIDocument
    /// Returns the schema at a value of the document.
    let decoded: (OpenAPIValue) -> JSON
    /// The number that selects among alternatives.
    let selection: Int
    private(set) var result = SchemaConjunction()
    private var depth = 0
    /// The number of schemas that may still be added.
    private(set) var budget: Int
    /// The number of alternatives that were selected, so that nested ones are selected independently.
    private(set) var alternatives = 1

    private static let maximumDepth = 64

    init(
        document: OpenAPIDocument,
        selection: Int,
        budget: Int = 1_000,
        decoded: @escaping (OpenAPIValue) -> JSON
    ) {
        (self.document, self.selection, self.budget, self.decoded) = (document, selection, budget, decoded)
    }

    private var isOpenAPI30: Bool { document.version != .v31 }

    mutating func add(_ schema: LocatedSchema) {
        budget -= 1
        guard depth < Self.maximumDepth, budget >= 0 else {
            result.isImpossible = true
            return
        }
        depth += 1
        defer { depth -= 1 }
        guard case .object(let members) = schema.json else {
            if schema.json == false { result.isImpossible = true }
            return
        }
        if let reference = target(of: schema) {
            // A schema that is combined with itself permits the same values, so it is added once.
            if !result.targets.contains(reference.key) {
                result.targets.append(reference.key)
                add(reference.schema)
            }
            // A reference has no siblings in OpenAPI 3.0.
            if isOpenAPI30 { return }
        }
        addValues(members)
        addAssertions(schema.json, members)
        addObject(schema, members)
        addArray(schema, members)
        addCombinations(schema)
    }

    private func target(of schema: LocatedSchema) -> (key: String, schema: LocatedSchema)? {
        for name in ["$ref", "$dynamicRef"] {
            guard case .string(let text)? = schema.json[name],
                let value = document.targets[OpenAPIReference(file: schema.file, text: text)]
            else { continue }
            return ("\(value.file)#\(value.pointer)", LocatedSchema(json: decoded(value), file: value.file))
        }
        return nil
    }

    /// Adds the values that a schema proposes or requires.
    private mutating func addValues(_ members: [JSON.Member]) {
        for member in members {
            switch (member.name, member.value) {
            case ("example", let value): result.proposals.insert(value, at: 0)
            case ("examples", .array(let values)): result.proposals += values
            case ("default", let value): result.proposals.append(value)
            case ("const", let value) where !isOpenAPI30: result.constant = result.constant ?? value
            case ("enum", .array(let values)):
                result.enumeration = result.enumeration.map { $0.filter(values.contains) } ?? values
            default: break
            }
        }
    }

    // MARK: Assertions

    private mutating func addAssertions(_ json: JSON, _ members: [JSON.Member]) {
        addTypes(json)
        result.numbers.add(json, isOpenAPI30: isOpenAPI30)
        result.minLength = max(result.minLength, count("minLength", json) ?? 0)
        result.maxLength = min(result.maxLength, count("maxLength", json) ?? .max)
        result.minItems = max(result.minItems, count("minItems", json) ?? 0)
        result.maxItems = min(result.maxItems, count("maxItems", json) ?? .max)
        result.minProperties = max(result.minProperties, count("minProperties", json) ?? 0)
        result.maxProperties = min(result.maxProperties, count("maxProperties", json) ?? .max)
        if json["uniqueItems"] == true { result.isUnique = true }
        if json["readOnly"] == true { result.isReadOnly = true }
        if json["writeOnly"] == true { result.isWriteOnly = true }
        if case .string(let text)? = json["pattern"] { result.patterns.append(text) }
        if case .string(let text)? = json["format"] { result.formats.append(text) }
        for name in names(json["required"]) where !result.required.contains(name) { result.required.append(name) }
    }

    private mutating func addTypes(_ json: JSON) {
        var types: SchemaTypes = []
        switch json["type"] {
        case .string(let name)?:
            types = SchemaTypes(name: name)
            if name == "file" { types = .string }
        case .array(let names)?:
            for case .string(let name) in names { types.formUnion(SchemaTypes(name: name)) }
        default: return
        }
        if isOpenAPI30, json["nullable"] == true { types.insert(.null) }
        result.types.formIntersection(types)
    }

    private func count(_ name: String, _ json: JSON) -> Int? {
        guard case .number(let number)? = json[name] else { return nil }
        return Int(number.text) ?? Double(number.text).flatMap { Int(exactly: $0) }
    }

    private func names(_ value: JSON?) -> [String] {
        guard case .array(let values)? = value else { return [] }
        return values.compactMap { if case .string(let name) = $0 { name } else { nil } }
    }

    // MARK: Objects and arrays

    private mutating func addObject(_ schema: LocatedSchema, _ members: [JSON.Member]) {
        let located = { (json: JSON) in LocatedSchema(json: json, file: schema.file) }
        var scope = SchemaConjunction.ObjectScope()
        if case .object(let properties)? = schema.json["properties"] {
            scope.properties = properties.map { ($0.name, located($0.value)) }
        }
        if !isOpenAPI30, case .object(let patterns)? = schema.json["patternProperties"] {
            for member in patterns {
                guard let pattern = try? JSON.Pattern(ecmaScript: member.name) else { continue }
                scope.patterns.append((pattern, located(member.value)))
            }
        }
        scope.additional = schema.json["additionalProperties"].map(located)
        if !scope.properties.isEmpty || !scope.patterns.isEmpty || scope.additional != nil {
            result.objects.append(scope)
        }
        guard !isOpenAPI30 else { return }
        if let names = schema.json["propertyNames"] { result.propertyNames.append(located(names)) }
        if let rest = schema.json["unevaluatedProperties"] { result.unevaluatedProperties.append(located(rest)) }
        for keyword in ["dependentRequired", "dependentSchemas", "dependencies"] {
            guard case .object(let dependencies)? = schema.json[keyword] else { continue }
            for member in dependencies {
                if case .array = member.value {
                    result.dependentRequired.append((member.name, names(member.value)))
                } else {
                    result.dependentSchemas.append((member.name, located(member.value)))
                }
            }
        }
    }

    private mutating func addArray(_ schema: LocatedSchema, _ members: [JSON.Member]) {
        let located = { (json: JSON) in LocatedSchema(json: json, file: schema.file) }
        var scope = SchemaConjunction.ArrayScope()
        if !isOpenAPI30, case .array(let prefix)? = schema.json["prefixItems"] { scope.prefix = prefix.map(located) }
        scope.rest = schema.json["items"].map(located)
        if scope.rest != nil || !scope.prefix.isEmpty { result.arrays.append(scope) }
        guard !isOpenAPI30 else { return }
        if let rest = schema.json["unevaluatedItems"] { result.unevaluatedItems.append(located(rest)) }
        if let contained = schema.json["contains"] {
            result.contained.append((located(contained), count("minContains", schema.json) ?? 1))
        }
    }

    // MARK: Combinations

    private mutating func addCombinations(_ schema: LocatedSchema) {
        let located = { (json: JSON) in LocatedSchema(json: json, file: schema.file) }
        if case .array(let all)? = schema.json["allOf"] { for part in all { add(located(part)) } }
        for keyword in ["oneOf", "anyOf"] {
            guard case .array(let list)? = schema.json[keyword], !list.isEmpty else { continue }
            let chosen = list[select(list.count)]
            addDiscriminator(schema, chosen: chosen)
            add(located(chosen))
        }
        if schema.json["oneOf"] == nil, schema.json["anyOf"] == nil { addDiscriminator(schema, chosen: nil) }
        guard !isOpenAPI30, let condition = schema.json["if"] else { return }
        if select(2) == 0 {
            add(located(condition))
            if let then = schema.json["then"] { add(located(then)) }
        } else if let other = schema.json["else"] {
            add(located(other))
        }
    }

    /// Returns the index of one of several alternatives.
    private mutating func select(_ count: Int) -> Int {
        let index = selection / alternatives % count
        alternatives = min(alternatives * count, 1 << 20)
        return index
    }

    /// Adds the value that the discriminator has for the chosen schema, or for the schema itself.
    private mutating func addDiscriminator(_ schema: LocatedSchema, chosen: JSON?) {
        guard let discriminator = schema.json["discriminator"] else { return }
        var property = discriminator
        if case .object = discriminator { property = discriminator["propertyName"] ?? .null }
        guard case .string(let name) = property, !result.discriminators.contains(where: { $0.name == name }) else {
            return
        }
        var key = result.targets.last
        if let chosen {
            guard let target = target(of: LocatedSchema(json: chosen, file: schema.file)) else { return }
            key = target.key
        }
        guard let key else { return }
        if case .object(let mapping)? = discriminator["mapping"] {
            for member in mapping {
                guard case .string(let text) = member.value else { continue }
                let names = [text, "#/components/schemas" + JSON.Pointer(tokens: [text]).text]
                let keys = names.map { OpenAPIReference(file: schema.file, text: $0) }
                let target = keys.compactMap { document.targets[$0] }.first
                guard let target, "\(target.file)#\(target.pointer)" == key else { continue }
                result.discriminators.append(JSON.Member(name, .string(member.name)))
                return
            }
        }
        let fragment = key.drop { $0 != "#" }.dropFirst()
        guard let token = JSON.Pointer(String(fragment))?.tokens.last else { return }
        result.discriminators.append(JSON.Member(name, .string(token)))
    }
}

/// Compilation of the vocabularies of assertions (validation §6) and of applicators (core §10, §11).
extension SchemaCompiler {
    mutating func addAssertions(_ keywords: SchemaKeywords, _ node: Int) {
        var reader = SchemaKeywordReader(keywords: keywords, isOpenAPI30: vocabulary(of: node).isOpenAPI30)
        var steps = reader.valueSteps()
        if let text = reader.string(.pattern), let pattern = pattern(text, of: node, ["pattern"]) {
            steps.append(.pattern(pattern))
        }
        if let name = reader.string(.format), vocabulary(of: node).assertsFormats, let format = SchemaFormat.named(name)
        {
            steps.append(.format(format))
        }
        program.nodes[node].steps = steps
        program.nodes[node].isReadOnly = reader.bool(.readOnly) ?? false
        program.nodes[node].isWriteOnly = reader.bool(.writeOnly) ?? false
        for mistake in reader.mistakes { report(node, [mistake.keyword.rawValue], mistake.problem, fix: mistake.fix) }
    }

    mutating func addApplicators(_ keywords: SchemaKeywords, _ node: Int, _ vocabulary: SchemaVocabulary) {
        guard !keywords.isEmpty else { return }
        var reader = SchemaKeywordReader(keywords: keywords, isOpenAPI30: vocabulary.isOpenAPI30)
        for keyword in [SchemaKeyword.defs, .definitions] { _ = schemas(keyword, &reader, node) }
        if let schema = keywords[.contentSchema] { _ = add(schema, in: node, .contentSchema) }
        addObjectSteps(&reader, node)
        addArraySteps(&reader, node)
        addCombinations(&reader, node)
        for keyword in [SchemaKeyword.ref, .dynamicRef] {
            guard let text = reader.string(keyword) else { continue }
            let step = program.nodes[node].steps.count
            references.append(Reference(source: .keyword(keyword, node: node, step: step), text: text))
            // The step is replaced when the reference is resolved.
            append(.allOf([]), node)
        }
        if let schema = schema(.unevaluatedItems, reader, node) { append(.unevaluatedItems(schema), node) }
        if let schema = schema(.unevaluatedProperties, reader, node) { append(.unevaluatedProperties(schema), node) }
        program.nodes[node].hasUnevaluated = [.unevaluatedItems, .unevaluatedProperties].contains {
            keywords[$0] != nil
        }
        for mistake in reader.mistakes { report(node, [mistake.keyword.rawValue], mistake.problem, fix: mistake.fix) }
    }

    private mutating func append(_ step: SchemaStep, _ node: Int) {
        program.nodes[node].steps.append(step)
        program.nodes[node].isLeaf = false
    }

    private mutating func schema(_ keyword: SchemaKeyword, _ reader: SchemaKeywordReader, _ node: Int) -> Int? {
        guard let schema = reader.keywords[keyword] else { return nil }
        return add(schema, in: node, keyword)
    }

    /// Adds the schemas of an array.
    private mutating func list(_ keyword: SchemaKeyword, _ reader: inout SchemaKeywordReader, _ node: Int) -> [Int]? {
        guard let elements = reader.array(keyword) else { return nil }
        if elements.isEmpty {
            reader.mistake(keyword, "\"\(keyword.rawValue)\" is empty", fix: "write a schema, or remove it")
        }
        return elements.enumerated().map { add($1, in: node, keyword, String($0)) }
    }

    /// Adds the schemas of an object.
    private mutating func schemas(
        _ keyword: SchemaKeyword,
        _ reader: inout SchemaKeywordReader,
        _ node: Int
    ) -> [(name: String, schema: Int)] {
        (reader.object(keyword) ?? []).map { ($0.name, add($0.value, in: node, keyword, $0.name)) }
    }

    private mutating func addObjectSteps(_ reader: inout SchemaKeywordReader, _ node: Int) {
        var rules = SchemaObjectRules()
        for name in reader.names(.required) ?? [] where rules.members[ScalarText(name)] == nil {
            rules.members[ScalarText(name)] = .init(required: rules.required.count)
            rules.required.append(name)
        }
        for (name, schema) in schemas(.properties, &reader, node) {
            rules.hasSchemas = true
            rules.members[ScalarText(name), default: .init()].schema = schema
        }
        for (text, schema) in schemas(.patternProperties, &reader, node) {
            guard let pattern = pattern(text, of: node, ["patternProperties", text]) else { continue }
            rules.patterns.append(.init(pattern: pattern, schema: schema, text: text))
        }
        rules.additional = schema(.additionalProperties, reader, node)
        rules.hasSchemas = rules.hasSchemas || !rules.patterns.isEmpty || rules.additional != nil
        if !rules.required.isEmpty || rules.hasSchemas { append(.object(rules), node) }
        if let schema = schema(.propertyNames, reader, node) { append(.propertyNames(schema), node) }
        addDependencies(&reader, node)
    }

    private mutating func addDependencies(_ reader: inout SchemaKeywordReader, _ node: Int) {
        var dependencies: [SchemaDependency] = []
        for member in reader.object(.dependentRequired) ?? [] {
            let names = reader.names(of: member.value, .dependentRequired) ?? []
            dependencies.append(.init(name: member.name, required: names, keyword: .dependentRequired))
        }
        for (name, schema) in schemas(.dependentSchemas, &reader, node) {
            dependencies.append(.init(name: name, schema: schema, keyword: .dependentSchemas))
        }
        for member in reader.object(.dependencies) ?? [] {
            var dependency = SchemaDependency(name: member.name, keyword: .dependencies)
            if case .array = member.value {
                dependency.required = reader.names(of: member.value, .dependencies) ?? []
            } else {
                dependency.schema = add(member.value, in: node, .dependencies, member.name)
            }
            dependencies.append(dependency)
        }
        if !dependencies.isEmpty { append(.dependencies(dependencies), node) }
    }

    private mutating func addArraySteps(_ reader: inout SchemaKeywordReader, _ node: Int) {
        let prefix = list(.prefixItems, &reader, node) ?? []
        if case .array? = reader.keywords[.items] {
            let fix = "write \"prefixItems\" for a list of schemas"
            reader.mistake(.items, "\"items\" is one schema for every element", fix: fix)
        } else {
            let rest = schema(.items, reader, node)
            if rest != nil || !prefix.isEmpty { append(.array(prefix: prefix, rest: rest), node) }
        }
        if let schema = schema(.contains, reader, node) {
            let (minimum, maximum) = (reader.count(.minContains), reader.count(.maxContains))
            append(.contains(SchemaContains(schema: schema, minimum: minimum ?? 1, maximum: maximum)), node)
        }
    }

    private mutating func addCombinations(_ reader: inout SchemaKeywordReader, _ node: Int) {
        if let schemas = list(.allOf, &reader, node) { append(.allOf(schemas), node) }
        if let schemas = list(.anyOf, &reader, node), !schemas.isEmpty { append(.anyOf(schemas), node) }
        if let schemas = list(.oneOf, &reader, node), !schemas.isEmpty { append(.oneOf(schemas), node) }
        if let schema = schema(.not, reader, node) { append(.not(schema), node) }
        let (then, otherwise) = (schema(.then, reader, node), schema(.else, reader, node))
        if let condition = schema(.if, reader, node) {
            append(.conditional(SchemaConditional(condition: condition, then: then, otherwise: otherwise)), node)
        }
    }
}

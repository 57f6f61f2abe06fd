import Rehearsal

/// A check of the examples and default values of a document against their schemas.
package struct ExampleCheck {
    let contract: APIContract
    /// A warning for each value that its schema forbids, at the forbidden part.
    package private(set) var problems: [OpenAPIProblem] = []
    /// The compiled schemas of the checked operations.
    private var schemas: [JSON.Schema]
    /// The checked values with their schemas, because several operations may refer to one.
    private var checked: Set<Checked> = []
    /// The number of problems that are not reported.
    private var omittedCount = 0

    private static let maximumCount = 200

    private struct Checked: Hashable {
        let value: OpenAPIPlace
        let schema: OpenAPIPlace
    }

    package init(_ contract: APIContract) {
        (self.contract, schemas) = (contract, contract.schemas)
        for operation in contract.operations { check(operation) }
        let components = Components(contract.document)
        let compiled = contract.compiled(components.operation)
        schemas = compiled.schemas
        check(compiled.operation)
        checkSchemas(components)
        if omittedCount > 0, let last = problems.last {
            let message = "\(omittedCount) more examples and default values do not conform to their schemas"
            problems.append(OpenAPIProblem(.warning, .tooLarge, at: last.place, message, hint: "correct these first"))
        }
    }

    private mutating func check(_ operation: CheckedOperation) {
        for parameter in operation.parameters {
            let examples = parameter.parameter.examples + (parameter.parameter.content?.examples ?? [])
            check(examples, parameter.value, .request, reader: parameter.reader)
        }
        for content in operation.body { check(content, .request) }
        for response in operation.responses {
            for header in response.headers {
                let examples = header.header.examples + (header.header.content?.examples ?? [])
                check(examples, header.value, .response, reader: header.reader)
            }
            for content in response.content { check(content, .response) }
        }
    }

    /// Checks the examples of JSON and of texts. The example of any other media type has the form of that type.
    private mutating func check(_ content: CheckedContent, _ direction: SchemaDirection) {
        let range = content.range
        let isAny = range.type == "*"
        for example in content.type.examples {
            let isText = example.value?.node.kind == .string
            guard range.isJSON || isAny && !isText || range.isText && isText else { continue }
            check([example], content.value, direction, reader: nil)
        }
    }

    private mutating func check(
        _ examples: [OpenAPIExample],
        _ value: CheckedValue,
        _ direction: SchemaDirection,
        reader: SerializationReader?
    ) {
        guard let number = value.schema, let source = value.source else { return }
        for example in examples {
            guard let node = example.value, isNew(node, source) else { continue }
            let validation = schemas[number].validate(node.node.value, direction: direction)
            guard let violation = validation.violations.first else { continue }
            if let text = node.node.string, isValid(text, value, direction, reader) { continue }
            let name = example.name.map { " " + $0.quoted } ?? ""
            report("the example\(name)", node, violation)
        }
    }

    /// Returns whether a text is valid in the form in which the message contains it: as JSON, or in a style.
    private func isValid(
        _ text: String,
        _ value: CheckedValue,
        _ direction: SchemaDirection,
        _ reader: SerializationReader?
    ) -> Bool {
        guard let number = value.schema else { return false }
        var values: [JSON] = []
        if let parsed = try? JSON(parsing: text) { values.append(parsed) }
        if value.shape.isArray || value.shape.isObject {
            // A text media type has no form of an array or object that could be compared.
            guard let reader else { return true }
            let own = SerializedPair.pairs(text.utf8).filter { reader.claims($0) }
            let readings = [
                try? reader.value(of: text), try? reader.value(of: [SerializedPair(name: reader.name, raw: text)]),
                own.isEmpty ? nil : try? reader.value(of: own),
            ]
            for reading in readings.compactMap(\.self) {
                values += [false, true].map { reading.json(value.shape, prefersText: $0) }
            }
        }
        return values.contains { schemas[number].validate($0, direction: direction).isValid }
    }

    // MARK: Schemas

    /// Checks the values of `example`, `examples` and `default` in the schemas.
    private mutating func checkSchemas(_ components: Components) {
        var search = SchemaExamples(contract.document)
        for operation in contract.document.operations + [components.operation] { search.add(operation) }
        for schema in components.schemas { search.add(schema) }
        let compiled = contract.document.compile(search.found.map(\.schema)).schemas
        for (found, schema) in zip(search.found, compiled) {
            for value in found.values where isNew(value.value, found.schema) {
                let json = value.value.node.value
                let directions: [SchemaDirection?] = [nil, .request, .response]
                let isValid = directions.contains { schema.validate(json, direction: $0).isValid }
                guard !isValid, let violation = schema.validate(json).violations.first else { continue }
                report(value.keyword == "default" ? "the default value" : "the example", value.value, violation)
            }
        }
    }

    // MARK: Problems

    private mutating func isNew(_ value: OpenAPIValue, _ schema: OpenAPISchema) -> Bool {
        checked.insert(Checked(value: value.place, schema: schema.value.place)).inserted
    }

    private mutating func report(_ subject: String, _ value: OpenAPIValue, _ violation: SchemaViolation) {
        guard problems.count < Self.maximumCount else {
            omittedCount += 1
            return
        }
        let part = violation.instance.node(in: value.node).map { OpenAPIValue(file: value.file, node: $0) } ?? value
        let rule = contract.document.place(of: violation.location).map { "; the rule is at \(contract.text(of: $0))" }
        problems.append(
            OpenAPIProblem(
                .warning,
                .invalidValue,
                at: part.messagePlace,
                "\(subject) does not conform to its schema: \(violation)",
                hint: "correct the value or the schema" + (rule ?? "")
            )
        )
    }
}

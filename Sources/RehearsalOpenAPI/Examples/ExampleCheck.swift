import Rehearsal

/// A check of the examples and default values of a document against their schemas.
package struct ExampleCheck {
    let contract: APIContract
    /// A warning for each value that its schema forbids, at the forbidden part.
    package private(set) var problems: [OpenAPIProblem] = []
    /// The positions of the checked values, because several operations may refer to one.
    private var checked: Set<OpenAPIPlace> = []

    private static let maximumCount = 200

    package init(_ contract: APIContract) {
        self.contract = contract
        for operation in contract.operations { check(operation) }
        checkSchemas()
    }

    private mutating func check(_ operation: CheckedOperation) {
        for parameter in operation.parameters {
            let examples = parameter.parameter.examples + (parameter.parameter.content?.examples ?? [])
            check(examples, parameter.value, .request)
        }
        for content in operation.body { check(content, .request) }
        for response in operation.responses {
            for header in response.headers {
                let examples = header.header.examples + (header.header.content?.examples ?? [])
                check(examples, header.value, .response)
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
            check([example], content.value, direction)
        }
    }

    private mutating func check(_ examples: [OpenAPIExample], _ value: CheckedValue, _ direction: SchemaDirection) {
        guard let number = value.schema else { return }
        for example in examples {
            guard let node = example.value, isNew(node) else { continue }
            let validation = contract.schemas[number].validate(node.node.value, direction: direction)
            guard let violation = validation.violations.first, !isValidText(node, value, direction) else { continue }
            let name = example.name.map { " " + $0.quoted } ?? ""
            report("the example\(name)", node, violation)
        }
    }

    /// Returns whether an example is a text that is valid in the form in which the message contains it.
    private func isValidText(_ example: OpenAPIValue, _ value: CheckedValue, _ direction: SchemaDirection) -> Bool {
        guard let text = example.node.string, let number = value.schema else { return false }
        if let parsed = try? JSON(parsing: text),
            contract.schemas[number].validate(parsed, direction: direction).isValid
        {
            return true
        }
        // A text in the style of the parameter has no other form that could be compared.
        return value.shape.isArray || value.shape.isObject
    }

    // MARK: Schemas

    /// Checks the values of `example`, `examples` and `default` in the schemas.
    private mutating func checkSchemas() {
        var search = SchemaExamples(contract.document)
        for operation in contract.document.operations { search.add(operation) }
        let compiled = contract.document.compile(search.found.map(\.schema)).schemas
        for (found, schema) in zip(search.found, compiled) {
            for value in found.values where isNew(value.value) {
                let json = value.value.node.value
                let directions: [SchemaDirection?] = [nil, .request, .response]
                let isValid = directions.contains { schema.validate(json, direction: $0).isValid }
                guard !isValid, let violation = schema.validate(json).violations.first else { continue }
                report(value.keyword == "default" ? "the default value" : "the example", value.value, violation)
            }
        }
    }

    // MARK: Problems

    private mutating func isNew(_ value: OpenAPIValue) -> Bool {
        problems.count < Self.maximumCount && checked.insert(value.place).inserted
    }

    private mutating func report(_ subject: String, _ value: OpenAPIValue, _ violation: SchemaViolation) {
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

import Rehearsal

/// A search for the examples and default values in the schemas of a document.
struct SchemaExamples {
    /// A schema with its examples and its default value.
    struct Found {
        let schema: OpenAPISchema
        var values: [(keyword: String, value: OpenAPIValue)]
    }

    private let document: OpenAPIDocument
    private(set) var found: [Found] = []
    private var visited: Set<OpenAPIPlace> = []

    private static let maximumCount = 100_000
    private static let maximumDepth = 64

    init(_ document: OpenAPIDocument) { self.document = document }

    mutating func add(_ operation: OpenAPIOperation) {
        for parameter in operation.parameters { add(parameter.schema ?? parameter.content?.schema) }
        for content in operation.requestBody?.content ?? [] { add(content.schema) }
        for response in operation.responses {
            for header in response.headers { add(header.schema ?? header.content?.schema) }
            for content in response.content { add(content.schema) }
        }
    }

    /// Adds a schema and all schemas in it.
    mutating func add(_ schema: OpenAPISchema?) {
        guard let schema else { return }
        guard let converted = schema.converted else { return add(schema.value, depth: 0) }
        // The object of a converted schema is a parameter of Swagger 2.0, which has no schemas in it.
        guard converted["default"] != nil, let value = schema.value["default"],
            visited.insert(schema.value.place).inserted
        else { return }
        found.append(Found(schema: schema, values: [("default", value)]))
    }

    private mutating func add(_ schema: OpenAPIValue, depth: Int) {
        guard schema.node.kind == .object, depth < Self.maximumDepth, visited.count < Self.maximumCount,
            visited.insert(schema.place).inserted
        else { return }
        if schema["$ref"] != nil {
            if let target = document.resolved(schema) { add(target, depth: depth + 1) }
            // A reference has no siblings before OpenAPI 3.1.
            if document.version != .v31 { return }
        }
        var values = ["example", "default"].compactMap { keyword in schema[keyword].map { (keyword, $0) } }
        if document.version == .v31 { values += (schema["examples"]?.elements ?? []).map { ("examples", $0) } }
        if !values.isEmpty { found.append(Found(schema: OpenAPISchema(schema), values: values)) }
        for part in Self.parts(of: schema) { add(part, depth: depth + 1) }
    }

    /// Returns the schemas that a schema contains.
    private static func parts(of schema: OpenAPIValue) -> [OpenAPIValue] {
        let single = [
            "items", "additionalProperties", "not", "contains", "propertyNames", "if", "then", "else",
            "unevaluatedItems", "unevaluatedProperties",
        ]
        return single.compactMap { schema[$0] }
            + ["allOf", "anyOf", "oneOf", "prefixItems"].flatMap { schema[$0]?.elements ?? [] }
            + ["properties", "patternProperties", "dependentSchemas"].flatMap { name in
                (schema[name]?.members ?? []).map(\.value)
            }
    }
}

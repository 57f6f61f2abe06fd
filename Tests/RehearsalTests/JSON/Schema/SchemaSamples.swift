import RehearsalJSON

/// Schemas and values as texts.
enum SchemaSample {
    static func json(_ text: String) throws -> JSON { try JSON(parsing: text) }

    static func schema(
        _ text: String,
        uri: String = "",
        options: SchemaOptions = SchemaOptions(),
        documents: [String: String] = [:]
    ) throws -> JSON.Schema {
        try JSON.Schema(json(text), uri: uri, options: options) { uri in documents[uri].flatMap { try? json($0) } }
    }

    /// Returns the problems of a schema as `location: problem`.
    static func problems(_ text: String, options: SchemaOptions = SchemaOptions()) throws -> [String] {
        var compiler = SchemaCompiler(options: options)
        compiler.add(try json(text), uri: "")
        _ = compiler.schema(at: "")
        return compiler.finish().problems.map { "\($0.location): \($0.problem)" }
    }

    /// Returns the violations of a value as `location of the value | keywords | message`.
    static func violations(_ schema: String, _ value: String) throws -> [String] {
        try self.schema(schema).validate(json(value)).violations.map {
            "\($0.instance) | \($0.keyword) | \($0.message)"
        }
    }
}

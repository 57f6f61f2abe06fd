extension JSON {
    /// A schema (JSON Schema 2020-12, or the schema object of OpenAPI 3.0), compiled once for any number of values.
    ///
    /// Validation is pure and bounded in depth and steps. It compares numbers exactly and strings by scalars. It does
    /// not collect annotations, such as `title`, `default` and `contentMediaType`.
    package struct Schema: Sendable {
        let program: SchemaProgram
        let root: Int

        init(program: SchemaProgram, root: Int) {
            self.program = program
            self.root = root
        }

        /// Compiles a document.
        ///
        /// - Parameters:
        ///   - uri: The identifier of the document, against which its references are resolved.
        ///   - options: The dialect and the meaning of `format`.
        ///   - resolver: returns the document with an absolute identifier; nil if there is none.
        /// - Throws: the first mistake or unsupported feature.
        package init(
            _ document: JSON,
            uri: String = "",
            options: SchemaOptions = SchemaOptions(),
            resolver: @escaping (String) -> JSON? = { _ in nil }
        ) throws(SchemaProblem) {
            var compiler = SchemaCompiler(options: options, resolver: resolver)
            compiler.add(document, uri: uri)
            let number = compiler.schema(at: uri)
            let (program, problems) = compiler.finish()
            if let problem = problems.first { throw problem }
            self = program[number]
        }

        /// Returns whether a value is valid. A value whose validation exceeds a limit is not valid.
        package func isValid(_ value: JSON, limits: SchemaLimits = SchemaLimits()) -> Bool {
            var validator = SchemaValidator(program, limits: limits)
            return validator.isValid(value, root) && validator.stop == nil
        }

        /// Returns the violations of a value.
        ///
        /// - Parameter direction: Whether the value is sent or received. A property that is required but read-only may
        ///   be absent from a request, and one that is write-only from a response (OpenAPI 3.0.3, fixed fields of the
        ///   schema object).
        package func validate(
            _ value: JSON,
            direction: SchemaDirection? = nil,
            limits: SchemaLimits = SchemaLimits()
        ) -> SchemaValidation {
            // Most values are valid, which is proven without locations.
            var validator = SchemaValidator(program, limits: limits, direction: direction)
            if validator.isValid(value, root), validator.stop == nil { return SchemaValidation() }
            validator = SchemaValidator(program, limits: limits, direction: direction)
            return validator.validation(of: value, root)
        }
    }
}

/// The options of a compilation.
package struct SchemaOptions: Sendable {
    /// The dialect of schemas without `$schema`.
    package var dialect = Dialect.draft2020
    /// Whether `format` is an assertion. Unknown formats match every value.
    package var assertsFormats = false
    /// The maximum number of schemas and subschemas.
    package var maximumSchemas = 1_000_000
    /// The maximum number of steps of all patterns, which are the characters of a pattern with its counts expanded.
    package var maximumPatternSize = 2_000_000

    /// A dialect of JSON Schema.
    package enum Dialect: Sendable, Hashable {
        /// JSON Schema 2020-12, which OpenAPI 3.1 uses.
        case draft2020
        /// The schema object of OpenAPI 3.0.
        case openAPI30
    }

    package init(dialect: Dialect = .draft2020, assertsFormats: Bool = false) {
        self.dialect = dialect
        self.assertsFormats = assertsFormats
    }
}

/// The limits of a validation.
package struct SchemaLimits: Sendable {
    /// The maximum number of evaluated keywords, members, elements and characters.
    package var steps = 5_000_000
    /// The maximum number of schemas that are evaluated inside each other. It bounds memory and not the call stack.
    package var depth = 4_096
    /// The maximum number of reported violations, with the causes of others.
    package var violations = 100

    package init() {}
}

/// The direction of a message that contains a value.
package enum SchemaDirection: Sendable, Hashable {
    case request, response
}

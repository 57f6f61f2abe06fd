import TestAdmission
import Testing

@testable import RehearsalJSON

@Suite("Schema objects of OpenAPI 3.0", .limitedConcurrency)
struct OpenAPISchemaTests {
    private static let options = SchemaOptions(dialect: .openAPI30, assertsFormats: true)

    @Test("Each value is valid or invalid as OpenAPI 3.0 defines.", arguments: OpenAPIRow.all)
    func values(_ row: OpenAPIRow) throws {
        let sut = try SchemaSample.schema(row.schema, options: Self.options)
        #expect(try row.valid.filter { try !sut.isValid(SchemaSample.json($0)) } == [])
        #expect(try row.invalid.filter { try sut.isValid(SchemaSample.json($0)) } == [])
    }

    @Test("A reference has no siblings.")
    func siblings() throws {
        let schema = try SchemaSample.schema(
            ##"{"properties": {"a": {"$ref": "#/components/b", "maximum": 1}}, "components": {"b": {"type": "integer"}}}"##,
            options: Self.options
        )
        #expect(schema.isValid(["a": 5]))
        #expect(!schema.isValid(["a": "5"]))
    }

    @Test(
        "A construct of other dialects is reported.",
        arguments: [
            (#"{"type": ["string", "null"]}"#, "#/type: the type is not known"),
            (#"{"type": "null"}"#, "#/type: the type is not known"),
            (#"{"exclusiveMinimum": 1}"#, "#/exclusiveMinimum: the value of \"exclusiveMinimum\" is not true or false"),
            (#"{"properties": {"a": true}}"#, "#/properties/a: a schema of OpenAPI 3.0 is an object"),
        ]
    )
    func otherDialects(_ schema: String, _ expected: String) throws {
        #expect(try SchemaSample.problems(schema, options: Self.options) == [expected])
    }

    @Test("A required property that is read-only may be absent from a request, and a write-only one from a response.")
    func directions() throws {
        let schema = try SchemaSample.schema(
            ##"""
            {"required": ["id", "name", "password"],
             "properties": {"id": {"$ref": "#/components/id"}, "password": {"type": "string", "writeOnly": true}},
             "components": {"id": {"type": "integer", "readOnly": true}}}
            """##,
            options: Self.options
        )
        func missing(_ direction: SchemaDirection?) -> [String] {
            schema.validate([:], direction: direction).violations.map(\.message)
        }
        let (id, name, password) = ("\"id\"", "\"name\"", "\"password\"")
        #expect(missing(nil) == [id, name, password].map { "lacks the required property \($0)" })
        #expect(missing(.request) == [name, password].map { "lacks the required property \($0)" })
        #expect(missing(.response) == [id, name].map { "lacks the required property \($0)" })
    }
}

/// A schema of OpenAPI 3.0 with valid and invalid values.
struct OpenAPIRow: Sendable, CustomTestStringConvertible {
    let schema: String
    let valid: [String]
    let invalid: [String]

    var testDescription: String { schema }

    static let all = [
        OpenAPIRow(
            schema: #"{"type": "string", "nullable": true}"#,
            valid: ["null", "\"a\""],
            invalid: ["1"]
        ),
        // The enumeration of a nullable schema must contain null itself.
        OpenAPIRow(
            schema: #"{"type": "string", "nullable": true, "enum": ["a"]}"#,
            valid: ["\"a\""],
            invalid: ["null"]
        ),
        // Without a type, `nullable` has no effect.
        OpenAPIRow(schema: #"{"nullable": false}"#, valid: ["null", "1"], invalid: []),
        OpenAPIRow(
            schema: #"{"minimum": 1, "exclusiveMinimum": true, "maximum": 3, "exclusiveMaximum": false}"#,
            valid: ["1.1", "3"],
            invalid: ["1", "3.1"]
        ),
        OpenAPIRow(
            schema: #"{"exclusiveMinimum": true}"#,
            valid: ["1", "-1"],
            invalid: []
        ),
        // Keywords that OpenAPI 3.0 does not have are ignored.
        OpenAPIRow(
            schema: """
                {"const": 1, "if": {}, "then": false, "prefixItems": [false], "contains": false, "patternProperties": 1,
                 "propertyNames": false, "$id": 5, "$anchor": 5, "discriminator": {"propertyName": "a"}, "example": {},
                 "xml": {}, "externalDocs": {}, "deprecated": true}
                """,
            valid: ["2", "[1]", #"{"a": 1}"#],
            invalid: []
        ),
        OpenAPIRow(
            schema: #"{"type": "object", "additionalProperties": false, "properties": {"a": {}}}"#,
            valid: ["{}", #"{"a": 1}"#],
            invalid: [#"{"b": 1}"#]
        ),
        OpenAPIRow(
            schema: #"{"type": "integer", "format": "int32"}"#,
            valid: ["2147483647", "-2147483648", "1.0"],
            invalid: ["2147483648", "-2147483649", "1e10", "0.5"]
        ),
        OpenAPIRow(
            schema: #"{"format": "int64"}"#,
            valid: ["9223372036854775807", "\"a\""],
            invalid: ["9223372036854775808", "1e19"]
        ),
        OpenAPIRow(
            schema: #"{"type": "string", "format": "byte"}"#,
            valid: ["\"\"", "\"YQ==\"", "\"YWJj\""],
            invalid: ["\"YQ=\"", "\"Y Q=\"", "\"Y===\""]
        ),
        OpenAPIRow(
            schema: #"{"type": "string", "format": "date"}"#,
            valid: ["\"2024-02-29\""],
            invalid: ["\"2023-02-29\"", "\"29.02.2024\""]
        ),
        OpenAPIRow(schema: #"{"type": "string", "format": "password"}"#, valid: ["\"x\""], invalid: ["1"]),
    ]
}

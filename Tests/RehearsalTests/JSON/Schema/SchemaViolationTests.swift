import TestAdmission
import Testing

@testable import RehearsalJSON

@Suite("Violations of schemas", .limitedConcurrency)
struct SchemaViolationTests {
    @Test("Each keyword reports the value, the keyword and the difference.", arguments: ViolationRow.all)
    func message(_ row: ViolationRow) throws {
        #expect(try SchemaSample.violations(row.schema, row.value) == row.expected)
    }

    @Test("The location of a keyword behind references has the pointer through them and the pointer in its document.")
    func locations() throws {
        let schema = try SchemaSample.schema(
            """
            {"$id": "https://example.com/order", "properties": {"lines": {"items": {"$ref": "line#/$defs/line"}}},
             "$defs": {"other": {"$id": "line", "$defs": {"line": {"minimum": 2}}}}}
            """,
            uri: "file:///order.json"
        )
        let violations = schema.validate(["lines": [3, 1]]).violations
        #expect(violations.count == 1)
        let violation = try #require(violations.first)
        #expect(violation.instance.text == "/lines/1")
        #expect(violation.keyword.text == "/properties/lines/items/$ref/minimum")
        #expect(violation.location.uri == "https://example.com/line#/$defs/line/minimum")
        #expect(violation.location.document == "file:///order.json")
        #expect(violation.location.pointer.text == "/$defs/other/$defs/line/minimum")
        #expect(violation.description == "/lines/1 is 1, but the minimum is 2")
    }

    @Test("Every violation of a value is reported, also after the first one.")
    func several() throws {
        let found = try SchemaSample.violations(
            #"{"properties": {"a": {"type": "string", "minimum": 5}, "b": {"type": "string"}}, "required": ["c", "d"]}"#,
            #"{"a": 1, "b": 2}"#
        )
        #expect(
            found == [
                "/a | /properties/a/type | is 1, but must be a string",
                "/a | /properties/a/minimum | is 1, but the minimum is 5",
                "/b | /properties/b/type | is 2, but must be a string",
                " | /required | lacks the required property \"c\"",
                " | /required | lacks the required property \"d\"",
            ]
        )
    }

    @Test("A combination of which no schema matches has the violations of each schema as causes.")
    func causes() throws {
        let schema = try SchemaSample.schema(#"{"anyOf": [{"type": "null"}, {"properties": {"a": {"maximum": 1}}}]}"#)
        let violations = schema.validate(["a": 2]).violations
        #expect(violations.map(\.message) == ["matches none of the 2 schemas of \"anyOf\""])
        let causes = violations.flatMap(\.causes).map { "\($0.instance) \($0.keyword) \($0.message)" }
        #expect(
            causes == [
                " /anyOf/0/type is an object, but must be null",
                "/a /anyOf/1/properties/a/maximum is 2, but the maximum is 1",
            ]
        )
    }

    @Test("A valid value has no violations.")
    func valid() throws {
        let schema = try SchemaSample.schema(
            #"{"type": "object", "properties": {"a": {"anyOf": [{"type": "null"}, {}]}}}"#
        )
        let validation = schema.validate(["a": 1])
        #expect(validation.isValid)
        #expect(validation.violations == [])
    }

    @Test("Names are compared by their scalars: a composed and a decomposed letter differ.")
    func canonicalEquivalents() throws {
        let schema = try SchemaSample.schema(#"{"properties": {"\u00e9": false}, "required": ["\u00e9"]}"#)
        #expect(!schema.isValid(["\u{E9}": 1]))
        #expect(schema.validate(["e\u{301}": 1]).violations.map(\.keyword.text) == ["/required"])
    }
}

/// A schema, a value, and its violations.
struct ViolationRow: Sendable, CustomTestStringConvertible {
    let schema: String
    let value: String
    let expected: [String]

    var testDescription: String { "\(schema) \(value)" }

    init(_ schema: String, _ value: String, _ expected: String...) {
        self.schema = schema
        self.value = value
        self.expected = expected
    }

    static let all = [
        ViolationRow("false", "1", " |  | is not permitted here"),
        ViolationRow(#"{"type": "integer"}"#, "1.5", " | /type | is 1.5, but must be an integer"),
        ViolationRow(
            #"{"type": ["string", "null"]}"#,
            "[]",
            " | /type | is an empty array, but must be null or a string"
        ),
        ViolationRow(#"{"const": "a"}"#, #""b""#, #" | /const | is "b", but must be "a""#),
        ViolationRow(#"{"enum": [1, "a"]}"#, "2", #" | /enum | is 2, but the permitted values are 1, "a""#),
        ViolationRow(#"{"maximum": 2}"#, "3", " | /maximum | is 3, but the maximum is 2"),
        ViolationRow(#"{"minimum": 2.5}"#, "2.49", " | /minimum | is 2.49, but the minimum is 2.5"),
        ViolationRow(#"{"exclusiveMaximum": 2}"#, "2", " | /exclusiveMaximum | is 2, but must be less than 2"),
        ViolationRow(#"{"exclusiveMinimum": 2}"#, "2.0", " | /exclusiveMinimum | is 2.0, but must be greater than 2"),
        ViolationRow(#"{"multipleOf": 0.01}"#, "1.005", " | /multipleOf | is 1.005, but must be a multiple of 0.01"),
        ViolationRow(#"{"maxLength": 1}"#, #""ab""#, " | /maxLength | has 2 characters, but the maximum is 1"),
        ViolationRow(#"{"minLength": 2}"#, #""\ud83d\ude00""#, " | /minLength | has 1 character, but the minimum is 2"),
        ViolationRow(#"{"pattern": "^a$"}"#, #""b""#, #" | /pattern | is "b", which does not match "^a$""#),
        ViolationRow(#"{"maxItems": 1}"#, "[1, 2]", " | /maxItems | has 2 elements, but the maximum is 1"),
        ViolationRow(#"{"minProperties": 1}"#, "{}", " | /minProperties | has 0 properties, but the minimum is 1"),
        ViolationRow(
            #"{"uniqueItems": true}"#,
            #"[{"a": 1, "b": 2}, 0, {"b": 2.0, "a": 1}]"#,
            " | /uniqueItems | has equal elements at 0 and 2, but they must be unique"
        ),
        ViolationRow(
            #"{"contains": {"type": "null"}}"#,
            "[1]",
            " | /contains | has no element that matches \"contains\""
        ),
        ViolationRow(
            #"{"contains": {"type": "null"}, "minContains": 2}"#,
            "[null]",
            " | /minContains | has 1 element that matches \"contains\", but the minimum is 2"
        ),
        ViolationRow(
            #"{"contains": true, "maxContains": 1}"#,
            "[1, 2]",
            " | /maxContains | has 2 elements that match \"contains\", but the maximum is 1"
        ),
        ViolationRow(
            #"{"prefixItems": [{}, {"type": "null"}], "items": {"type": "string"}}"#,
            "[1, 2, 3]",
            "/1 | /prefixItems/1/type | is 2, but must be null",
            "/2 | /items/type | is 3, but must be a string"
        ),
        ViolationRow(
            #"{"properties": {"replies": {}}, "additionalProperties": false}"#,
            #"{"repliess": 1}"#,
            #"/repliess | /additionalProperties | is the property "repliess", which is not permitted; "#
                + #"did you mean "replies"?"#
        ),
        ViolationRow(
            #"{"patternProperties": {"^x/": {"type": "null"}}, "additionalProperties": {"type": "string"}}"#,
            #"{"x/y": 1, "z": 2}"#,
            "/x~1y | /patternProperties/^x~1/type | is 1, but must be null",
            "/z | /additionalProperties/type | is 2, but must be a string"
        ),
        ViolationRow(
            #"{"propertyNames": {"maxLength": 1}}"#,
            #"{"ab": 1}"#,
            #"/ab | /propertyNames | has the name "ab", which is not permitted: it has 2 characters, "#
                + "but the maximum is 1"
        ),
        ViolationRow(
            #"{"dependentRequired": {"a": ["b", "c"]}}"#,
            #"{"a": 1}"#,
            #" | /dependentRequired | lacks the property "b", which "a" requires"#,
            #" | /dependentRequired | lacks the property "c", which "a" requires"#
        ),
        ViolationRow(
            #"{"dependentSchemas": {"a": {"maxProperties": 1}}}"#,
            #"{"a": 1, "b": 2}"#,
            " | /dependentSchemas/a/maxProperties | has 2 properties, but the maximum is 1"
        ),
        ViolationRow(
            #"{"allOf": [{}, {"minimum": 2}]}"#,
            "1",
            " | /allOf/1/minimum | is 1, but the minimum is 2"
        ),
        ViolationRow(
            #"{"oneOf": [{"type": "string"}, {}, {"minimum": 0}]}"#,
            "1",
            #" | /oneOf | matches two schemas of "oneOf" (1 and 2), but must match one"#
        ),
        ViolationRow(#"{"not": {"type": "null"}}"#, "null", #" | /not | matches the schema of "not""#),
        ViolationRow(
            #"{"if": {"type": "string"}, "then": {"minLength": 2}, "else": {"minimum": 2}}"#,
            #""a""#,
            " | /then/minLength | has 1 character, but the minimum is 2"
        ),
        ViolationRow(
            #"{"if": {"type": "string"}, "then": {"minLength": 2}, "else": {"minimum": 2}}"#,
            "1",
            " | /else/minimum | is 1, but the minimum is 2"
        ),
        ViolationRow(
            #"{"allOf": [{"properties": {"a": {}}}], "unevaluatedProperties": false}"#,
            #"{"a": 1, "b": 2}"#,
            #"/b | /unevaluatedProperties | is the property "b", which no keyword permits"#
        ),
        ViolationRow(
            #"{"prefixItems": [{}], "unevaluatedItems": {"type": "null"}}"#,
            "[1, 2]",
            "/1 | /unevaluatedItems/type | is 2, but must be null"
        ),
    ]
}

import TestAdmission
import Testing

@testable import RehearsalJSON

@Suite("Problems of schemas", .limitedConcurrency)
struct SchemaProblemTests {
    @Test("Each mistake in a schema is reported at its location.", arguments: ProblemRow.all)
    func problems(_ row: ProblemRow) throws {
        #expect(try SchemaSample.problems(row.schema) == [row.expected])
    }

    @Test("A schema with a mistake is not compiled, and the error has the location and the correction.")
    func error() throws {
        let error = #expect(throws: SchemaProblem.self) {
            try SchemaSample.schema(#"{"properties": {"a": {"pattern": "(?=a)"}}}"#, uri: "file:///a.json")
        }
        let expected =
            "file:///a.json#/properties/a/pattern: the pattern \"(?=a)\" has at offset 0 a look-ahead (\"(?=\") "
            + "is not supported: write it into the pattern"
        #expect(error?.description.hasPrefix(expected) == true)
    }

    @Test("A keyword with a mistake has no effect, and the other keywords of the schema have.")
    func rest() throws {
        var compiler = SchemaCompiler()
        compiler.add(["pattern": "(", "maxLength": 1, "minLength": "1"], uri: "")
        let number = compiler.schema(at: "")
        let (program, problems) = compiler.finish()
        #expect(problems.count == 2)
        #expect(program[number].isValid("a"))
        #expect(!program[number].isValid("ab"))
    }

    @Test("A document that was not found is requested once, and reported for each reference to it.")
    func missing() throws {
        var requests: [String] = []
        var compiler = SchemaCompiler { uri in
            requests.append(uri)
            return nil
        }
        compiler.add(["items": ["$ref": "b.json"], "not": ["$ref": "b.json#/a"]], uri: "file:///a.json")
        _ = compiler.schema(at: "file:///a.json")
        #expect(compiler.finish().problems.count == 2)
        #expect(requests == ["file:///b.json"])
    }

    @Test("A dialect with an unknown required vocabulary is reported.")
    func vocabulary() throws {
        var compiler = SchemaCompiler { uri in
            uri == "https://example.com/meta" ? ["$vocabulary": ["https://example.com/units": true]] : nil
        }
        compiler.add(["$schema": "https://example.com/meta"], uri: "")
        _ = compiler.schema(at: "")
        let expected =
            "the dialect \"https://example.com/meta\" requires the unknown vocabulary \"https://example.com/units\""
        #expect(compiler.finish().problems.map(\.problem) == [expected])
    }

    @Test("A document with more schemas than the limit is rejected.")
    func limit() throws {
        var options = SchemaOptions()
        options.maximumSchemas = 10
        let found = try SchemaSample.problems(
            #"{"prefixItems": [\#(Array(repeating: "{}", count: 20).joined(separator: ","))]}"#
        )
        #expect(found == [])
        let problems = try SchemaSample.problems(
            #"{"prefixItems": [\#(Array(repeating: "{}", count: 20).joined(separator: ","))]}"#,
            options: options
        )
        #expect(problems.count == 1)
        #expect(problems[0].hasSuffix("the documents have more than 10 schemas"))
    }
}

extension SchemaProblemTests {
    @Test("Patterns that are too large together are rejected.")
    func patternSize() throws {
        var options = SchemaOptions()
        options.maximumPatternSize = 1_500
        let found = try SchemaSample.problems(
            #"{"items": {"pattern": "a{1000}"}, "contains": {"pattern": "b{1000}"}, "not": {"pattern": "a{1000}"}}"#,
            options: options
        )
        #expect(
            found == ["#/contains/pattern: with their counts expanded, the patterns of the documents are too large"]
        )
    }
}

/// A schema with one mistake, and its problem.
struct ProblemRow: Sendable, CustomTestStringConvertible {
    let schema: String
    let expected: String

    var testDescription: String { schema }

    static let all = [
        ("[]", "#: a schema is an object or a boolean"),
        (#"{"items": [{}]}"#, "#/items: \"items\" is one schema for every element"),
        (#"{"type": "float"}"#, "#/type: the type is not known"),
        (#"{"minimum": "1"}"#, "#/minimum: the value of \"minimum\" is not a number"),
        (#"{"exclusiveMaximum": true}"#, "#/exclusiveMaximum: the value of \"exclusiveMaximum\" is not a number"),
        (#"{"multipleOf": 0}"#, "#/multipleOf: \"multipleOf\" is not greater than 0"),
        (
            #"{"maxLength": 1.5}"#,
            "#/maxLength: the value of \"maxLength\" is not a whole number that is not negative"
        ),
        (#"{"required": true}"#, "#/required: the value of \"required\" is not an array of names"),
        (#"{"properties": []}"#, "#/properties: the value of \"properties\" is not an object"),
        (#"{"allOf": []}"#, "#/allOf: \"allOf\" is empty"),
        (#"{"uniqueItems": 1}"#, "#/uniqueItems: the value of \"uniqueItems\" is not true or false"),
        (#"{"$ref": 1}"#, "#/$ref: the value of \"$ref\" is not a string"),
        (##"{"$ref": "#/a"}"##, "#/$ref: the reference \"#/a\" denotes no value of the document"),
        (##"{"$ref": "#a"}"##, "#/$ref: the reference \"#a\" denotes no anchor of the document"),
        (##"{"$ref": "#/~2"}"##, "#/$ref: the reference \"#/~2\" has an invalid pointer"),
        (##"{"$ref": "#%FF"}"##, "#/$ref: the reference \"#%FF\" has a fragment that is not UTF-8"),
        (
            #"{"$ref": "b.json"}"#,
            "#/$ref: the reference \"b.json\" refers to a document that was not found, \"b.json\""
        ),
        (##"{"$id": "a#b"}"##, "#/$id: the identifier \"a#b\" has a fragment"),
        (
            #"{"$defs": {"a": {"$id": "c"}, "b": {"$id": "c"}}}"#,
            "#/$defs/b/$id: another schema has the identifier \"c\""
        ),
        (
            #"{"$defs": {"a": {"$anchor": "c"}, "b": {"$anchor": "c"}}}"#,
            "#/$defs/b/$anchor: another schema of this document has the anchor \"c\""
        ),
        (
            #"{"$schema": "http://json-schema.org/draft-07/schema#"}"#,
            "#/$schema: the dialect \"http://json-schema.org/draft-07/schema\" is not supported"
        ),
        (
            #"{"patternProperties": {"(a)\\1": {}}}"#,
            "#/patternProperties/(a)\\1: the pattern \"(a)\\\\1\" has at offset 3 a back-reference (\"\\1\") is not supported"
        ),
    ].map { ProblemRow(schema: $0, expected: $1) }
}

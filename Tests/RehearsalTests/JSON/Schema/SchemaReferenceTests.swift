import TestAdmission
import Testing

@testable import RehearsalJSON

@Suite("References between schemas", .limitedConcurrency)
struct SchemaReferenceTests {
    @Test("A reference to another document is resolved by the resolver, and against that document from there on.")
    func otherDocument() throws {
        let schema = try SchemaSample.schema(
            #"{"properties": {"pet": {"$ref": "models/pet.json#/Pet"}}}"#,
            uri: "https://example.com/api.json",
            documents: [
                "https://example.com/models/pet.json": #"{"Pet": {"properties": {"tag": {"$ref": "tag.json"}}}}"#,
                "https://example.com/models/tag.json": #"{"type": "string"}"#,
            ]
        )
        #expect(schema.isValid(["pet": ["tag": "a"]]))
        let violations = schema.validate(["pet": ["tag": 1]]).violations
        #expect(violations.map(\.location.uri) == ["https://example.com/models/tag.json#/type"])
        #expect(violations.map(\.keyword.text) == ["/properties/pet/$ref/properties/tag/$ref/type"])
    }

    @Test("Documents that refer to each other in a cycle are compiled once.")
    func cycle() throws {
        let schema = try SchemaSample.schema(
            #"{"properties": {"next": {"$ref": "b.json"}}, "required": ["id"]}"#,
            uri: "file:///a.json",
            documents: ["file:///b.json": #"{"properties": {"next": {"$ref": "a.json"}}, "maxProperties": 1}"#]
        )
        #expect(schema.isValid(["id": 1, "next": ["next": ["id": 2]]]))
        #expect(!schema.isValid(["id": 1, "next": ["next": ["name": 2]]]))
        #expect(!schema.isValid(["id": 1, "next": ["a": 1, "b": 2]]))
    }

    @Test(
        "A schema that refers to itself for the same value ends the validation with that reason.",
        arguments: [
            ##"{"$ref": "#"}"##,
            ##"{"allOf": [{"$ref": "#/$defs/a"}], "$defs": {"a": {"anyOf": [{"$ref": "#"}]}}}"##,
            ##"{"not": {"$ref": "#"}}"##,
            ##"{"$dynamicAnchor": "a", "if": {"$dynamicRef": "#a"}}"##,
        ]
    )
    func recursion(_ text: String) throws {
        let schema = try SchemaSample.schema(text)
        let validation = schema.validate(1)
        #expect(validation.stop?.reason == .recursion)
        #expect(!validation.isValid)
        #expect(!schema.isValid(1))
    }

    @Test("A schema may refer to itself for a member or an element.")
    func trees() throws {
        let schema = try SchemaSample.schema(
            ##"{"type": "object", "properties": {"children": {"items": {"$ref": "#"}}}, "additionalProperties": false}"##
        )
        #expect(schema.isValid(["children": [["children": []], [:]]]))
        #expect(!schema.isValid(["children": [["children": [["name": 1]]]]]))
    }

    @Test("A dynamic reference leads to the outermost schema with the anchor.")
    func dynamicReference() throws {
        let tree = """
            {"$id": "tree", "$dynamicAnchor": "node", "type": "object",
             "properties": {"children": {"items": {"$dynamicRef": "#node"}}}}
            """
        let strict = """
            {"$id": "strict", "$dynamicAnchor": "node", "$ref": "tree", "unevaluatedProperties": false,
             "$defs": {"tree": \(tree)}}
            """
        let sut = try SchemaSample.schema(strict, uri: "https://example.com/strict")
        #expect(sut.isValid(["children": [["children": []]]]))
        #expect(!sut.isValid(["children": [["daat": 1]]]))
        let loose = try SchemaSample.schema(tree, uri: "https://example.com/tree")
        #expect(loose.isValid(["children": [["daat": 1]]]))
    }

    @Test("The schemas of a document that is not a schema are found by their pointers.")
    func container() throws {
        var compiler = SchemaCompiler()
        let document = try SchemaSample.json(
            ##"{"items": [1], "models": {"a/b": {"type": "null"}, "c": {"$ref": "#/models/a~1b"}, "d e": {"const": 1}}}"##
        )
        compiler.add(document, uri: "file:///api.json")
        let numbers = ["a~1b", "c", "d%20e"].map { compiler.schema(at: "file:///api.json#/models/\($0)") }
        let (program, problems) = compiler.finish()
        #expect(problems == [])
        #expect(numbers.map { program[$0].isValid(nil) } == [true, true, false])
        #expect(numbers.map { program[$0].isValid(1) } == [false, false, true])
        #expect(program[numbers[1]].validate(1).violations.map(\.location.pointer.text) == ["/models/a~1b/type"])
    }

    @Test("The schemas of a document with many of them are found by their names, of which the first counts.")
    func manyNames() throws {
        var models = (0..<100).map { (number: Int) in JSON.Member("m\(number)", ["const": .integer(number)]) }
        models += [JSON.Member("m7", false), JSON.Member("a", .object([JSON.Member("b", .object(models))]))]
        models.append(JSON.Member("a/b", .object(models.map { JSON.Member($0.name, ["const": "other"]) })))
        var compiler = SchemaCompiler()
        compiler.add(.object(models), uri: "file:///models.json")
        let pointers = ["m7", "m99", "a/b/m7", "a~1b/m7", "m100"]
        let numbers = pointers.map { compiler.schema(at: "file:///models.json#/\($0)") }
        let (program, problems) = compiler.finish()
        #expect(problems.count == 1)
        #expect([7, 99, 7, "other", 1].enumerated().allSatisfy { program[numbers[$0]].isValid($1) })
        #expect(["other", 7, "other", 7].enumerated().allSatisfy { !program[numbers[$0]].isValid($1) })
    }

    @Test("Pointers with canonically equivalent names lead to different schemas.")
    func canonicalEquivalents() throws {
        let schema = try SchemaSample.schema(
            ##"""
            {"$defs": {"\u00e9": {"const": 1}, "e\u0301": {"const": 2}}, "x": {"\u00e9": {"const": 3}, "e\u0301": {"const": 4}},
             "prefixItems": [{"$ref": "#/$defs/%C3%A9"}, {"$ref": "#/$defs/e%CC%81"}, {"$ref": "#/x/%C3%A9"},
                             {"$ref": "#/x/e%CC%81"}]}
            """##
        )
        #expect(schema.isValid([1, 2, 3, 4]))
        #expect(!schema.isValid([2, 2]))
        #expect(!schema.isValid([1, 2, 4]))
    }

    @Test("The meta-schemas of 2020-12 are known, and accept themselves and reject a wrong keyword.")
    func metaSchema() throws {
        let uri = "https://json-schema.org/draft/2020-12/schema"
        let schema = try SchemaSample.schema(#"{"$ref": "\#(uri)"}"#)
        for name in ["schema", "meta/core", "meta/applicator", "meta/validation", "meta/unevaluated"] {
            let document = try #require(MetaSchemas.document("https://json-schema.org/draft/2020-12/\(name)"))
            #expect(schema.isValid(document), "\(name)")
        }
        #expect(!schema.isValid(["properties": ["a": ["minLength": -1]]]))
        #expect(!schema.isValid(["allOf": []]))
    }

    @Test("Relative references are resolved as in RFC 3986, section 5.4.", arguments: URIRow.all)
    func resolution(_ row: URIRow) {
        #expect(URIReference(row.reference).resolved(against: URIReference("http://a/b/c/d;p?q")).text == row.target)
    }

    @Test("A reference against a URN keeps the URN.")
    func urn() {
        #expect(URIReference("#a").resolved(against: URIReference("urn:uuid:1-2")).text == "urn:uuid:1-2#a")
    }
}

/// An example of RFC 3986, section 5.4.
struct URIRow: Sendable, CustomTestStringConvertible {
    let reference: String
    let target: String

    var testDescription: String { reference }

    static let all = [
        ("g:h", "g:h"), ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"),
        ("/g", "http://a/g"),
        ("//g", "http://g"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"), ("#s", "http://a/b/c/d;p?q#s"),
        ("g#s", "http://a/b/c/g#s"), ("g?y#s", "http://a/b/c/g?y#s"), (";x", "http://a/b/c/;x"),
        ("", "http://a/b/c/d;p?q"),
        (".", "http://a/b/c/"), ("./", "http://a/b/c/"), ("..", "http://a/b/"), ("../g", "http://a/b/g"),
        ("../..", "http://a/"), ("../../g", "http://a/g"), ("../../../g", "http://a/g"), ("/./g", "http://a/g"),
        ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."), ("..g", "http://a/b/c/..g"), ("./../g", "http://a/b/g"),
        ("./g/.", "http://a/b/c/g/"), ("g/./h", "http://a/b/c/g/h"), ("g/../h", "http://a/b/c/h"),
        ("g;x=1/../y", "http://a/b/c/y"), ("g?y/../x", "http://a/b/c/g?y/../x"), ("g#s/./x", "http://a/b/c/g#s/./x"),
    ].map { URIRow(reference: $0, target: $1) }
}

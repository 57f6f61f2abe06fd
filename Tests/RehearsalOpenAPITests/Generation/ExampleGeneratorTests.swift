import Rehearsal
import TestAdmission
import Testing

@testable import RehearsalOpenAPI

@Suite("Generated values", .limitedConcurrency)
struct ExampleGeneratorTests {
    /// Returns a document whose schemas have the names `S0`, `S1` and so on.
    private static func document(_ schemas: [JSON], isOpenAPI30: Bool = false) throws -> OpenAPIDocument {
        var members = schemas.enumerated().map { JSON.Member("S\($0.offset)", $0.element) }
        members.append(
            JSON.Member(
                "Node",
                [
                    "type": "object", "required": ["value"],
                    "properties": [
                        "value": ["type": "integer"], "next": ["$ref": "#/components/schemas/Node"],
                        "all": ["type": "array", "items": ["$ref": "#/components/schemas/Node"]],
                    ],
                ]
            )
        )
        let text: JSON = [
            "openapi": isOpenAPI30 ? "3.0.3" : "3.1.0", "paths": [:], "components": ["schemas": .object(members)],
        ]
        let parsed = try JSONDocument(parsing: text.bytes())
        return OpenAPIDocument(OpenAPIFile(path: "api.json", identifier: "/api.json", document: parsed))
    }

    private static func schemas(_ document: OpenAPIDocument, _ count: Int) throws -> [OpenAPISchema] {
        let root = OpenAPIValue(file: 0, node: document.files[0].document.root)
        let all = try #require(root["components"]?["schemas"])
        return (0..<count).compactMap { all["S\($0)"] }.map { OpenAPISchema($0) }
    }

    private func value(of schema: JSON, seed: UInt64 = 0, direction: SchemaDirection = .response) throws -> JSON? {
        let document = try Self.document([schema])
        let sut = ExampleGenerator(document, seed: seed, direction: direction)
        return try? sut.values(for: Self.schemas(document, 1)).first?.get()
    }

    @Test("A schema that is combined with itself, directly or through another one, is added once.")
    func repeatedSchemas() throws {
        let document = try Self.document([
            ["allOf": [["$ref": "#/components/schemas/S1"], ["$ref": "#/components/schemas/S1"]]],
            ["allOf": [["$ref": "#/components/schemas/S0"], ["$ref": "#/components/schemas/S0"], ["type": "string"]]],
        ])
        let cache = SchemaCache(document)
        var sut = SchemaCollector(document: document, selection: 0, budget: 100) { cache.json(at: $0) }
        let schema = try #require(try Self.schemas(document, 1).first?.value)
        sut.add(LocatedSchema(json: cache.json(at: schema), file: schema.file))
        #expect(!sut.result.isImpossible)
        #expect(sut.result.types == .string)
        #expect(sut.budget > 80)
    }

    @Test("The values of 10,000 random schemas are valid for their schemas.")
    func validity() throws {
        var (valid, total) = (0, 0)
        var failures: [String] = []
        for batch in 0..<100 {
            let isOpenAPI30 = batch % 2 == 0
            let schemas = (0..<100).map { index in
                var random = RandomSchema(seed: UInt64(batch * 100 + index), isOpenAPI30: isOpenAPI30)
                return random.schema()
            }
            let document = try Self.document(schemas, isOpenAPI30: isOpenAPI30)
            let located = try Self.schemas(document, schemas.count)
            let compiled = document.compile(located).schemas
            let values = ExampleGenerator(document, seed: 1, direction: .response).values(for: located)
            for (index, result) in values.enumerated() {
                total += 1
                if case .success(let value) = result, compiled[index].isValid(value) {
                    valid += 1
                } else {
                    failures.append(String(decoding: schemas[index].bytes(), as: UTF8.self))
                }
            }
        }
        print("property openapi generation \(valid)/\(total) schemas")
        #expect(total == 10_000)
        #expect(failures == [])
    }

    @Test("The same seed gives the same value, and another seed another one.")
    func seeds() throws {
        let schema: JSON = ["type": "object", "properties": ["id": ["type": "string", "format": "uuid"]]]
        let first = try #require(try value(of: schema, seed: 1))
        #expect(try value(of: schema, seed: 1) == first)
        #expect(try value(of: schema, seed: 2) != first)
    }

    @Test(
        "A proposed value is preferred to a generated one.",
        arguments: [
            (["type": "string", "example": "a"], "a"), (["type": "string", "examples": ["b", "c"]], "b"),
            (["type": "string", "default": "d"], "d"), (["enum": ["e", "f"]], "e"), (["const": "g"], "g"),
        ] as [(JSON, JSON)]
    )
    func proposals(_ schema: JSON, _ expected: JSON) throws {
        #expect(try value(of: schema) == expected)
    }

    @Test("A proposed value that is not valid is replaced, and the others are kept.")
    func invalidProposals() throws {
        let schema: JSON = [
            "type": "object",
            "properties": [
                "a": ["type": "integer", "maximum": 5, "example": 9], "b": ["type": "string", "example": "x"],
            ],
        ]
        let value = try #require(try value(of: schema))
        #expect(value["a"] != 9)
        #expect(value["b"] == "x")
    }

    @Test("A response has no write-only member, and a request has no read-only one.")
    func directions() throws {
        let schema: JSON = [
            "type": "object",
            "properties": ["in": ["type": "string", "writeOnly": true], "out": ["type": "string", "readOnly": true]],
        ]
        let response = try #require(try value(of: schema))
        let request = try #require(try value(of: schema, direction: .request))
        #expect(response["in"] == nil && response["out"] != nil)
        #expect(request["in"] != nil && request["out"] == nil)
    }

    @Test("A schema without a valid value is reported with its position and the reason.")
    func impossible() throws {
        let document = try Self.document([["type": "integer", "minimum": 2, "maximum": 1]])
        let sut = ExampleGenerator(document, seed: 0, direction: .response)
        guard case .failure(let problem)? = try sut.values(for: Self.schemas(document, 1)).first else {
            Issue.record("a value was generated")
            return
        }
        #expect(problem.message == "no example value was found for the schema: its keywords contradict each other")
    }

    @Test("The discriminator of a chosen schema has the value that denotes the schema.")
    func discriminator() throws {
        let text = """
            openapi: 3.0.3
            paths: {}
            components:
              schemas:
                S0:
                  oneOf: [{ $ref: "#/components/schemas/Dog" }, { $ref: "#/components/schemas/Cat" }]
                  discriminator: { propertyName: kind, mapping: { hound: "#/components/schemas/Dog" } }
                Dog: { type: object, required: [kind], properties: { kind: { type: string } } }
                Cat: { type: object, required: [kind, lives], properties: { kind: { type: string } } }
            """
        let document = try APIFixture(text).document
        let sut = ExampleGenerator(document, seed: 0, direction: .response)
        let value = try sut.values(for: Self.schemas(document, 1)).first?.get()
        #expect(value?["kind"] == "hound")
    }
}

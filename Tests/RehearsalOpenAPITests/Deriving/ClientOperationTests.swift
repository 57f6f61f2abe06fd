import Rehearsal
import TestAdmission
import Testing

@testable import RehearsalOpenAPI

@Suite("Operations of a document for a client", .limitedConcurrency)
struct ClientOperationTests {
    private static let shop = """
        openapi: 3.1.0
        info: {title: Shop, version: "1"}
        servers: [{url: "https://api.example.com/v1"}]
        paths:
          /orders/{id}:
            parameters: [{name: id, in: path, required: true, example: 7, schema: {type: integer}}]
            get:
              operationId: getOrder
              responses:
                "404": {description: d}
                "200":
                  description: d
                  content:
                    application/json:
                      example: {id: 7, total: "1.50"}
                      schema: {$ref: "#/components/schemas/Order"}
            delete: {responses: {"204": {description: d}}}
        components:
          schemas:
            Base: {type: object, required: [id], properties: {id: {type: integer}}}
            Order:
              allOf: [{$ref: "#/components/schemas/Base"}]
              type: object
              required: [total, note, items]
              properties:
                total: {type: string, format: decimal}
                note: {type: [string, "null"]}
                state: {enum: [open, closed]}
                placed: {type: string, format: date-time}
                home: {type: string, format: uri}
                secret: {type: string, writeOnly: true}
                items: {type: array, items: {type: object, required: [ok], properties: {ok: {type: boolean}}}}
                parent: {$ref: "#/components/schemas/Order"}
        """

    private func operations() throws -> [ClientOperation] {
        ClientOperation.all(of: try APIFixture(Self.shop).document)
    }

    @Test("An operation has its name, its path with examples, and the reply with the lowest success status.")
    func request() throws {
        let sut = try operations()
        #expect(sut.map(\.name) == ["getOrder", "DELETE /orders/{id}"])
        #expect(sut.map(\.path) == ["/v1/orders/7", "/v1/orders/7"])
        #expect(sut.map(\.reply.status) == [200, 204])
        #expect(String(decoding: sut[0].reply.body, as: UTF8.self) == #"{"id":7,"total":"1.50"}"#)
        #expect(sut[0].reply.headers["Content-Type"] == "application/json")
        #expect(sut[1].fields == [])
    }

    @Test("The fields of a reply have the kinds, the requirements and the words of their schemas.")
    func fields() throws {
        let fields = try operations()[0].fields.filter { !$0.path.hasPrefix("$.parent.") }
        let texts = fields.map { "\($0.path) \($0.kind)\($0.isRequired ? "" : "?") \($0.words.joined(separator: "|"))" }
        #expect(
            texts == [
                "$.id int ", "$.total money ", "$.note string? ", "$.state enum? open|closed", "$.placed date? ",
                "$.home url? ", "$.items array ", "$.items[*] object ", "$.items[*].ok bool ", "$.parent object? ",
            ]
        )
    }

    @Test("A schema that contains itself has a bounded number of fields.")
    func recursion() throws {
        let deepest = try operations()[0].fields.map { $0.path.split(separator: ".").count }.max()
        #expect(deepest == 8)
    }

    @Test("The documented statuses of client errors are those without ranges.")
    func errorStatuses() throws {
        #expect(try operations().map(\.errorStatuses) == [[404], []])
    }

    @Test("Combinations of combinations are read within a limit that they share.")
    func sharedBudget() throws {
        let schemas = (0..<12).map {
            "S\($0): {allOf: [\(Array(repeating: "{$ref: \"#/components/schemas/S\($0 + 1)\"}", count: 12).joined(separator: ", "))]}"
        }
        let text = """
            openapi: 3.1.0
            info: {title: t, version: "1"}
            paths:
              /a:
                get: {responses: {"200": {description: d, content: {application/json: {schema: {$ref: "#/components/schemas/S0"}, example: {}}}}}}
            components:
              schemas:
                \(schemas.joined(separator: "\n    "))
                S12: {type: object, properties: {id: {type: integer}}}
            """
        #expect(try ClientOperation.all(of: APIFixture(text).document).map(\.fields.count) == [1])
    }
}

@Suite("Values in paths", .limitedConcurrency)
struct PathStyleTests {
    private static let list: JSON = ["a,b", "c"]
    private static let object: JSON = ["R": "1;2", "G": "3"]

    @Test(
        "The values of a path parameter are escaped, and the separators of its style are not.",
        arguments: [
            (.simple, false, list, "a%2Cb,c"), (.simple, true, list, "a%2Cb,c"), (.label, false, list, ".a%2Cb,c"),
            (.label, true, list, ".a%2Cb.c"), (.matrix, false, list, ";color=a%2Cb,c"),
            (.matrix, true, list, ";color=a%2Cb;color=c"), (.simple, false, object, "R,1%3B2,G,3"),
            (.simple, true, object, "R=1%3B2,G=3"), (.label, false, object, ".R,1%3B2,G,3"),
            (.label, true, object, ".R=1%3B2.G=3"), (.matrix, false, object, ";color=R,1%3B2,G,3"),
            (.matrix, true, object, ";R=1%3B2;G=3"), (.matrix, true, "a/b", ";color=a%2Fb"), (.label, true, 7, ".7"),
        ] as [(OpenAPISerialization.Style, Bool, JSON, String)]
    )
    func text(_ style: OpenAPISerialization.Style, _ explode: Bool, _ value: JSON, _ text: String) {
        let sut = PathStyle(name: "color", serialization: OpenAPISerialization(style, explode: explode))
        #expect(sut.text(of: value) == text)
    }
}

import Rehearsal
import TestAdmission
import Testing

@testable import RehearsalOpenAPI

/// A change of a valid document in one place, and the finding about it.
struct StructureRow: Sendable, CustomTestStringConvertible {
    let part: String
    let changed: String
    /// The line, the column and the message.
    let finding: String
    var hint: String?
    var version = "3.1.0"

    var testDescription: String { finding }
    var text: String { Self.document(version).replacing(part, with: changed) }

    static func document(_ version: String) -> String {
        """
        openapi: \(version)
        info: {title: Pets, version: "1"}
        tags: [{name: pets}]
        paths:
          /pets:
            get:
              operationId: getPets
              tags: [pets]
              parameters: [{name: page, in: query, schema: {type: integer}}]
              responses:
                2XX: {description: d, headers: {X-Count: {schema: {type: integer}}}}
            put:
              security: [{key: []}]
              requestBody: {content: {application/json: {schema: {type: object}}}}
              responses: {"204": {$ref: "#/components/responses/Done"}}
        components:
          responses: {Done: {description: d}}
          securitySchemes: {key: {type: apiKey, in: header, name: X-Key}}
        """
    }

    static let all = [
        StructureRow(
            part: "operationId: getPets",
            changed: "operationID: getPets",
            finding: "7:7 unknown member \"operationID\" in an operation",
            hint: "did you mean \"operationId\"?"
        ),
        StructureRow(
            part: "    put:\n",
            changed: "    pach: {}\n    put:\n",
            finding: "12:5 unknown member \"pach\" in a path item",
            hint: "did you mean \"patch\"?"
        ),
        StructureRow(
            part: "tags: [{name: pets}]",
            changed: "definitions: {}",
            finding: "3:1 unknown member \"definitions\" in the document",
            hint: "remove it; the name of an extension begins with \"x-\""
        ),
        StructureRow(
            part: "tags: [{name: pets}]",
            changed: "webhooks: {}",
            finding: "3:1 unknown member \"webhooks\" in the document",
            hint: "remove it; the name of an extension begins with \"x-\"",
            version: "3.0.3"
        ),
        StructureRow(
            part: "      security:",
            changed: "      operationId: getPets\n      security:",
            finding: "13:20 an earlier operation has the operationId \"getPets\" too",
            hint: "give each operation its own"
        ),
        StructureRow(
            part: "in: query, schema: {type: integer}",
            changed: "in: query",
            finding: "9:20 a parameter has neither \"schema\" nor \"content\"",
            hint: "add \"schema\""
        ),
        StructureRow(
            part: "in: query, schema: {type: integer}",
            changed: "in: query, schema: {}, content: {text/plain: {}}",
            finding: "9:65 a parameter has both \"schema\" and \"content\"; only \"content\" is used",
            hint: "remove one of them"
        ),
        StructureRow(
            part: "X-Count: {schema: {type: integer}}",
            changed: "X-Count: {}",
            finding: "11:50 a header has neither \"schema\" nor \"content\"",
            hint: "add \"schema\""
        ),
        StructureRow(
            part: "{content: {application/json: {schema: {type: object}}}}",
            changed: "{required: true}",
            finding: "14:20 a request body has no member \"content\""
        ),
        StructureRow(
            part: "[{key: []}]",
            changed: "[{key: read}]",
            finding: "13:24 \"the list of scopes of key\" is a text; it must be an array"
        ),
        StructureRow(
            part: "Done: {description: d}",
            changed: "Done: {}",
            finding: "17:21 a response has no member \"description\""
        ),
        StructureRow(
            part: "2XX:",
            changed: "2xx:",
            finding: "11:9 the range \"2xx\" is in lower case",
            hint: "write \"2XX\""
        ),
        StructureRow(
            part: "title: Pets",
            changed: "title: 1",
            finding: "2:15 \"title\" is a number; it must be a text",
            hint: "write it in quotation marks"
        ),
        StructureRow(
            part: "{name: page,",
            changed: "{name: 1,",
            finding: "9:27 \"name\" is a number; it must be a text",
            hint: "write it in quotation marks"
        ),
        StructureRow(
            part: "tags: [pets]",
            changed: "tags: pets",
            finding: "8:13 \"tags\" is a text; it must be an array of texts"
        ),
        StructureRow(
            part: "tags: [pets]",
            changed: "tags: [1]",
            finding: "8:14 \"an element of tags\" is a number; it must be a text",
            hint: "write it in quotation marks"
        ),
        StructureRow(
            part: "info: {title: Pets, version: \"1\"}",
            changed: "x-info: 1",
            finding: "1:1 the document has no member \"info\""
        ),
        StructureRow(
            part: "responses: {Done: {description: d}}",
            changed: "responses: {Done: {description: d}}\n  examples: [{value: 1}]",
            finding: "18:13 \"examples\" is an array; it must be an object"
        ),
        StructureRow(
            part: "responses: {Done: {description: d}}",
            changed: "responses: {Done: {description: d}, Lost: 404}",
            finding: "17:45 \"Lost\" is a number; it must be an object"
        ),
        StructureRow(
            part: "responses: {Done: {description: d}}",
            changed: "responses: {Done: {description: d}}\n  callbacks: []",
            finding: "18:14 \"callbacks\" is an array; it must be an object"
        ),
        StructureRow(
            part: "tags: [{name: pets}]",
            changed: "tags: [pets]",
            finding: "3:8 \"an element of tags\" is a text; it must be an object"
        ),
        StructureRow(
            part: "tags: [{name: pets}]",
            changed: "tags: {name: pets}",
            finding: "3:7 \"tags\" is an object; it must be an array"
        ),
        StructureRow(
            part: "responses: {Done: {description: d}}",
            changed: "responses: {Done: {description: d}}\n  parameters: {page: {in: query, schema: {}}}",
            finding: "18:22 a parameter has no member \"name\""
        ),
        StructureRow(
            part: "responses: {Done: {description: d}}",
            changed: "responses: {Done: {description: d}}\n  parameters: {page: {name: page, schema: {}}}",
            finding: "18:22 a parameter has no member \"in\""
        ),
        StructureRow(part: "title: Pets, ", changed: "", finding: "2:7 \"info\" has no member \"title\""),
        StructureRow(part: ", version: \"1\"", changed: "", finding: "2:7 \"info\" has no member \"version\""),
    ]
}

@Suite("The structure of documents", .limitedConcurrency)
struct StructureCheckTests {
    private func findings(_ text: String) throws -> (texts: [String], hints: [String?]) {
        let document = try APIFixture(text).document
        let problems = StructureCheck(document).problems
        #expect(problems.allSatisfy { $0.severity == .warning })
        let lines = LineIndex(document.files[0].document.bytes)
        let texts = problems.map { "\(lines.text(of: $0.place.range.lowerBound)) \($0.message)" }
        return (texts, problems.map(\.hint))
    }

    @Test("A valid document has no finding.", arguments: ["3.1.0", "3.0.3", "3.2.0"])
    func valid(_ version: String) throws {
        #expect(try findings(StructureRow.document(version)).texts == [])
    }

    @Test("A mistake that the reader of the document reports is not reported again.")
    func reported() throws {
        let text = StructureRow.document("3.1.0").replacing("{name: page,", with: "{")
        let document = try APIFixture(text).document
        #expect(document.problems.map(\.kind) == [.missingMember])
        #expect(StructureCheck(document).problems.map(\.message) == [])
    }

    @Test("A mistake has its position, its message and its correction.", arguments: StructureRow.all)
    func mistakes(_ row: StructureRow) throws {
        let sut = try findings(row.text)
        #expect(sut.texts == [row.finding])
        #expect(sut.hints == [row.hint])
    }

    @Test("An extension, a name in a map and a member that only OpenAPI 3.2 has are not unknown.")
    func permitted() throws {
        let text = StructureRow.document("3.1.0")
            .replacing("tags: [pets]", with: "x-tags: 1")
            .replacing("{Done: {", with: "{x-done: {description: d}, Done: {x-more: 1, ")
        #expect(try findings(text).texts == [])
        let later = StructureRow.document("3.2.0").replacing("{name: pets}", with: "{name: pets, kind: nav}")
        #expect(try findings(later).texts == [])
    }

    @Test("An object to which several references lead is checked once, with its own position.")
    func references() throws {
        let text = StructureRow.document("3.1.0")
            .replacing(
                "2XX: {description: d,",
                with: "\"404\": {$ref: \"#/components/responses/Done\"}\n        2XX: {description: d,"
            )
            .replacing("Done: {description: d}", with: "Done: {description: d, other: 1}")
        #expect(try findings(text).texts == ["18:38 unknown member \"other\" in a response"])
    }

    @Test("The callbacks, webhooks and components of a document are checked.")
    func everywhere() throws {
        let text = """
            openapi: 3.1.0
            info: {title: t, version: "1"}
            paths:
              /a:
                get:
                  callbacks: {changed: {"{$url}": {post: {a: 1}}}}
                  responses: {default: {description: d, links: {next: {b: 1}}}}
            webhooks: {born: {post: {c: 1}}}
            components:
              parameters: {P: {name: p, in: query, schema: {}, d: 1}}
              headers: {H: {schema: {}, e: 1}}
              requestBodies: {B: {content: {text/plain: {f: 1, encoding: {a: {g: 1}}}}}}
              securitySchemes: {S: {type: oauth2, flows: {implicit: {scopes: {}, h: 1}}}}
              pathItems: {I: {i: 1}}
            """
        let names = try findings(text).texts.map { $0.split(separator: "\"")[1] }
        #expect(names == ["a", "b", "c", "d", "e", "f", "g", "h", "i"])
    }

    @Test("Objects that references nest deeply are checked.")
    func deepReferences() throws {
        let count = 5_000
        let headers = (0..<count).map { index in
            let reference = "{$ref: \"#/components/headers/H\(index + 1)\"}"
            return "    H\(index): {content: {text/plain: {encoding: {a: {headers: {N: \(reference)}}}}}}"
        }
        let text = """
            openapi: 3.1.0
            info: {title: t, version: "1"}
            paths: {}
            components:
              headers:
            \(headers.joined(separator: "\n"))
                H\(count): {schema: {}, last: 1}
            """
        #expect(try findings(text).texts.map { $0.split(separator: "\"")[1] } == ["last"])
    }

    @Test("After the maximum number of findings, further unknown members cost no time and are left out.")
    func manyFindings() throws {
        let members = (0..<2_000).map { "  member\($0): 1" }.joined(separator: "\n")
        let text = "openapi: 3.1.0\npaths: {}\ninfo:\n  title: t\n  version: \"1\"\n\(members)\n"
        #expect(try findings(text).texts.count == 500)
    }

    @Test("A response of OpenAPI 3.2 needs no description.")
    func responseOfLaterVersion() throws {
        let text = StructureRow.document("3.2.0").replacing("Done: {description: d}", with: "Done: {summary: d}")
        #expect(try findings(text).texts == [])
    }

    @Test("A document of Swagger 2.0 is checked against the members of that version.")
    func swagger() throws {
        let text = """
            swagger: "2.0"
            info: {title: t}
            components: {}
            paths:
              /a:
                get:
                  parameters: [{name: a, in: query, type: integer, requird: true}]
                  responses: {200: {description: d, content: {}}}
            """
        #expect(
            try findings(text).texts == [
                "2:7 \"info\" has no member \"version\"", "3:1 unknown member \"components\" in the document",
                "7:56 unknown member \"requird\" in a parameter", "8:41 unknown member \"content\" in a response",
            ]
        )
    }
}

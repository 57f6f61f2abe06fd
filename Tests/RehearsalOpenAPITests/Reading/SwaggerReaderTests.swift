import Rehearsal
import RehearsalOpenAPI
import TestAdmission
import Testing

@Suite("Documents of Swagger 2.0", .limitedConcurrency)
struct SwaggerReaderTests {
    private static let pets = """
        swagger: "2.0"
        host: api.example.com
        basePath: v1
        schemes: [ws, https]
        consumes: [application/json]
        produces: [application/json, application/xml]
        securityDefinitions:
          login: { type: basic }
          other: { type: digest }
        paths:
          /pets:
            post:
              consumes: [text/plain]
              parameters:
                - { name: tags, in: query, type: array, items: { type: string }, collectionFormat: tsv }
                - { name: ids, in: query, type: array, items: { type: integer }, collectionFormat: multi }
                - { name: name, in: formData, type: string, required: true }
                - { name: photo, in: formData, type: file }
              responses:
                200:
                  description: ok
                  schema: { type: file }
                  examples: { text/csv: "a,b" }
        """

    @Test("A converted document has a server, parameters, a form and content types.")
    func converted() throws {
        let document = try APIFixture(Self.pets).document
        let operation = try #require(document.operations.first)
        #expect(operation.servers.map(\.url) == ["https://api.example.com/v1"])
        #expect(operation.parameters.map(\.serialization.style) == [.tabDelimited, .form])
        #expect(operation.parameters.map(\.serialization.explode) == [false, true])
        #expect(operation.requestBody?.content.map(\.type) == ["multipart/form-data"])
        #expect(operation.requestBody?.isRequired == true)
        #expect(operation.responses.first?.content.map(\.type) == ["application/json", "application/xml", "text/csv"])
        #expect(document.securitySchemes.map(\.kind) == [.http(scheme: "basic")])
    }

    @Test("Each part without an equivalent is a warning at its line.")
    func losses() throws {
        let sut = try APIFixture(Self.pets)
        #expect(
            sut.problems == [
                "3: \"basePath\" does not begin with \"/\"; it is read as \"/v1\"",
                "4: the scheme \"ws\" is not played",
                "9: the type \"digest\" of the security definition is not known; it is not used",
                "15: \"collectionFormat\": \"tsv\" has no equivalent in OpenAPI 3; it is kept",
                "17: \"consumes\" (text/plain) has no type of a form; multipart/form-data is used",
                "23: \"produces\" does not contain \"text/csv\", which has an example; it is added",
            ]
        )
        #expect(!sut.document.hasErrors)
    }

    @Test("The schema of a form requires the required fields.")
    func form() throws {
        let document = try APIFixture(Self.pets).document
        let schema = try #require(document.operations.first?.requestBody?.content.first?.schema)
        let sut = try #require(document.compile([schema]).schemas.first)
        #expect(sut.isValid(["name": "a"]))
        #expect(!sut.isValid(["photo": "a"]))
    }
}

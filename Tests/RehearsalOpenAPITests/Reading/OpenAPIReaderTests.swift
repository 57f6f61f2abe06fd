import RehearsalOpenAPI
import TestAdmission
import Testing

@Suite("Documents of OpenAPI 3", .limitedConcurrency)
struct OpenAPIReaderTests {
    private static let pets = """
        openapi: 3.0.3
        info: { title: Pets, version: 1.0 }
        servers:
          - url: https://{host}/v1/
            variables: { host: { default: api.example.com } }
        security: [{ key: [] }]
        paths:
          /pets/{id}:
            parameters:
              - { name: id, in: path, required: true, schema: { type: integer } }
              - { name: page, in: query, schema: { type: integer } }
            get:
              summary: Returns a pet
              parameters:
                - { name: page, in: query, style: pipeDelimited, schema: { type: array } }
              responses:
                200: { description: The pet, content: { application/json: { schema: { $ref: "#/components/schemas/Pet" } } } }
                4XX: { description: A mistake }
                default: { description: Anything else }
              callbacks: { onChange: {} }
        components:
          schemas: { Pet: { type: object } }
          securitySchemes: { key: { type: apiKey, in: header, name: X-Key } }
        """

    @Test("An operation has the parameters of its path unless it replaces them.")
    func parameters() throws {
        let sut = try APIFixture(Self.pets)
        let operation = try #require(sut.document.operations.first)
        #expect(sut.problems == [])
        #expect(operation.parameters.map(\.name) == ["id", "page"])
        #expect(operation.parameters.map(\.serialization.style) == [.simple, .pipeDelimited])
    }

    @Test("A response applies to its exact status, then to its range, then to every other status.")
    func responses() throws {
        let operation = try #require(try APIFixture(Self.pets).document.operations.first)
        #expect(operation.response(to: 200)?.status == .exact(200))
        #expect(operation.response(to: 404)?.status == .range(4))
        #expect(operation.response(to: 500)?.status == .default)
    }

    @Test("The path of a server is read with the defaults of its variables, and without a slash at its end.")
    func servers() throws {
        let operation = try #require(try APIFixture(Self.pets).document.operations.first)
        #expect(operation.servers.map(\.url) == ["https://api.example.com/v1/"])
        #expect(operation.servers.map(\.basePath) == ["/v1"])
    }

    @Test("Security requirements, schemes and parts that are not played have their positions.")
    func security() throws {
        let document = try APIFixture(Self.pets).document
        #expect(document.securitySchemes.map(\.kind) == [.apiKey(name: "X-Key", location: .header)])
        #expect(document.operations.first?.security.first?.items.map(\.scheme) == ["key"])
        #expect(document.unplayedParts.map(\.kind) == [.callback])
    }

    @Test(
        "A URL has the path that a server serves.",
        arguments: [
            ("https://a.example/v1/", "/v1"), ("/v2", "/v2"), ("//a.example/v3", "/v3"), ("https://a.example", ""),
            ("/", ""), ("v4", "/v4"), ("./v5", "/v5"), ("https://a.example/v6?x=1", "/v6"),
        ]
    )
    func basePath(_ url: String, _ path: String) throws {
        let text = "openapi: 3.0.3\nservers: [{ url: \"\(url)\" }]\npaths: {}"
        #expect(try APIFixture(text).document.servers.map(\.basePath) == [path])
    }

    @Test(
        "A mistake has its line.",
        arguments: [
            ("openapi: 4.0.0\npaths: {}", "1: the version \"4.0.0\" is not supported"),
            ("info: {}", "1: the document has no member \"openapi\" or \"swagger\""),
            ("openapi: 3.0.0\npaths:\n  pets: {}", "3: the path \"pets\" does not begin with \"/\""),
            ("openapi: 3.0.0\npaths:\n  /a:\n    get: 1", "4: \"get\" is a number; it must be an object"),
            (
                "openapi: 3.0.0\npaths:\n  /a:\n    get:\n      responses:\n        2000: {}",
                "6: \"2000\" is not a status"
            ),
            (
                "openapi: 3.0.0\npaths:\n  /a:\n    get:\n      parameters: [{ name: a, in: body }]\n      responses: { 200: {} }",
                "5: a parameter cannot be in \"body\""
            ),
        ]
    )
    func mistakes(_ text: String, _ problem: String) throws {
        let sut = try APIFixture(text)
        #expect(sut.problems == [problem])
        #expect(sut.document.hasErrors)
    }
}

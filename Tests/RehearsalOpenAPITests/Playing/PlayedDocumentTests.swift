import Rehearsal
import RehearsalOpenAPI
import RehearsalServer
import RehearsalTestSupport
import TestAdmission
import Testing

@Suite("OpenAPI documents on the wire", .limitedConcurrency)
struct PlayedDocumentTests {
    private static let pets = """
        openapi: 3.1.0
        info: { title: Pets, version: 1.0 }
        servers: [{ url: "https://api.example.com/v1" }]
        paths:
          /pets/{id}:
            get:
              responses:
                200:
                  description: A pet
                  headers: { X-Rate: { schema: { type: integer, example: 7 } } }
                  content:
                    application/json:
                      examples: { cat: { value: { name: Tom } }, dog: { value: { name: Rex } } }
                    text/plain: { example: Tom }
                404: { description: None, content: { application/json: { example: { title: none } } } }
                5XX: { description: A failure }
            delete: { responses: { 204: { description: Gone, content: { application/json: { example: 1 } } } } }
          /pets/{id}.json: { get: { responses: { 200: { description: ok } } } }
        """

    /// Returns the status line, the fields and the body of the reply to a request.
    private func reply(_ request: String, fields: String = "") async throws -> String {
        let scenario = try APIFixture(Self.pets).scenario
        let backend = try Backend.start(scenario)
        let client = try await RawClient(port: backend.port)
        await client.send("\(request) HTTP/1.1\\r\\nHost: a\\r\\n\(fields)\\r\\n".replacing("\\r\\n", with: "\r\n"))
        let response = try #require(await client.response(toHead: request.hasPrefix("HEAD ")))
        await backend.stop()
        return "\(response.head)\n\(response.text)"
    }

    @Test("An operation is answered with its lowest success status, its first example and its header fields.")
    func standard() async throws {
        let text = try await reply("GET /v1/pets/1")
        #expect(text.contains("200") && text.contains(#"{"name":"Tom"}"#) && text.contains("X-Rate: 7"))
    }

    @Test(
        "A preference or a media type selects another reply.",
        arguments: [
            ("Prefer: code=404\\r\\n", "404", #"{"title":"none"}"#),
            ("Prefer: example=dog\\r\\n", "200", #"{"name":"Rex"}"#),
            ("Prefer: code=503\\r\\n", "503", "Preference-Applied: code=503"),
            ("Accept: text/plain\\r\\n", "200", "Tom"),
            ("Prefer: code=418\\r\\n", "200", #"{"name":"Tom"}"#),
            ("Accept: application/json;q=0.5, text/*\\r\\n", "200", "text/plain"),
        ]
    )
    func preferences(_ fields: String, _ status: String, _ part: String) async throws {
        let text = try await reply("GET /v1/pets/1", fields: fields)
        #expect(text.contains(status))
        #expect(text.contains(part))
    }

    @Test("A reply to HEAD and a reply with status 204 have no body.")
    func bodiless() async throws {
        #expect(try await !reply("HEAD /v1/pets/1").contains("Tom"))
        let text = try await reply("DELETE /v1/pets/1")
        #expect(text.contains("204") && !text.contains("Content-Length"))
    }

    @Test("A path outside of the server's path is not answered.")
    func basePath() async throws {
        #expect(try await reply("GET /pets/1").contains("501"))
    }
}

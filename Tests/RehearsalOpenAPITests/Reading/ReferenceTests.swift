import RehearsalOpenAPI
import TestAdmission
import Testing

@Suite("References of OpenAPI documents", .limitedConcurrency)
struct ReferenceTests {
    private func fixture(_ reference: String, files: [String: String] = [:]) throws -> APIFixture {
        let text = """
            openapi: 3.1.0
            paths: {}
            components:
              schemas:
                A: { $ref: "\(reference)" }
                B: { $anchor: b, type: string }
                C: { $ref: "#/components/schemas/D" }
                D: { $ref: "#/components/schemas/B" }
            """
        return try APIFixture(text, files: files)
    }

    @Test(
        "A reference inside of the root is resolved.",
        arguments: ["#/components/schemas/C", "#b", "#/components/schemas/%42", "other.yaml#/X", "other.yaml"]
    )
    func resolved(_ reference: String) throws {
        let sut = try fixture(reference, files: ["other.yaml": "X: { type: string }"])
        #expect(sut.problems == [])
    }

    @Test(
        "A reference that cannot be resolved is an error at its position.",
        arguments: [
            ("https://example.com/a.json", "leads to another server"), ("/etc/passwd", "is an absolute path"),
            ("../secret.yaml", "leads out of the root"), ("missing.yaml", "leads to a file that does not exist"),
            ("#/components/schemas/E", "leads nowhere: \"E\" does not exist"), ("#e", "names no anchor of the file"),
            ("#/components/schemas/A", "leads only to other references"),
        ]
    )
    func refused(_ reference: String, _ message: String) throws {
        let sut = try fixture(reference)
        #expect(sut.problems == ["5: the reference \"\(reference)\" \(message)"])
    }

    @Test("A file that refers back to the document is read once.")
    func files() throws {
        let sut = try fixture("other.yaml#/X", files: ["other.yaml": "X: { items: { $ref: 'other.yaml#/X' } }"])
        #expect(sut.document.files.map(\.path) == ["api.yaml", "other.yaml"])
    }

    @Test("A reference in an example is data.")
    func examples() throws {
        let text = """
            openapi: 3.0.0
            paths:
              /a:
                get:
                  responses:
                    200:
                      description: ok
                      content: { application/json: { example: { $ref: "#/nowhere" } } }
            """
        #expect(try APIFixture(text).problems == [])
    }
}

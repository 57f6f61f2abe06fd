import Rehearsal
import RehearsalImport
import RehearsalLint
import RehearsalTestSupport
import TestAdmission
import Testing

@testable import RehearsalDocuments

@Suite("OpenAPI documents as scenarios", .limitedConcurrency)
struct OpenAPIImportTests {
    private static let pets = """
        openapi: 3.0.3
        info: { title: Pets, version: 1.0 }
        servers: [{ url: /v1 }, { url: /v2 }]
        paths:
          /pets/{id}:
            parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
            get:
              operationId: getPet
              summary: Returns a pet
              responses:
                200: { description: ok, content: { application/json: { example: { id: 1 } } } }
                404: { description: none }
          /pets/mine:
            get: { responses: { 204: { description: none } }, callbacks: { changed: {} } }
        """

    private func imported(_ text: String) throws -> (batch: ImportBatch, text: String) {
        let folder = try ScratchFolder(["pets.yaml": text])
        var batch = ImportBatch()
        for unit in ImportInputs([folder["pets.yaml"]]).units { batch.add(unit) }
        return (batch, batch.documents.first?.text ?? "")
    }

    @Test("Each operation becomes an endpoint below the path of the first server, in the order of the document.")
    func endpoints() throws {
        let text = try imported(Self.pets).text
        #expect(
            text == """
                // Imported from OpenAPI: pets.yaml.
                // All keys and their values: rehearsal help scenario
                {
                  "scenario": "pets",
                  "summary": "Pets",
                  "endpoints": [
                    // getPet: Returns a pet
                    {
                      "get": "/v1/pets/{id}",
                      "replies": [{ "json": { "id": 1 } }],
                      "named": { "404": { "status": 404 } },
                    },
                    {
                      "get": "/v1/pets/mine",
                      "replies": [{ "status": 204 }],
                    },
                  ],
                }

                """
        )
    }

    @Test("The imported scenario has no error and no warning.")
    func lint() throws {
        let text = try imported(Self.pets).text
        let loaded = ScenarioFiles.loadText(
            Array(text.utf8),
            path: "pets.jsonc",
            linting: LintChecks(now: 0, oldest: nil)
        )
        #expect(loaded.diagnostics == [])
    }

    @Test("A part that is not played is a difference with its position.")
    func differences() throws {
        let report = try #require(try imported(Self.pets).batch.reports.first)
        #expect(report.importedCount == 2)
        #expect(report.notes.map(\.problem) == ["a scenario does not play the callback \"changed\""])
        #expect(report.notes.map(\.position?.line) == [14])
    }

    @Test("A document with an error is refused.")
    func refused() throws {
        let sut = try imported("openapi: 3.0.3\npaths: { /a: { $ref: \"#/nowhere\" } }")
        #expect(sut.batch.reports.map(\.status) == [.refused])
        #expect(sut.text.isEmpty)
    }
}

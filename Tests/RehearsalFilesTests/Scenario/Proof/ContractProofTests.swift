import RehearsalTestSupport
import TestAdmission
import Testing

@testable import Rehearsal
@testable import RehearsalDocuments
@testable import RehearsalLint

@Suite("Findings about a scenario under an API document", .limitedConcurrency)
struct ContractProofTests {
    private static let api = """
        openapi: 3.1.0
        info: {title: t, version: "1"}
        paths:
          /a/{id}:
            parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
            get:
              responses:
                "200":
                  description: d
                  content: {application/json: {schema: {type: object, properties: {n: {type: integer}}}}}
            delete: {responses: {"204": {description: d}}}
        """

    /// Returns the severity, the place, the code and the message of each finding.
    private func prove(_ endpoints: String, _ contract: String = "api.yaml") throws -> [String] {
        let text = "{ \"contract\": \"\(contract)\",\n\"endpoints\": [\n\(endpoints)\n] }"
        let folder = try ScratchFolder(["a.jsonc": text, "api.yaml": Self.api])
        let options = ScenarioFiles.Options(linting: LintChecks(now: 0))
        return ScenarioFiles.load([folder["a.jsonc"]], options: options).diagnostics.map { finding in
            let place = finding.position.map { "\($0.line):\($0.column)" } ?? ""
            return "\(finding.severity) \(place) \(finding.code.rawValue): \(finding.message)"
        }
    }

    private static let delete = #"{ "delete": "/a/{x}", "replies": [{ "status": 204 }] }"#

    @Test("A document that several scenarios name is compiled once for each of its contents.")
    func cached() throws {
        let folder = try ScratchFolder(["api.yaml": Self.api])
        var diagnostics: [Diagnostic] = []
        func load() throws -> LoadedAPIDocument {
            try #require(LoadedAPIDocument.load(folder["api.yaml"], root: folder.path, diagnostics: &diagnostics))
        }
        let sut = ContractCache()
        #expect(sut.compiled(try load()).findings.isEmpty)
        #expect(sut.compiledCount == 1)
        #expect(sut.compiled(try load()).findings.isEmpty)
        #expect(sut.compiledCount == 1)
        try folder.write("api.yaml", Self.api.replacing("title: t", with: "titel: t"))
        #expect(sut.compiled(try load()).findings.map(\.code) == [.missingKey, .unknownKey])
        #expect(sut.compiledCount == 2)
    }

    @Test("A scenario whose replies conform has no finding.")
    func conforming() throws {
        let endpoints = #"{ "get": "/a/{id:int}", "replies": [{ "json": { "n": 1 } }] }, "# + Self.delete
        #expect(try prove(endpoints) == [])
    }

    @Test("A reply that the document forbids is an error at the reply, and an unknown 5xx status is a warning.")
    func replies() throws {
        let get = #"{ "get": "/a/7", "replies": [{ "json": { "n": "x" } }, { "status": 503 }, { "status": 404 }] }, "#
        let found = try prove(get + Self.delete)
        #expect(
            found.map { $0.prefix(21) } == ["error 3:30 contract: ", "warning 3:56 contract", "error 3:75 contract: "]
        )
        #expect(found[0].hasSuffix("the body /n is \"x\", but must be an integer"))
    }

    @Test("A template in a body is not checked.")
    func templates() throws {
        let get = #"{ "get": "/a/{id}", "replies": [{ "json": { "n": "{{path.id | json}}" } }] }, "#
        #expect(try prove(get + Self.delete) == [])
    }

    @Test("An endpoint without an operation is a warning, and operations without an endpoint are named in a note.")
    func counterparts() throws {
        let found = try prove(#"{ "get": "/b", "replies": [{}] }"#)
        #expect(found.map { $0.prefix(9) } == ["note 1:15", "warning 3"])
        #expect(found[0].contains("2 of 2 operations have no endpoint: GET /a/{id} ("))
    }

    @Test("A contract that does not exist is an error at its name.")
    func missing() throws {
        #expect(try prove(Self.delete, "apy.yaml").map { $0.prefix(23) } == ["error 1:15 missing-file"])
    }
}

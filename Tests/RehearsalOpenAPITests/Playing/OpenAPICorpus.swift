import Foundation
import Rehearsal
import RehearsalDocuments
import TestAdmission
import Testing

@testable import RehearsalOpenAPI

private let corpora = ProcessInfo.processInfo.environment["REHEARSAL_CORPORA"]

@Suite("OpenAPI documents of other authors", .limitedConcurrency)
struct OpenAPICorpus {
    @Test(
        "Each document is read without an error, each operation has an endpoint, and each generated body is valid.",
        .enabled(if: corpora != nil, "REHEARSAL_CORPORA does not name the folder of the corpora")
    )
    func corpus() throws {
        let folder = URL(filePath: try #require(corpora)).appending(path: "openapi")
        let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        var (documents, operations, bodies) = (0, 0, 0)
        var wrong: [String] = []
        for name in names.sorted() where [".json", ".yaml"].contains(where: name.hasSuffix) {
            var diagnostics: [Diagnostic] = []
            let path = folder.appending(path: name).path
            let loaded = LoadedAPIDocument.load(path, root: folder.path, diagnostics: &diagnostics)
            guard let loaded, OpenAPIDocument.isDocument(loaded.document.files[0].document.root) else { continue }
            documents += 1
            wrong += diagnostics.filter { $0.severity == .error }.map(\.line)
            let result = ScenarioFiles.load([path], options: .init(root: folder.path))
            let scenario = try #require(result.scenario)
            #expect(throws: Never.self) { try CompiledScenario(scenario) }
            operations += loaded.document.operations.count
            if scenario.endpoints.count < loaded.document.operations.count { wrong.append("\(name): endpoints") }
            let checked = Self.invalidBodies(of: loaded.document)
            bodies += checked.count
            wrong += checked.invalid.map { "\(name): \($0)" }
        }
        print("corpus openapi \(documents) documents, \(operations) operations, \(bodies) generated bodies")
        #expect(documents > 100)
        #expect(wrong == [])
    }

    /// Returns the number of generated bodies, and the operations whose body is not valid.
    private static func invalidBodies(of document: OpenAPIDocument) -> (count: Int, invalid: [String]) {
        let played = OpenAPIScenario(document)
        var schemas: [OpenAPISchema] = []
        var values: [(name: String, body: [UInt8])] = []
        for played in played.endpoints {
            guard let content = played.operation.standardResponse?.content.first, content.examples.isEmpty,
                MediaTypeName.isJSON(content.type), let schema = content.schema,
                case .bytes(let body, _)? = played.endpoint.replies.first?.body
            else { continue }
            schemas.append(schema)
            values.append((played.endpoint.path.text, body))
        }
        let compiled = document.compile(schemas).schemas
        let invalid = zip(values, compiled).filter { value, schema in
            guard let json = try? JSON(parsing: value.body) else { return true }
            return !schema.validate(json, direction: .response).isValid
        }
        return (values.count, invalid.map(\.0.name))
    }
}

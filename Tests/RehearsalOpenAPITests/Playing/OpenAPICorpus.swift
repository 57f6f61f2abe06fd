import Rehearsal
import TestAdmission
import Testing

@testable import RehearsalOpenAPI

@Suite("OpenAPI documents of other authors", .limitedConcurrency)
struct OpenAPICorpus {
    @Test(
        "Each document is read without an error, each operation has an endpoint, and each generated body is valid.",
        .enabled(if: CorpusDocument.corpora != nil, "REHEARSAL_CORPORA does not name the folder of the corpora")
    )
    func corpus() async throws {
        var (operations, bodies) = (0, 0)
        var wrong: [String] = []
        let documents = try await CorpusDocument.forEach { sut in
            wrong += sut.errors
            #expect(throws: Never.self) { try CompiledScenario(sut.scenario) }
            operations += sut.document.operations.count
            if sut.scenario.endpoints.count < sut.document.operations.count { wrong.append("\(sut.name): endpoints") }
            let checked = Self.invalidBodies(of: sut.document)
            bodies += checked.count
            wrong += checked.invalid.map { "\(sut.name): \($0)" }
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

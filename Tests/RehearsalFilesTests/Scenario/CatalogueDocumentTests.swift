import RehearsalFaultCatalogue
import TestAdmission
import Testing

@testable import Rehearsal
@testable import RehearsalDocuments

@Suite("Documents of the fault catalogue", .limitedConcurrency)
struct CatalogueDocumentTests {
    @Test(
        "Reading the document of a catalogued fault gives the scenario that it was written from.",
        arguments: FaultCatalogue.variants.map(\.id)
    )
    func roundTrip(_ id: String) throws {
        let found = try #require(FaultCatalogue.variants.first { $0.id == id })
        guard let scenario = found.scenario else {
            #expect(found.reason != nil)
            return
        }
        let loaded = ScenarioFiles.loadText(scenario.document.bytes(pretty: true), path: "\(id).jsonc")
        #expect(loaded.diagnostics.filter { $0.severity == .error }.map(\.text) == [])
        let read = try #require(loaded.scenario)
        // Bytes with a type are written as a text with a header, so this compares documents.
        #expect(read.document == scenario.document)
    }
}

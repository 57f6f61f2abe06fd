import Foundation
import Rehearsal
import RehearsalDocuments
import RehearsalOpenAPI
import Testing

/// An OpenAPI document of another author, with the scenario that plays it.
struct CorpusDocument {
    /// The path below the folder of the documents.
    let name: String
    let document: OpenAPIDocument
    let scenario: Scenario
    /// The errors about the document.
    let errors: [String]

    /// The folder that contains `openapi/`; nil without the corpora.
    static let corpora = ProcessInfo.processInfo.environment["REHEARSAL_CORPORA"]

    /// Loads each document in the order of the names.
    ///
    /// - Returns: the number of documents.
    static func forEach(_ body: (CorpusDocument) async throws -> Void) async throws -> Int {
        let folder = URL(filePath: try #require(corpora)).appending(path: "openapi")
        let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        var count = 0
        for name in names.sorted() where [".json", ".yaml"].contains(where: name.hasSuffix) {
            var diagnostics: [Diagnostic] = []
            let path = folder.appending(path: name).path
            let loaded = LoadedAPIDocument.load(path, root: folder.path, diagnostics: &diagnostics)
            // The folder also contains the files to which documents refer.
            guard let loaded, OpenAPIDocument.isDocument(loaded.document.files[0].document.root) else { continue }
            let result = ScenarioFiles.load([path], options: .init(root: folder.path))
            count += 1
            try await body(
                CorpusDocument(
                    name: name,
                    document: loaded.document,
                    scenario: try #require(result.scenario),
                    errors: diagnostics.filter { $0.severity == .error }.map(\.line)
                )
            )
        }
        return count
    }
}

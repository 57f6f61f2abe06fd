import Rehearsal
import RehearsalDocuments
import RehearsalOpenAPI
import RehearsalPlatform

/// An import of an OpenAPI document: an endpoint for each operation, with named replies for the other responses.
struct OpenAPIImport {
    private(set) var imported: ImportedScenario
    private(set) var report: ImportReport

    init(name: String, _ file: ImportedFile, _ root: JSONDocument.Node) {
        imported = ImportedScenario(name: name)
        let source = file.source
        let real = FileSystem.realPath(source.path)
        let loaded = LoadedAPIDocument(
            source,
            root.document,
            identifier: real ?? source.path,
            root: real.map { ScenarioRoot(of: $0) }
        )
        let document = loaded.document
        guard !loaded.diagnostics.contains(where: { $0.severity == .error }) else {
            let errors = loaded.diagnostics.filter { $0.severity == .error }
            report = ImportReport(refusing: source.path, format: .openapi, because: errors)
            return
        }
        let played = OpenAPIScenario(document, isEditable: true)
        imported.summary = document.title
        imported.endpoints = played.endpoints.map { ImportedOperation($0, in: file).endpoint }
        imported.keepOrderOfPrecedence()
        report = ImportReport(path: source.path, format: .openapi)
        report.importedCount = Set(played.endpoints.map(\.operation.place)).count
        let found = loaded.diagnostics + loaded.diagnostics(of: played.problems)
        report.notes = found.filter { $0.severity != .note }.map { diagnostic in
            ImportNote(
                .difference,
                path: diagnostic.path,
                position: diagnostic.position,
                diagnostic.message,
                consequence: diagnostic.hint ?? "the operation is imported without it"
            )
        }
        report.notes += document.unplayedParts.map { part in
            let place = OpenAPIProblem(.warning, .unsupported, at: part.place, "")
            return ImportNote(
                .difference,
                path: document.files[part.place.file].path,
                position: loaded.diagnostics(of: [place]).first?.position,
                "a scenario does not play the \(part.kind.rawValue) \(part.name.quoted)",
                consequence: "it is left out"
            )
        }
    }
}

extension ImportedScenario {
    /// Ranks the endpoints in the order in which a scenario matches them, so that none of them needs a priority.
    fileprivate mutating func keepOrderOfPrecedence() {
        guard let compiled = try? CompiledScenario(scenario) else { return }
        for (position, endpoint) in compiled.endpoints.enumerated() { endpoints[endpoint.sourceIndex].rank = -position }
    }
}

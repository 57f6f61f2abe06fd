import Rehearsal

/// Reads a recording, which a scenario can extend as it is: what is to be different stands above it.
struct HARImport {
    private(set) var imported: ImportedScenario
    private(set) var report: ImportReport

    /// The lines that tell what was recorded; a recording may have thousands.
    private static let mostLines = 60

    /// - Parameter diagnostics: of reading it, which are what it loses.
    init(name: String, _ source: SourceText) {
        imported = ImportedScenario(name: name)
        report = ImportReport(path: source.path, format: .har)
        var diagnostics: [Diagnostic] = []
        let recording = Recording.read(source, exact: false, diagnostics: &diagnostics)
        guard let recording, !recording.entries.isEmpty else {
            report = ImportReport(refusing: source.path, format: .har, because: diagnostics)
            return
        }
        report.imported = recording.entries.count
        report.notes = diagnostics.filter { $0.severity != .note }.map { diagnostic in
            ImportNote(
                .difference,
                path: source.path,
                position: diagnostic.position,
                diagnostic.message,
                instead: "it is replayed without that"
            )
        }
        let file = "\(name).har"
        imported.extends = [(file, source.bytes)]
        imported.comments = Self.comments(recording, file)
    }

    /// What was recorded, and how it is changed.
    private static func comments(_ recording: Recording, _ file: String) -> [String] {
        var order: [String] = []
        var counts: [String: Int] = [:]
        for entry in recording.entries {
            let query = entry.query.map { "?\($0)" } ?? ""
            let line = "\(entry.method.rawValue) \(entry.path)\(Redaction.holdsSecret(target: query) ? "?…" : query)"
            if counts[line] == nil { order.append(line) }
            counts[line, default: 0] += 1
        }
        let lines = order.prefix(mostLines).map { line in
            let count = counts[line] ?? 1
            return "  \(line)" + (count > 1 ? "   (\(count) answers, in turn)" : "")
        }
        let rest = order.count > mostLines ? ["  and \(order.count - mostLines) more"] : []
        return ["What \(file) answers; an endpoint here is asked before it:"] + lines + rest
    }
}

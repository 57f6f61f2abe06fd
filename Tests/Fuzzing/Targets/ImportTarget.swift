import Rehearsal
import RehearsalDocuments
import RehearsalImport

extension FuzzTarget {
    /// Files of other tools, which become scenarios that are right, or are refused.
    static let importing = FuzzTarget("import") { bytes in
        let source = SourceText(path: "fuzz.json", bytes: bytes)
        for format in [nil] + ImportFormat.allCases.map(Optional.some) {
            var importing = Importing(format: format)
            importing.add("fuzz", [source])
            try Finding.unless(importing.reports.count == 1, "\(importing.reports.count) reports on one file")
            for report in importing.reports { try report.requirePlaces(in: bytes) }
            for document in importing.documents where document.bodies.isEmpty { try document.requireRight() }
        }
    }
}

extension ImportReport {
    /// What is said stands in the file and on one line, and what is refused has a reason.
    fileprivate func requirePlaces(in bytes: [UInt8]) throws {
        let split = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        for line in lines {
            try Finding.unless(!line.unicodeScalars.contains(where: \.movesTheCursor), "a line that steers a terminal")
        }
        for note in notes { try note.position?.requirePlace(in: split) }
        _ = json.bytes()
        guard outcome == .refused else { return }
        try Finding.unless(notes.contains { $0.weight == .refusal }, "refused, and nobody says why")
    }
}

extension ImportedDocument {
    /// What is written is read again without an error.
    fileprivate func requireRight() throws {
        let loaded = ScenarioFiles.loadText(Array(text.utf8), path: "fuzz.jsonc")
        let errors = loaded.diagnostics.filter { $0.severity == .error }.map(\.line)
        try Finding.unless(errors.isEmpty, "what was imported is refused: \(errors)\n\(text)")
    }
}

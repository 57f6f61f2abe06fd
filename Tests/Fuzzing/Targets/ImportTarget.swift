import Rehearsal
import RehearsalDocuments
import RehearsalImport

extension FuzzTarget {
    /// The import of files of other tools, which must yield valid scenarios or rejections.
    static let importing = FuzzTarget("import") { bytes in
        let source = SourceText(path: "fuzz.json", bytes: bytes)
        for format in [nil] + ImportFormat.allCases.map(Optional.some) {
            var importing = ImportBatch(format: format)
            importing.add("fuzz", [source])
            try Finding.require(importing.reports.count == 1, "\(importing.reports.count) reports on one file")
            for report in importing.reports { try report.requirePlaces(in: bytes) }
            for document in importing.documents where document.bodies.isEmpty { try document.requireValid() }
        }
    }
}

extension ImportReport {
    /// Checks that every note has a place in the file and one line, and that a rejection has a reason.
    fileprivate func requirePlaces(in bytes: [UInt8]) throws {
        let split = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        for line in lines {
            try Finding.require(
                !line.unicodeScalars.contains(where: \.isTerminalControl),
                "a line with control characters"
            )
        }
        for note in notes { try note.position?.requirePlace(in: split) }
        _ = json.bytes()
        guard status == .refused else { return }
        try Finding.require(notes.contains { $0.severity == .refusal }, "a rejected file without a reason")
    }
}

extension ImportedDocument {
    /// Checks that the imported document loads without an error.
    fileprivate func requireValid() throws {
        let loaded = ScenarioFiles.loadText(Array(text.utf8), path: "fuzz.jsonc")
        let errors = loaded.diagnostics.filter { $0.severity == .error }.map(\.line)
        try Finding.require(errors.isEmpty, "the imported document has errors: \(errors)\n\(text)")
    }
}

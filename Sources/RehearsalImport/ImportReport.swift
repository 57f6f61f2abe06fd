package import Rehearsal
package import RehearsalDocuments

/// The result of importing one file.
package struct ImportReport: Sendable, Hashable {
    /// The path of the file as the user wrote it.
    package var path: String
    /// The format; nil if it was not recognized.
    package var format: ImportFormat?
    /// The number of imported parts.
    package var importedCount = 0
    /// The number of parts that were not imported, because they would match wrong requests or send wrong replies.
    package var refusedCount = 0
    /// The number of parts that were not imported, because an earlier part matches all of their requests.
    package var omittedCount = 0
    package var notes: [ImportNote] = []

    package init(path: String, format: ImportFormat? = nil) { (self.path, self.format) = (path, format) }

    init(of file: ImportedFile) { self.init(path: file.source.path, format: file.format) }

    /// Creates a report on a file that was refused because of errors.
    package init(refusing path: String, format: ImportFormat? = nil, because diagnostics: [Diagnostic]) {
        self.init(path: path, format: format)
        refusedCount = 1
        notes = diagnostics.filter { $0.severity != .note }.map { diagnostic in
            let problem = diagnostic.message + (diagnostic.hint.map { " (\($0))" } ?? "")
            return ImportNote(
                .refusal,
                path: path,
                position: diagnostic.position,
                problem,
                consequence: "nothing of this file is imported"
            )
        }
    }

    /// The result for one file. The raw values are written to the JSON report.
    package enum Status: String, Sendable, Hashable, CaseIterable {
        case whole, differences, refused
    }

    package var status: Status {
        if importedCount == 0, refusedCount > 0 { return .refused }
        return notes.isEmpty ? .whole : .differences
    }

    /// The number of parts in the file.
    var partCount: Int { importedCount + refusedCount + omittedCount }

    /// Whether any part or feature of the file was refused.
    package var hasRefusals: Bool { refusedCount > 0 || notes.contains { $0.severity == .refusal } }

    /// The summary line, followed by one line for each note.
    package var lines: [String] {
        let kind = format.map { " (\($0.title))" } ?? ""
        let omittedText = omittedCount > 0 ? ", \(omittedCount) left out" : ""
        let count = "\(importedCount.counted(format?.partName ?? "part"))\(omittedText)"
        let summary =
            switch status {
            case .whole: "imported completely, \(count)"
            case .differences where refusedCount > 0:
                "imported in part, \(count); \(refusedCount) refused"
                    + (differences > 0 ? ", \(differences.counted("difference"))" : "")
            case .differences: "imported, \(count), with \(differences.counted("difference"))"
            case .refused: "refused"
            }
        return ReportDocument.Section("\(path)\(kind): \(summary)", items: groupedNotes).lines()
    }

    /// One line for each group of equal notes, with their number.
    private var groupedNotes: [StyledText] {
        let groups = Dictionary(grouping: notes) { [$0.severity.rawValue, $0.problem, $0.consequence] }
        return notes.compactMap { note in
            guard let group = groups[[note.severity.rawValue, note.problem, note.consequence]], group.first == note
            else {
                return nil
            }
            return "\(note.line)\(group.count > 1 ? " (\(group.count) times in this file)" : "")"
        }
    }

    /// Returns the last line of the output for several files: the totals.
    package static func total(of reports: [ImportReport]) -> String {
        let sum = { (count: KeyPath<ImportReport, Int>) in reports.reduce(0) { $0 + $1[keyPath: count] } }
        let differences = sum(\.differences)
        let parts = [
            (sum(\.importedCount), "imported"), (sum(\.refusedCount), "refused"), (sum(\.omittedCount), "left out"),
        ]
        .filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        let differenceText = differences > 0 ? [differences.counted("difference")] : []
        return "\(reports.count.counted("file")) in total: " + (parts + differenceText).joined(separator: ", ")
    }

    /// The report as JSON.
    package var json: JSON {
        [
            "path": .string(path),
            "format": .text(format?.rawValue),
            "outcome": .string(status.rawValue),
            "imported": .integer(importedCount),
            "refused": .integer(refusedCount),
            "omitted": .integer(omittedCount),
            "notes": .array(notes.map(\.json)),
        ]
    }

    private var differences: Int { notes.count { $0.severity == .difference } }
}

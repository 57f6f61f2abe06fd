package import Rehearsal
package import RehearsalDocuments

/// The result of importing one file.
package struct ImportReport: Sendable, Hashable {
    /// The path of the file as the user wrote it.
    package var path: String
    /// The format; nil if it was not recognized.
    package var format: ImportFormat?
    /// The number of imported parts.
    package var imported = 0
    /// The number of refused parts, which would match the wrong requests or send the wrong reply.
    package var refused = 0
    /// The number of parts left out because an earlier part matches all of their requests.
    package var leftOut = 0
    package var notes: [ImportNote] = []

    package init(path: String, format: ImportFormat? = nil) { (self.path, self.format) = (path, format) }

    init(of file: ImportedFile) { self.init(path: file.source.path, format: file.format) }

    /// Creates a report on a file that could not be read.
    package init(refusing path: String, format: ImportFormat? = nil, because diagnostics: [Diagnostic]) {
        self.init(path: path, format: format)
        refused = 1
        notes = diagnostics.filter { $0.severity != .note }.map { diagnostic in
            let problem = diagnostic.message + (diagnostic.hint.map { " (\($0))" } ?? "")
            return ImportNote(
                .refusal,
                path: path,
                position: diagnostic.position,
                problem,
                instead: "nothing of this file is imported"
            )
        }
    }

    package enum Outcome: String, Sendable, Hashable, CaseIterable {
        case whole, differences, refused
    }

    package var outcome: Outcome {
        if imported == 0, refused > 0 { return .refused }
        return notes.isEmpty ? .whole : .differences
    }

    /// The number of parts in the file.
    var parts: Int { imported + refused + leftOut }

    /// Whether any part or feature of the file was refused.
    package var hasRefusals: Bool { refused > 0 || notes.contains { $0.weight == .refusal } }

    /// The summary line, followed by one line for each note.
    package var lines: [String] {
        let kind = format.map { " (\($0.title))" } ?? ""
        let left = leftOut > 0 ? ", \(leftOut) left out" : ""
        let count = "\(imported.counted(format?.item ?? "part"))\(left)"
        let summary =
            switch outcome {
            case .whole: "imported whole, \(count)"
            case .differences where refused > 0:
                "imported in part, \(count); \(refused) refused"
                    + (differences > 0 ? ", \(differences.counted("difference"))" : "")
            case .differences: "imported, \(count), with \(differences.counted("difference"))"
            case .refused: "refused"
            }
        return ReportDocument.Section("\(path)\(kind): \(summary)", items: groupedNotes).lines()
    }

    /// The notes with equal ones merged and counted.
    private var groupedNotes: [StyledText] {
        let groups = Dictionary(grouping: notes) { [$0.weight.rawValue, $0.problem, $0.instead] }
        return notes.compactMap { note in
            guard let group = groups[[note.weight.rawValue, note.problem, note.instead]], group.first == note else {
                return nil
            }
            return "\(note.line)\(group.count > 1 ? " (\(group.count) times in this file)" : "")"
        }
    }

    /// Returns the summary line for several files.
    package static func total(of reports: [ImportReport]) -> String {
        let sum = { (count: KeyPath<ImportReport, Int>) in reports.reduce(0) { $0 + $1[keyPath: count] } }
        let differences = sum(\.differences)
        let parts = [(sum(\.imported), "imported"), (sum(\.refused), "refused"), (sum(\.leftOut), "left out")]
            .filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        let told = differences > 0 ? [differences.counted("difference")] : []
        return "in all \(reports.count.counted("file")): " + (parts + told).joined(separator: ", ")
    }

    /// The report as JSON.
    package var json: JSON {
        [
            "path": .string(path),
            "format": .text(format?.rawValue),
            "outcome": .string(outcome.rawValue),
            "imported": .integer(imported),
            "refused": .integer(refused),
            "leftOut": .integer(leftOut),
            "notes": .array(notes.map(\.json)),
        ]
    }

    private var differences: Int { notes.count { $0.weight == .difference } }
}

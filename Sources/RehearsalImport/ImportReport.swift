package import Rehearsal
package import RehearsalDocuments

/// What became of one file: how much of it a scenario says now, and what not.
package struct ImportReport: Sendable, Hashable {
    /// The file, as it was named by whoever asked.
    package var path: String
    /// Nil for a file that is none of those that are read.
    package var format: ImportFormat?
    /// How many of its parts are in a scenario now.
    package var imported = 0
    /// How many of its parts were refused: they would answer wrongly.
    package var refused = 0
    /// How many of its parts were left out because another one takes every request of theirs.
    package var leftOut = 0
    package var notes: [ImportNote] = []

    package init(path: String, format: ImportFormat? = nil) { (self.path, self.format) = (path, format) }

    init(of file: ImportedFile) { self.init(path: file.source.path, format: file.format) }

    /// A file of which nothing could be read.
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

    /// How many parts it has.
    var parts: Int { imported + refused + leftOut }

    /// Whether anything of the file was refused.
    package var hasRefusals: Bool { refused > 0 || notes.contains { $0.weight == .refusal } }

    /// One line about the file, then one for each note.
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

    /// The first of equal notes, with the number of the others.
    private var groupedNotes: [StyledText] {
        let groups = Dictionary(grouping: notes) { [$0.weight.rawValue, $0.problem, $0.instead] }
        return notes.compactMap { note in
            guard let group = groups[[note.weight.rawValue, note.problem, note.instead]], group.first == note else {
                return nil
            }
            return "\(note.line)\(group.count > 1 ? " (\(group.count) times in this file)" : "")"
        }
    }

    /// One line about several files.
    package static func total(of reports: [ImportReport]) -> String {
        let sum = { (count: KeyPath<ImportReport, Int>) in reports.reduce(0) { $0 + $1[keyPath: count] } }
        let differences = sum(\.differences)
        let parts = [(sum(\.imported), "imported"), (sum(\.refused), "refused"), (sum(\.leftOut), "left out")]
            .filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        let told = differences > 0 ? [differences.counted("difference")] : []
        return "in all \(reports.count.counted("file")): " + (parts + told).joined(separator: ", ")
    }

    /// The same for machines.
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

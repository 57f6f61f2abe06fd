import Rehearsal
import RehearsalDocuments
import RehearsalPlatform

/// The scenarios of a folder, as a table for people and as JSON for scripts.
struct ScenarioListing {
    let rows: [Row]

    struct Row {
        var path: String
        var name: String
        var summary = ""
        var endpoints = 0
        var expectations = 0
        /// Zero for one that can be played.
        var errors = 0

        var folder: String { path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "." }
        var file: String { path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path }
    }

    /// The folder that is meant where none is named.
    static var standard: String { FileSystem.isFolder("Scenarios") ? "Scenarios" : "." }

    init(folder: String) {
        rows = FileSearch.documents(at: folder).filter { !$0.lowercased().hasSuffix(".har") }.map(Self.row)
    }

    private static func row(_ path: String) -> Row {
        let loaded = Documents.load([path], ScenarioFiles.Options())
        guard let scenario = loaded.scenario else {
            var row = Row(path: path, name: "")
            row.errors = max(1, loaded.diagnostics.count { $0.severity == .error })
            return row
        }
        return Row(
            path: path,
            name: scenario.name,
            summary: scenario.summary,
            endpoints: scenario.endpoints.count,
            expectations: scenario.expect.count
        )
    }

    /// A heading for each folder, and a line for each scenario under it.
    func text(_ style: Style) -> String {
        let width = rows.map { max($0.file.count, 1) }.max() ?? 0
        var lines: [String] = []
        var folder: String?
        for row in rows {
            if row.folder != folder {
                if folder != nil { lines.append("") }
                lines.append(style.bold(row.folder.printable))
                folder = row.folder
            }
            lines.append("  \(row.file.printable.padded(to: width))  \(words(row, style))")
        }
        let bad = rows.count { $0.errors > 0 }
        let count = "\(rows.count) scenario\(rows.count == 1 ? "" : "s")"
        return (lines + ["", count + (bad > 0 ? ", \(bad) of them cannot be played" : "")]).joined(separator: "\n")
    }

    private func words(_ row: Row, _ style: Style) -> String {
        if row.errors > 0 {
            let count = "\(row.errors) error\(row.errors == 1 ? "" : "s")"
            return style.red("cannot be played: \(count)") + ", see rehearsal lint \(row.path.printable)"
        }
        let expectations = row.expectations > 0 ? ", \(row.expectations) expected" : ""
        let counts = "\(row.endpoints) endpoint\(row.endpoints == 1 ? "" : "s")\(expectations)"
        let summary = row.summary.isEmpty ? "" : ": \(row.summary.printable)"
        return "\(row.name.printable)\(summary) " + style.dim("(\(counts))")
    }

    var json: JSON {
        .array(
            rows.map { row in
                [
                    "path": .string(row.path),
                    "folder": .string(row.folder),
                    "name": row.errors > 0 ? .null : .string(row.name),
                    "summary": .string(row.summary),
                    "endpoints": JSON(integerLiteral: row.endpoints),
                    "expectations": JSON(integerLiteral: row.expectations),
                    "errors": JSON(integerLiteral: row.errors),
                ]
            }
        )
    }
}

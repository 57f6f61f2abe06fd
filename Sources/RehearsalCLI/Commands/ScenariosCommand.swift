import Rehearsal
import RehearsalDocuments
import RehearsalPlatform

/// `rehearsal scenarios`.
enum ScenariosCommand {
    static let command = Command(
        name: "scenarios",
        summary: "lists the scenarios of a folder, with what each is about",
        operands: "[FOLDER]",
        discussion: """
            Every *.json and *.jsonc at any depth, with its name, its summary, and how many endpoints and expectations
            it has together with what it extends. Without a folder it is Scenarios, or else this folder. A file that
            cannot be played is listed as such; lint says why.
            """,
        options: [Option(flag: "json", "prints an array of scenarios")],
        examples: [
            "rehearsal scenarios": "what there is to play",
            "rehearsal scenarios Scenarios/apps --json | jq -r '.[].path'": "their files, for a script",
        ],
        exits: [
            .held: "all of them can be played",
            .failed: "one or more of them cannot",
            .usage: "there are none, or the command line is wrong",
        ],
        run: run
    )

    private static func run(_ arguments: Arguments, _ terminal: Terminal) throws(UsageError) -> ExitStatus {
        guard arguments.operands.count < 2 else {
            throw UsageError("scenarios takes one folder, found \(arguments.operands.count)")
        }
        let folder = arguments.operands.first ?? ScenarioListing.standard
        let listing = ScenarioListing(folder: folder)
        guard !listing.rows.isEmpty else {
            throw UsageError("there is no scenario in \(folder)", hint: "begin with one: rehearsal new NAME")
        }
        if arguments.has("json") {
            terminal.write(listing.json, isPretty: true)
        } else {
            terminal.write(listing.text(terminal.style(for: terminal.output)))
        }
        return listing.rows.allSatisfy { $0.errors == 0 } ? .held : .failed
    }
}

/// The scenarios of a folder, as a table for people and as JSON for scripts.
private struct ScenarioListing {
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
        let count = "scenario".counted(rows.count)
        return (lines + ["", count + (bad > 0 ? ", \(bad) of them cannot be played" : "")]).joined(separator: "\n")
    }

    private func words(_ row: Row, _ style: Style) -> String {
        if row.errors > 0 {
            return style.red("cannot be played: \("error".counted(row.errors))")
                + ", see rehearsal lint \(row.path.printable)"
        }
        let expectations = row.expectations > 0 ? ", \(row.expectations) expected" : ""
        let counts = "endpoint".counted(row.endpoints) + expectations
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

/// `rehearsal schema`.
enum SchemaCommand {
    static let command = Command(
        name: "schema",
        summary: "prints the JSON Schema of scenarios, for editors",
        operands: "",
        discussion: """
            With it an editor completes the keys of a scenario, shows what each is for, and marks what is wrong while
            it is typed. A document names it in "$schema", or the editor's settings do, for all files of a folder. It
            is a schema of draft 2020-12.

            lint knows more than any schema: that a file is there, that a fault can be had at its stage, that an
            endpoint is ever asked.
            """,
        options: [],
        examples: [
            "rehearsal schema > scenario.schema.json": "a file for an editor",
            #"{ "$schema": "../scenario.schema.json", "endpoints": [] }"#: "a scenario that names it",
        ],
        exits: [
            .held: "printed",
            .usage: "the command line is wrong",
        ],
        run: run
    )

    private static func run(_ arguments: Arguments, _ terminal: Terminal) throws(UsageError) -> ExitStatus {
        guard arguments.operands.isEmpty else {
            throw UsageError("schema takes no operands", hint: "try: rehearsal schema > scenario.schema.json")
        }
        terminal.write(ScenarioSchema.text)
        return .held
    }
}

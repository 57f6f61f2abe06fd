import Rehearsal
import RehearsalContracts
import RehearsalDocuments
import RehearsalPlatform

/// The `rehearsal scenarios` command, which lists the scenarios of a folder.
enum ScenariosCommand {
    static let command = Command(
        name: "scenarios",
        summary: "list the scenarios of a folder with their summaries",
        operands: "[FOLDER]",
        description: """
            Lists every *.json and *.jsonc at any depth with its name, its summary and the number of its endpoints and
            expectations, including those of the documents that it extends. The default folder is Scenarios if it
            exists, else the current folder. A file that cannot be played is marked; lint prints its errors.
            """,
        options: [Option(flag: "json", "print a JSON array of scenarios")],
        examples: [
            "rehearsal scenarios": "list all scenarios",
            "rehearsal scenarios Scenarios/apps --json | jq -r '.[].path'": "print their paths, for a script",
        ],
        exitStatuses: [
            .success: "every scenario can be played",
            .failed: "a scenario cannot be played",
            .usage: "the folder has no scenario, or the command line is not valid",
        ],
        run: run
    )

    private static func run(_ arguments: Arguments, _ terminal: Terminal) throws(UsageError) -> ExitStatus {
        guard arguments.operands.count < 2 else {
            throw UsageError("scenarios takes one folder, found \(arguments.operands.count) operands")
        }
        let folder = arguments.operands.first ?? ScenarioListing.standard
        let listing = ScenarioListing(folder: folder)
        guard !listing.rows.isEmpty else {
            throw UsageError("\(folder) contains no scenario", hint: "to create one: rehearsal new NAME")
        }
        if arguments.has("json") {
            terminal.write(listing.json, isPretty: true)
        } else {
            terminal.write(listing.text(terminal.style(for: terminal.output)))
        }
        return listing.rows.allSatisfy { $0.errors == 0 } ? .success : .failed
    }
}

/// The scenarios of a folder, as a table and as JSON.
private struct ScenarioListing {
    let rows: [Row]

    struct Row {
        var path: String
        var name: String
        var summary = ""
        var endpoints = 0
        var expectations = 0
        /// The number of errors; zero if the scenario can be played.
        var errors = 0

        var folder: String { path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "." }
        var file: String { path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path }
    }

    /// The default folder.
    static var standard: String { FileSystem.isFolder("Scenarios") ? "Scenarios" : "." }

    init(folder: String) {
        rows = DocumentSearch.documents(at: folder).filter { !$0.lowercased().hasSuffix(".har") }.map(Self.row)
    }

    private static func row(_ path: String) -> Row {
        let loaded = DocumentLoading.load([path], ScenarioFiles.Options())
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

    /// Returns a heading for each folder and a line for each scenario below it.
    func text(_ style: TerminalStyle) -> String {
        let width = rows.map { max($0.file.count, 1) }.max() ?? 0
        var lines: [String] = []
        var folder: String?
        for row in rows {
            if row.folder != folder {
                if folder != nil { lines.append("") }
                lines.append(style.bold(row.folder.printable))
                folder = row.folder
            }
            lines.append("  \(row.file.printable.padded(to: width))  \(description(row, style))")
        }
        let invalidCount = rows.count { $0.errors > 0 }
        let count = "scenario".pluralized(rows.count)
        return (lines + ["", count + (invalidCount > 0 ? ", \(invalidCount) of them cannot be played" : "")]).joined(
            separator: "\n"
        )
    }

    private func description(_ row: Row, _ style: TerminalStyle) -> String {
        if row.errors > 0 {
            return style.red("cannot be played: \("error".pluralized(row.errors))")
                + ", see rehearsal lint \(row.path.printable)"
        }
        let expectations = row.expectations > 0 ? ", \(row.expectations) expected" : ""
        let counts = "endpoint".pluralized(row.endpoints) + expectations
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

/// The `rehearsal schema` command, which prints the JSON Schema of scenarios or of schedules.
enum SchemaCommand {
    static let command = Command(
        name: "schema",
        summary: "print the JSON Schema of scenarios or of schedules, for editors",
        operands: "[scenario|schedule]",
        description: """
            With the schema, an editor completes and describes the keys of a scenario, and marks errors while you type.
            Set "$schema" in a document to the path of the schema, or assign the schema to a folder in the settings of
            the editor. The schema uses draft 2020-12. With `schedule`, prints the schema of the schedule files of explore.

            lint finds errors that a schema cannot express: a missing file, a fault that is not possible at its stage,
            an endpoint that never answers.
            """,
        options: [],
        examples: [
            "rehearsal schema > scenario.schema.json": "write the schema to a file",
            "rehearsal schema schedule > schedule.schema.json": "write the schema of schedule files",
            #"{ "$schema": "../scenario.schema.json", "endpoints": [] }"#: "a scenario that refers to the schema",
        ],
        exitStatuses: [
            .success: "the schema was printed",
            .usage: "the command line is not valid",
        ],
        run: run
    )

    private static func run(_ arguments: Arguments, _ terminal: Terminal) throws(UsageError) -> ExitStatus {
        switch arguments.operands {
        case [], ["scenario"]: terminal.write(ScenarioSchema.text)
        case ["schedule"]: terminal.write(String(decoding: ScheduleFile.schema.bytes(pretty: true), as: UTF8.self))
        default:
            throw UsageError("schema takes one operand: scenario or schedule", hint: "try: rehearsal schema schedule")
        }
        return .success
    }
}

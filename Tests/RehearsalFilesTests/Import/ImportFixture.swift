import Rehearsal
import RehearsalLint
import RehearsalPlatform
import RehearsalServer
import RehearsalTestSupport
import Testing

@testable import RehearsalDocuments
@testable import RehearsalImport

/// A file of another tool, the expected report of its import, and the expected replies of the imported scenario.
///
/// Beside `01-name.json`, or the folder `01-name`, stands `01-name.table`. It begins with the outcome and each note.
/// Then come requests (`>`) and replies (`<`), with the least duration (`~`) or the end of the connection (`=`).
struct ImportFixture: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let path: String
    /// The outcome with its count, such as `whole 1`, then each note.
    private(set) var report: [String] = []
    private(set) var steps: [Step] = []

    /// All fixtures of a tool.
    static func all(_ tool: String) -> [ImportFixture] {
        let folder = FilePath.folder(of: #filePath) + "/\(tool)/Fixtures"
        let names = FileSystem.names(in: folder).filter { FilePath.pathExtension(of: $0) == "table" }
        return names.map { ImportFixture(folder, FilePath.stem(of: $0)) }
    }

    private init(_ folder: String, _ name: String) {
        testDescription = name
        path = FileSystem.isFolder("\(folder)/\(name)") ? "\(folder)/\(name)" : "\(folder)/\(name).json"
        let bytes = (try? FileSystem.read("\(folder)/\(name).table", limit: 1 << 20)) ?? []
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
        var request: [String] = []
        var fields: [String] = []
        for line in lines where !line.hasPrefix("#") {
            let text = String(line.dropFirst(2))
            switch line.first {
            case ">": request.append(text.replacing("\\r\\n", with: "\r\n"))
            case "?": fields.append(text)
            case "<":
                var step = Step(request.joined(separator: "\n"), text.replacing("\\n", with: "\n"))
                step.fields = fields
                steps.append(step)
                (request, fields) = ([], [])
            case "=": steps[steps.count - 1].end = text == "reset" ? .reset : .closed
            case "~": steps[steps.count - 1].least = Duration(scenarioText: text) ?? .zero
            default: report.append(line)
            }
        }
    }

    /// Imports the file or the folder.
    func imported() -> ImportBatch {
        var importing = ImportBatch()
        for unit in ImportInputs([path]).units { importing.add(unit) }
        return importing
    }

    /// Returns the outcome and the notes of an import in the form of the table.
    static func lines(of batch: ImportBatch) -> [String] {
        batch.reports.flatMap { report in
            let count =
                report.refusedCount > 0
                ? "\(report.importedCount), \(report.refusedCount) refused" : "\(report.importedCount)"
            return ["\(report.status.rawValue) \(count)"]
                + report.notes.map { "- " + $0.text.replacing(report.path, with: "FILE") }
        }
    }

    /// Returns the findings of `lint` on the scenario, and the replies that differ from the table.
    func findings(_ documents: [ImportedDocument]) async throws -> (lint: [String], replies: [String]) {
        guard let document = documents.first else { return ([], steps.map { "no document answers \($0.request)" }) }
        let folder = try ScratchFolder()
        let path = try folder.write("\(document.name).jsonc", document.text)
        for body in document.bodies { try folder.write(body.path, body.bytes) }
        let loaded = ScenarioFiles.load([path], options: .init(linting: LintChecks(now: 0)))
        let lint = loaded.diagnostics.filter { $0.severity != .note }.map(\.text)
        guard let scenario = loaded.scenario else { return (lint + [document.text], []) }
        return (lint, try await Conversation(Backend.start(scenario)).mismatches(in: steps))
    }
}

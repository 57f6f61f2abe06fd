import Rehearsal
import RehearsalLint
import RehearsalPlatform
import RehearsalServer
import RehearsalTestSupport
import Testing

@testable import RehearsalDocuments
@testable import RehearsalImport

/// A file of another tool, what is to be said about it, and what clients see of the scenario that it becomes.
///
/// Beside `01-name.json`, or the folder `01-name`, stands `01-name.table`: first what becomes of it and each note, then
/// requests (`>`), what follows from them (`<`), and how long that takes (`~`) or how it ends (`=`).
struct ImportFixture: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let path: String
    /// `whole 1`, then each note.
    private(set) var report: [String] = []
    private(set) var steps: [Step] = []

    /// All fixtures of a tool.
    static func all(_ tool: String) -> [ImportFixture] {
        let folder = FileName.folder(of: #filePath) + "/\(tool)/Fixtures"
        let names = FileSystem.names(in: folder).filter { FileName.pathExtension(of: $0) == "table" }
        return names.map { ImportFixture(folder, FileName.stem(of: $0)) }
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
            case "~": steps[steps.count - 1].least = Duration(written: text) ?? .zero
            default: report.append(line)
            }
        }
    }

    /// What importing it came to.
    func imported() -> Importing {
        var importing = Importing()
        for unit in ImportSources([path]).units { importing.add(unit) }
        return importing
    }

    /// As the table says what becomes of it.
    static func lines(of importing: Importing) -> [String] {
        importing.reports.flatMap { report in
            let count = report.refused > 0 ? "\(report.imported), \(report.refused) refused" : "\(report.imported)"
            return ["\(report.outcome.rawValue) \(count)"]
                + report.notes.map { "- " + $0.text.replacing(report.path, with: "FILE") }
        }
    }

    /// What is said of the scenario by `lint`, and by clients that talk to it.
    func complaints(_ documents: [ImportedDocument]) async throws -> (lint: [String], talk: [String]) {
        guard let document = documents.first else { return ([], steps.map { "nothing answers \($0.request)" }) }
        let folder = try ScratchFolder()
        let path = try folder.write("\(document.name).jsonc", document.text)
        for body in document.bodies { try folder.write(body.path, body.bytes) }
        let loaded = ScenarioFiles.load([path], options: .init(proving: Proving(now: 0)))
        let lint = loaded.diagnostics.filter { $0.severity != .note }.map(\.text)
        guard let scenario = loaded.scenario else { return (lint + [document.text], []) }
        return (lint, try await Conversation(Backend.start(scenario)).complaints(about: steps))
    }
}

import Rehearsal
import RehearsalDocuments
import RehearsalPlatform
import RehearsalRecordings

/// Reads a recording, of which a scenario is derived; one of several is extended as it is.
struct HARImport {
    private(set) var imported: ImportedScenario
    private(set) var report: ImportReport

    /// - Parameter diagnostics: of reading it, which are what it loses.
    init(name: String, _ source: SourceText) {
        imported = ImportedScenario(name: name)
        report = ImportReport(path: source.path, format: .har)
        var diagnostics: [Diagnostic] = []
        // Bodies may be in files beside it.
        let root = FileSystem.realPath(source.path).map { ScenarioRoot(of: $0) }
        let recording = Recording.read(source, exact: false, today: nil, root: root, diagnostics: &diagnostics)
        guard let recording, !recording.entries.isEmpty else {
            report = ImportReport(refusing: source.path, format: .har, because: diagnostics)
            if recording != nil { tellNothing() }
            return
        }
        report.imported = recording.entries.count
        report.notes = diagnostics.filter { $0.severity != .note }.map { diagnostic in
            ImportNote(
                .difference,
                path: source.path,
                position: diagnostic.position,
                diagnostic.message,
                instead: "it is replayed without that"
            )
        }
        do throws(RecordingWriter.Failure) {
            let taken = try ImportedRecording(InspectedRecording(source), named: name)
            imported.recordings = [taken]
            tellChanges(taken, source.path)
        } catch {
            let diagnostic = Diagnostic(.error, .unreadableFile, path: source.path, message: error.description)
            report = ImportReport(refusing: source.path, format: .har, because: [diagnostic])
        }
    }

    /// Says what it means that nothing is left, and what to do: what has been said is of single entries.
    private mutating func tellNothing() {
        let problem = "nothing in it can be replayed, so there is no scenario"
        let instead =
            "save one in which the backend has answered, or record it: rehearsal record --upstream https://api.example.com"
        report.notes.append(ImportNote(.refusal, path: report.path, problem, instead: instead))
    }

    /// Says what the form of our own recordings does not keep.
    private mutating func tellChanges(_ taken: ImportedRecording, _ path: String) {
        if taken.secrets > 0 {
            let isOne = taken.secrets == 1
            let problem = isOne ? "1 value is a secret" : "\(taken.secrets) values are secrets"
            let them = isOne ? "it" : "them"
            let instead =
                "placeholders stand for \(them), and a client that sends \(them) is answered all the same, "
                + "but where an \"auth\" policy was derived: it takes the tokens alone that it has issued"
            report.notes.append(ImportNote(.difference, path: path, problem, instead: instead))
        }
        for remark in taken.remarks {
            report.notes.append(ImportNote(.difference, path: path, remark, instead: "it is replayed so"))
        }
    }
}

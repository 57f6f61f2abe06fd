import Rehearsal
import RehearsalDocuments
import RehearsalPlatform
import RehearsalRecordings

/// An import of a HAR file. A single recording is converted to a scenario; several are extended by one document.
struct HARImport {
    private(set) var imported: ImportedScenario
    private(set) var report: ImportReport

    /// - Parameter source: The HAR file. Problems in it become notes of the report.
    init(name: String, _ source: SourceText) {
        imported = ImportedScenario(name: name)
        report = ImportReport(path: source.path, format: .har)
        var diagnostics: [Diagnostic] = []
        // A HAR file may refer to body files next to it.
        let root = FileSystem.realPath(source.path).map { ScenarioRoot(of: $0) }
        let recording = Recording.read(source, exact: false, today: nil, root: root, diagnostics: &diagnostics)
        guard let recording, !recording.entries.isEmpty else {
            report = ImportReport(refusing: source.path, format: .har, because: diagnostics)
            if recording != nil { noteEmptyRecording() }
            return
        }
        report.importedCount = recording.entries.count
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
            noteNormalizationChanges(taken, source.path)
        } catch {
            let diagnostic = Diagnostic(.error, .unreadableFile, path: source.path, message: error.description)
            report = ImportReport(refusing: source.path, format: .har, because: [diagnostic])
        }
    }

    /// Adds a note that nothing can be replayed, with a suggestion. Other notes are about single entries.
    private mutating func noteEmptyRecording() {
        let problem = "nothing in it can be replayed, so no scenario is written"
        let instead =
            "save a recording with replies, or record one: rehearsal record --upstream https://api.example.com"
        report.notes.append(ImportNote(.refusal, path: report.path, problem, instead: instead))
    }

    /// Adds notes on the values that normalization changed.
    private mutating func noteNormalizationChanges(_ taken: ImportedRecording, _ path: String) {
        if taken.secrets > 0 {
            let isOne = taken.secrets == 1
            let problem = isOne ? "1 value is a secret" : "\(taken.secrets) values are secrets"
            let them = isOne ? "it" : "them"
            let instead =
                "placeholders replace \(them); a request matches whatever secret it sends, "
                + "except with a derived \"auth\" policy, which accepts only its own tokens"
            report.notes.append(ImportNote(.difference, path: path, problem, instead: instead))
        }
        for remark in taken.notes {
            report.notes.append(ImportNote(.difference, path: path, remark, instead: "it is replayed with this change"))
        }
    }
}

import Rehearsal
import RehearsalDocuments
import RehearsalPlatform
import RehearsalRecordings

/// An import of a HAR file.
///
/// A single recording becomes endpoints. Merged recordings become a document that extends them.
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
                consequence: "it is replayed without that"
            )
        }
        do throws(RecordingWriter.Failure) {
            let normalized = try ImportedRecording(InspectedRecording(source), named: name)
            imported.recordings = [normalized]
            noteNormalizationChanges(normalized, source.path)
        } catch {
            let diagnostic = Diagnostic(.error, .unreadableFile, path: source.path, message: error.description)
            report = ImportReport(refusing: source.path, format: .har, because: [diagnostic])
        }
    }

    /// Adds a note that the recording has no reply to replay, with a suggestion. The other notes are about entries.
    private mutating func noteEmptyRecording() {
        let problem = "the recording has no reply that can be replayed, so no scenario is written"
        let instead =
            "save a recording with replies, or record one: rehearsal record --upstream https://api.example.com"
        report.notes.append(ImportNote(.refusal, path: report.path, problem, consequence: instead))
    }

    /// Adds notes on the values that normalization changed.
    private mutating func noteNormalizationChanges(_ normalized: ImportedRecording, _ path: String) {
        if normalized.secrets > 0 {
            let isOne = normalized.secrets == 1
            let problem = isOne ? "1 value is a secret" : "\(normalized.secrets) values are secrets"
            let replacement = isOne ? "a placeholder replaces it" : "placeholders replace them"
            let instead =
                "\(replacement); requests match with any secret, unless the scenario has an \"auth\" policy, "
                + "which accepts only its own tokens"
            report.notes.append(ImportNote(.difference, path: path, problem, consequence: instead))
        }
        for remark in normalized.notes {
            report.notes.append(
                ImportNote(.difference, path: path, remark, consequence: "it is replayed with this change")
            )
        }
    }
}

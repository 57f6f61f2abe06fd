import Rehearsal
import RehearsalDocuments
import RehearsalRecordings

/// A recording that was imported, in the form that recordings have here.
struct ImportedRecording {
    /// What it is called, without an extension.
    private(set) var name: String
    /// What is to be written, by path beside the document.
    private(set) var files: [(path: String, bytes: [UInt8])]
    private let inspected: InspectedRecording
    private let recording: Recording
    /// How many values were taken out because they are secrets.
    let secrets: Int
    /// What was changed in other ways, entry by entry.
    let remarks: [String]

    init(_ inspected: InspectedRecording, named name: String) throws(RecordingWriter.Failure) {
        let normalized = try NormalizedRecording(inspected, named: name)
        (self.name, self.inspected) = (name, inspected)
        (files, recording) = (normalized.files, normalized.recording)
        (secrets, remarks) = (normalized.outcome.secrets, normalized.outcome.remarks)
    }

    /// The same under another name, which its files have, too.
    func named(_ other: String) -> ImportedRecording {
        other == name ? self : (try? ImportedRecording(inspected, named: other)) ?? self
    }

    /// The scenario that it is the beginning of.
    func derived(below comments: [String]) throws(DerivedScenario.Impossible) -> String {
        try DerivedScenario(recording, har: "\(name).har", prefix: "\(name).har/", head: comments).text
    }

    /// The lines that tell what was recorded; a recording may have thousands.
    private static let mostLines = 60

    /// What was recorded, for a document that extends it.
    var listing: [String] {
        var order: [String] = []
        var counts: [String: Int] = [:]
        for entry in recording.entries {
            let query = entry.query.map { "?\($0)" } ?? ""
            let line = "\(entry.method.rawValue) \(entry.path)\(Redaction.holdsSecret(target: query) ? "?…" : query)"
            if counts[line] == nil { order.append(line) }
            counts[line, default: 0] += 1
        }
        let lines = order.prefix(Self.mostLines).map { line in
            let count = counts[line] ?? 1
            return "  \(line)" + (count > 1 ? "   (\(count) answers, in turn)" : "")
        }
        let rest = order.count > Self.mostLines ? ["  and \(order.count - Self.mostLines) more"] : []
        return ["What \(name).har answers; an endpoint here is asked before it:"] + lines + rest
    }
}

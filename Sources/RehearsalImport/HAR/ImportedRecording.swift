import Rehearsal
import RehearsalDocuments
import RehearsalRecordings

/// An imported recording in the form that `rehearsal record` writes.
struct ImportedRecording {
    /// The name of the recording without an extension.
    private(set) var name: String
    /// The files to write, by their paths relative to the scenario.
    private(set) var files: [(path: String, bytes: [UInt8])]
    private let inspected: InspectedRecording
    private let recording: Recording
    /// The number of values that placeholders replace.
    let secrets: Int
    /// Notes on other changes, each with the name of its entry.
    let notes: [String]

    init(_ inspected: InspectedRecording, named name: String) throws(RecordingWriter.Failure) {
        let normalized = try NormalizedRecording(inspected, named: name)
        (self.name, self.inspected) = (name, inspected)
        (files, recording) = (normalized.files, normalized.recording)
        (secrets, notes) = (normalized.outcome.secrets, normalized.outcome.remarks)
    }

    /// Returns the recording with another name, which is also used in the names of its files.
    func named(_ other: String) -> ImportedRecording {
        other == name ? self : (try? ImportedRecording(inspected, named: other)) ?? self
    }

    /// Returns the text of the scenario derived from the recording.
    func derived(below comments: [String]) throws(DerivedScenario.DerivationError) -> String {
        try DerivedScenario(recording, har: "\(name).har", prefix: "\(name).har/", head: comments).text
    }

    /// The maximum number of lines in the listing.
    private static let maximumLines = 60

    /// Comment lines that list the recorded requests, for a scenario that extends the recording.
    var listing: [String] {
        var order: [String] = []
        var counts: [String: Int] = [:]
        for entry in recording.entries {
            let query = entry.query.map { "?\($0)" } ?? ""
            let line = "\(entry.method.rawValue) \(entry.path)\(Redaction.containsSecret(target: query) ? "?…" : query)"
            if counts[line] == nil { order.append(line) }
            counts[line, default: 0] += 1
        }
        let lines = order.prefix(Self.maximumLines).map { line in
            let count = counts[line] ?? 1
            return "  \(line)" + (count > 1 ? "   (\(count) replies in turn)" : "")
        }
        let rest = order.count > Self.maximumLines ? ["  and \(order.count - Self.maximumLines) more"] : []
        return ["Requests recorded in \(name).har. An endpoint in this file is matched before them:"] + lines + rest
    }
}

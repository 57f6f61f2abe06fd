package import RehearsalDocuments
import RehearsalPlatform

extension Proving {
    /// The checks of `rehearsal lint`: secrets, ages, and what a valid scenario does otherwise than it seems to.
    ///
    /// - Parameters:
    ///   - now: the present, in seconds since 1970.
    ///   - oldest: the age from which a file is reported, in seconds; nil for no such check.
    package init(now: Int64, oldest: Int64? = nil) {
        let limit = AgeLimit(now: now, oldest: oldest)
        self.init { source in
            ExposedSecrets(in: source, isRecording: false).findings
        } recording: { source, files in
            RecordingProof(source, limit, files: files).findings
        } scenario: { document, scenario in
            let age = limit.finding(aboutFile: document.path).map { [$0] } ?? []
            return age + (ScenarioProof(of: document, in: scenario)?.findings ?? [])
        }
    }
}

/// The age from which files are reported.
struct AgeLimit: Sendable {
    /// The present, in seconds since 1970.
    let now: Int64
    /// The highest age, in seconds; nil for any age.
    var oldest: Int64?

    /// Returns the warning about a document that was changed too long ago, if it was.
    func finding(aboutFile path: String) -> Diagnostic? {
        guard let oldest, let changed = FileSystem.modified(path), now - changed > oldest else { return nil }
        let message = "this scenario was last changed \(Self.days(now - changed)) ago"
        return Diagnostic(.warning, .oldFile, path: path, message: message, hint: "see whether it still holds")
    }

    static func days(_ seconds: Int64) -> String {
        let days = seconds / 86_400
        return days == 1 ? "1 day" : "\(days) days"
    }
}

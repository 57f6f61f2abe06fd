package import RehearsalDocuments
import RehearsalOpenAPI
import RehearsalPlatform

extension LintChecks {
    /// Creates the checks of `rehearsal lint`: secrets, ages, and parts of a valid scenario that have no effect.
    ///
    /// - Parameters:
    ///   - now: the current time, in seconds since 1970.
    ///   - oldest: the maximum age of a file, in seconds; nil for any age.
    package init(now: Int64, oldest: Int64? = nil) {
        let limit = AgeLimit(now: now, oldest: oldest)
        let contracts = ContractCache()
        self.init { source in
            ExposedSecrets(in: source, isRecording: false).findings
        } recording: { source, files in
            RecordingLint(source, limit, files: files).findings
        } api: { loaded in
            loaded.document.hasErrors ? [] : contracts.compiled(loaded).findings
        } scenario: { document, contract, scenario in
            let age = limit.finding(aboutFile: document.path).map { [$0] } ?? []
            return age + (ScenarioLint(of: document, in: scenario, under: contract, from: contracts)?.findings ?? [])
        }
    }
}

/// The maximum age of files.
struct AgeLimit: Sendable {
    /// The current time, in seconds since 1970.
    let now: Int64
    /// The maximum age, in seconds; nil for any age.
    var oldest: Int64?

    /// Returns a warning if the last change of a file is older than the limit; nil if it is not.
    func finding(aboutFile path: String) -> Diagnostic? {
        guard let oldest, let changed = FileSystem.modified(path), now - changed > oldest else { return nil }
        let message = "this scenario was last changed \(Self.days(now - changed)) ago"
        return Diagnostic(
            .warning,
            .outdatedFile,
            path: path,
            message: message,
            hint: "check whether it is still correct"
        )
    }

    static func days(_ seconds: Int64) -> String {
        let days = seconds / 86_400
        return days == 1 ? "1 day" : "\(days) days"
    }
}

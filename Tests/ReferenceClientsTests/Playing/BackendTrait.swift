// The one place that knows how a scenario gets to play for a test.
import Foundation
import Rehearsal
import RehearsalFiles
import RehearsalServer
import Testing

/// Plays a scenario of `Scenarios/` for one test, a backend of its own for each case.
struct BackendTrait: TestTrait, TestScoping {
    let name: String

    func provideScope(for test: Test, testCase: Test.Case?, performing function: () async throws -> Void) async throws {
        let backend = try Backend.start(try Self.scenario(name))
        try await Backend.$playing.withValue(backend) { try await function() }
        for entry in backend.journal.unexpected {
            Issue.record("unexpected: \(entry.method) \(entry.target)", sourceLocation: test.sourceLocation)
        }
        await backend.stop()
    }

    private static func scenario(_ name: String) throws -> Scenario {
        var root = URL(fileURLWithPath: #filePath)
        for _ in 0..<4 { root.deleteLastPathComponent() }
        let loaded = ScenarioFiles.load([root.appendingPathComponent("Scenarios/\(name).jsonc").path])
        return try #require(loaded.scenario, "\(loaded.diagnostics)")
    }
}

extension Trait where Self == BackendTrait {
    /// The scenario of that name plays.
    static func backend(_ name: String) -> BackendTrait { BackendTrait(name: name) }
}

extension Backend {
    @TaskLocal fileprivate static var playing: Backend?

    /// The backend of the test that runs.
    static var current: Backend {
        get throws { try #require(playing, "the test has no trait .backend(…)") }
    }
}

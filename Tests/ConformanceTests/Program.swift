import Foundation
import RehearsalTestSupport
import Testing

/// Runs other people's programs for tests, bounded in time.
enum Program {
    /// What a program printed, and its exit status; the signal that ended it, negative.
    static func run(
        _ name: String,
        _ arguments: [String],
        seconds: Int = 240,
    ) async throws -> (status: Int32, output: String) {
        let path = try #require(BoundedRun.find(name), "\(name) is not on the search path")
        let run = try await BoundedRun.run(path, arguments, seconds: Double(seconds), withErrors: true)
        switch run.end {
        case .exited(let status): return (status, run.output)
        case .crashed(let signal): return (-signal, run.output)
        case .hung: return (-SIGKILL, run.output)
        }
    }

    /// A file beside the tests.
    static func file(_ path: String, from source: String = #filePath) -> String {
        URL(fileURLWithPath: source).deletingLastPathComponent().appendingPathComponent(path).path
    }
}

import Foundation
import RehearsalTestSupport
import Testing

/// Runs other programs for tests, with a time limit.
enum Program {
    /// Returns the output of a program and its exit status; a signal that ended it is negative.
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

    /// The path of a file relative to the tests.
    static func file(_ path: String, from source: String = #filePath) -> String {
        URL(fileURLWithPath: source).deletingLastPathComponent().appendingPathComponent(path).path
    }
}

import Foundation
import Testing

/// Runs other people's programs for tests, bounded in time.
enum Program {
    /// Where a program lies on the search path, or nil.
    static func find(_ name: String) -> String? {
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
            .map { "\($0)/\(name)" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// What a program printed, and its exit status.
    static func run(_ name: String, _ arguments: [String], seconds: Int = 60) throws -> (status: Int32, output: String)
    {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: try #require(find(name), "\(name) is not on the search path"))
        process.arguments = arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let watchdog = DispatchWorkItem { [pid = process.processIdentifier] in kill(pid, SIGKILL) }
        DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(seconds), execute: watchdog)
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        watchdog.cancel()
        return (process.terminationStatus, String(decoding: output, as: UTF8.self))
    }

    /// A file beside the tests.
    static func file(_ path: String, from source: String = #filePath) -> String {
        URL(fileURLWithPath: source).deletingLastPathComponent().appendingPathComponent(path).path
    }
}

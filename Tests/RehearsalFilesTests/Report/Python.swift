import RehearsalTestSupport

/// Python, where this machine has it: somebody else's idea of a format.
enum Python {
    static let path = BoundedRun.find("python3")

    /// What a script printed to its output and to its errors, line by line.
    static func run(_ script: String, _ argument: String) async throws -> [String] {
        let run = try await BoundedRun.run(path ?? "", ["-c", script, argument], seconds: 240, withErrors: true)
        return run.output.split(separator: "\n").map { String($0) }
    }
}

import RehearsalTestSupport

/// Python, if this machine has it, as an independent reader of formats.
enum Python {
    static let path = BoundedRun.find("python3")

    /// Runs a script and returns the lines of its standard output and error.
    static func run(_ script: String, _ argument: String) async throws -> [String] {
        let run = try await BoundedRun.run(path ?? "", ["-c", script, argument], seconds: 240, withErrors: true)
        return run.output.split(separator: "\n").map { String($0) }
    }
}

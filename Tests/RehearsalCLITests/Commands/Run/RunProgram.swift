import Foundation
import RehearsalTestSupport

/// A `rehearsal run` with a scenario of one endpoint, `get /here`, and a shell script as its command.
@BlockingThread
struct RunProgram {
    let program: ChildProgram
    private let folder: ScratchFolder

    nonisolated static let scenario =
        #"{ "scenario": "one", "endpoints": [{ "get": "/here", "replies": [{ "text": "yes" }] }] }"#

    /// - Parameters:
    ///   - script: the script for `/bin/sh -c`.
    ///   - options: the arguments before `--`.
    init(
        _ script: String,
        options: [String] = [],
        environment: [String: String] = [:],
        ignoringInterrupt: Bool = false,
        hasOwnGroup: Bool = false,
    ) throws {
        folder = try ScratchFolder()
        let scenario = try folder.write("one.json", Self.scenario)
        program = try ChildProgram(
            ["run", scenario] + options + ["--", "/bin/sh", "-c", script],
            environment: Self.quiet.merging(environment) { $1 },
            ignoringInterrupt: ignoringInterrupt,
            hasInput: true,
            hasOwnGroup: hasOwnGroup
        )
    }

    /// Variables that clear the settings of the CI machine that runs these tests.
    nonisolated static let quiet = ["GITHUB_ACTIONS": "", "GITHUB_STEP_SUMMARY": ""]

    /// Returns a client of the backend whose URL is the next line of output.
    func client() async throws -> RawClient {
        let url = try program.line()
        guard let port = url.split(separator: ":").last.flatMap({ Int($0) }) else {
            throw ChildProgram.Failure(description: "no URL: \(url)")
        }
        return try await RawClient(port: port)
    }

    /// Closes the input of the script and waits for the end of the program.
    func end() throws -> ChildProgram.Outcome {
        program.closeInput()
        let (status, output) = try program.end()
        return ChildProgram.Outcome(status: status, output: output, errors: program.errors)
    }
}

/// Whether a process exists and has not ended.
func isAlive(_ process: pid_t) -> Bool {
    #if os(Linux)
        let line = (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)) ?? ""
        return line.split(separator: ")").last.map { !$0.hasPrefix(" Z") } ?? false
    #else
        return kill(process, 0) == 0
    #endif
}

import Foundation
import RehearsalTestSupport

@testable import RehearsalCLI

/// A detached `rehearsal serve` and the commands that address it; `deinit` kills the process.
final class LiveServer: Sendable {
    let scratch: ScratchFolder
    let baseURL: String
    let port: Int
    let control: String
    let process: pid_t

    struct Ready: Decodable {
        let baseURL: String
        let port: Int
        let pid: Int32
        let control: String?
    }

    static let scenario = #"""
        { "scenario": "one", "summary": "a list and a turn", "endpoints": [
          { "get": "/turn", "replies": [{ "text": "first" }, { "text": "second" }] },
          { "get": "/list", "replies": [{ "hold": "list", "text": "held" }] },
        ] }
        """#

    /// Starts the server in the background and waits until it is ready.
    ///
    /// - Parameter options: the arguments before the scenario.
    static func start(
        _ options: [String] = [],
        scenario: String = LiveServer.scenario,
        in scratch: ScratchFolder? = nil,
    ) async throws -> LiveServer {
        try await runBlocking { try LiveServer(options, scenario: scenario, in: scratch) }
    }

    private init(_ options: [String], scenario: String, in scratch: ScratchFolder?) throws {
        let scratch = try scratch ?? ScratchFolder()
        self.scratch = scratch
        let file = try scratch.write("one.jsonc", scenario)
        let run = try ChildProgram.run(
            ["serve", "--detach", "--json", "--port", "0"] + options + [file],
            environment: ["TMPDIR": scratch.path]
        )
        guard run.status == 0 else { throw ChildProgram.Failure(description: "\(run.status): \(run.errors)") }
        let ready = try JSONDecoder().decode(Ready.self, from: Data(run.output.utf8))
        (baseURL, port, process, control) = (ready.baseURL, ready.port, ready.pid, ready.control ?? "")
    }

    deinit {
        // The process id belongs to the server only while its state file exists.
        if states.contains(where: { $0.process == process }) { kill(process, SIGKILL) }
    }

    var folder: StateFolder {
        var environment = Environment()
        environment.overrides = ["TMPDIR": scratch.path]
        return StateFolder(environment)
    }

    var states: [StateFile] { (try? folder.states()) ?? [] }

    /// The files in the folder of running servers.
    var files: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted() }

    func run(_ words: String..., variables: [String: String] = [:]) async throws -> CommandRun {
        try await CommandRun.run(words, variables: ["TMPDIR": scratch.path].merging(variables) { $1 })
    }

    /// Follows the journal until it ends, and requests `/turn?n=2` after the first line.
    @BlockingThread
    func follow() async throws -> (lines: [String], status: Int32, errors: String) {
        let program = try ChildProgram(["journal", "--follow"], environment: ["TMPDIR": scratch.path])
        let first = try program.line(within: 240)
        _ = try await RawClient(port: port).get("/turn?n=2")
        let second = try program.line(within: 240)
        return ([first, second], try program.end().status, program.errors)
    }

    func get(_ path: String) async throws -> RawClient.Response? {
        try await RawClient(port: port).get(path)
    }

    /// Stops the server and waits until it has ended.
    func stop() async throws {
        let run = try await run("stop", "--server", "\(port)")
        guard run.status == .success else { throw ChildProgram.Failure(description: run.errors) }
    }
}

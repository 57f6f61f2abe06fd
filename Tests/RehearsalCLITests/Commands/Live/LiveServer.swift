import Foundation
import RehearsalTestSupport

@testable import RehearsalCLI

/// A `rehearsal serve` of its own, and the commands that talk to it; nothing of it is left when this goes.
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

    /// Starts it in the background and waits until it is ready.
    ///
    /// - Parameter options: stand before the scenario.
    static func start(
        _ options: [String] = [],
        scenario: String = LiveServer.scenario,
        in scratch: ScratchFolder? = nil,
    ) async throws -> LiveServer {
        try await onThread { try LiveServer(options, scenario: scenario, in: scratch) }
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
        // Only while what it wrote of itself is there is this number its own.
        if states.contains(where: { $0.process == process }) { kill(process, SIGKILL) }
    }

    var folder: StateFolder {
        var environment = Environment()
        environment.overrides = ["TMPDIR": scratch.path]
        return StateFolder(environment)
    }

    var states: [StateFile] { (try? folder.states()) ?? [] }

    /// What is left in the folder of running servers.
    var files: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted() }

    func run(_ words: String..., variables: [String: String] = [:]) async throws -> CommandRun {
        try await CommandRun.run(words, variables: ["TMPDIR": scratch.path].merging(variables) { $1 })
    }

    /// Follows its journal until it ends; once the first line has come, asks for `/turn?n=2`.
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

    /// Asks it to end, and waits until it has.
    func stop() async throws {
        let run = try await run("stop", "--server", "\(port)")
        guard run.status == .held else { throw ChildProgram.Failure(description: run.errors) }
    }
}

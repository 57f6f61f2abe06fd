import Foundation
import Rehearsal
import RehearsalServer
import RehearsalTestSupport

@testable import RehearsalCLI

/// A control port with scripted replies, and the state file by which commands find it.
struct ScriptedControl {
    let backend: Backend
    let scratch: ScratchFolder

    static let token = "0123456789abcdef"
    static let session: JSON = [
        "name": "main", "scenario": "outage", "summary": "it fails", "baseURL": "http://127.0.0.1:8080", "port": 8080,
        "prefix": "/~main", "play": 1, "requests": 12, "unexpected": 1, "holds": ["list"], "expiresAt": nil,
    ]

    /// - Parameter isGone: whether its port, which stays reserved, refuses connections.
    init(_ endpoints: [Scenario.Endpoint], isGone: Bool = false) throws {
        let network: [Scenario.Network] = isGone ? [.init(.refusing)] : []
        backend = try Backend.start(Scenario("control", endpoints: endpoints, network: network))
        scratch = try ScratchFolder()
        try write(8080)
    }

    /// Writes the state file of a server on that port, which refers to this control port.
    func write(_ port: Int, scenario: String = "outage") throws {
        let state = StateFile(
            process: getpid(),
            port: port,
            baseURL: "http://127.0.0.1:\(port)",
            control: backend.origin,
            token: Self.token,
            scenario: scenario
        )
        try StateFolder(environment).write(state)
    }

    private var environment: Environment {
        var environment = Environment()
        environment.overrides = ["TMPDIR": scratch.path]
        return environment
    }

    func run(_ words: String..., variables: [String: String] = [:]) async throws -> CommandRun {
        try await CommandRun.run(words, variables: ["TMPDIR": scratch.path].merging(variables) { $1 })
    }

    /// The request and the body that the last command sent.
    var asked: (request: String, body: String)? {
        backend.journal.entries.last.map {
            ("\($0.method) \($0.target)", String(decoding: $0.body.kept, as: UTF8.self))
        }
    }
}

import Rehearsal
import RehearsalDocuments
import RehearsalPlatform

/// The `rehearsal play` command, which switches a running server to another scenario.
enum PlayCommand {
    static let command = Command(
        name: "play",
        summary: "switch a running server to another scenario",
        operands: "SCENARIO|HAR",
        description: """
            The new scenario answers every later request and starts from its beginning: reply sequences and state are
            reset, and held replies are sent. The port, the connections and the journal are kept, and open exchanges
            end under the old scenario, so a running app need not be restarted.

            If the scenario is not valid, its errors are printed as lint prints them, and the server keeps the old
            scenario. A server on this machine reads the file and the files that it refers to. A server that --control
            selects receives only the document, which must not refer to other files.
            """,
        options: ServerOptions.fields.map(\.option),
        examples: [
            "rehearsal play Scenarios/outage/503-503-200.jsonc": "switch to a backend that answers 503 twice",
            "rehearsal play expired-token.jsonc --session k7": "for one session of a server that several testers share",
            "REHEARSAL_TOKEN=… rehearsal play outage.jsonc --control http://127.0.0.1:4100":
                "on another machine: run serve --control-port 4100 there, and ssh -L 4100:127.0.0.1:4100 HOST here",
        ],
        exitStatuses: [
            .success: "the server plays the scenario",
            .unavailable: "no server is running, or it did not answer",
            .usage: "the scenario or the command line is not valid; the server keeps its scenario",
        ],
        run: run
    )

    private static func run(_ arguments: Arguments, _ terminal: Terminal) throws(UsageError) -> ExitStatus {
        guard let path = arguments.operands.first, arguments.operands.count == 1 else {
            throw UsageError(
                "play takes one scenario, found \(arguments.operands.count) operands",
                hint: "to combine scenarios, name one in the other: { \"extends\": [\"other.jsonc\"] }"
            )
        }
        let document = try PlayedDocument(path)
        let runner = try ServerCommandRunner(arguments, terminal)
        return runner.withServer { (server) throws(ControlError) in
            let session = try document.play(on: server, runner.options)
            return runner.show(session.json) { style in
                let statusLine = "now playing from its beginning on \(style.cyan(session.baseURL))"
                return [session.title(style), statusLine, session.advice].compactMap { $0 }.joined(separator: "\n")
            }
        }
    }
}

/// A scenario or recording that is sent to a running server.
private struct PlayedDocument: Sendable {
    /// The path as it was typed.
    private let path: String
    private let absolutePath: String

    /// - Throws: ``UsageError`` if the path is not a file.
    init(_ path: String) throws(UsageError) {
        guard let absolutePath = FileSystem.realPath(path) else {
            let hint = NearestFile.hint(for: path) ?? "to list scenarios: rehearsal scenarios"
            throw UsageError("\(path.quoted) does not exist", hint: hint)
        }
        guard FileSystem.isFile(absolutePath) else { throw UsageError("\(path.quoted) is not a file") }
        (self.path, self.absolutePath) = (path, absolutePath)
    }

    /// Switches the server to this document and returns the new state of the session.
    func play(on server: RunningServer, _ options: ServerOptions) throws(ControlError) -> SessionState {
        let request: JSON = server.isLocal ? ["file": .string(absolutePath)] : ["scenario": try document()]
        do throws(ControlError) {
            return SessionState(json: try server.client.send("POST", options.path("play"), request))
        } catch {
            throw withLocalDiagnostics(error)
        }
    }

    /// Returns the contents of the document, for a server that cannot read the file.
    private func document() throws(ControlError) -> JSON {
        guard !path.lowercased().hasSuffix(".har") else {
            throw ControlError(
                message: "a recording cannot be sent to a server on another machine",
                hint: "copy \(path.printable) to that machine and run play there",
                exitStatus: .usage
            )
        }
        do {
            let bytes = try FileSystem.read(absolutePath, limit: ScenarioFiles.sizeLimit)
            return try JSONDocument(parsing: bytes, options: [.relaxed, .allowsByteOrderMark]).root.value
        } catch {
            throw ControlError(
                message: "\(path.printable) cannot be sent: it is not valid JSON",
                hint: "see: rehearsal lint \(path.printable)",
                exitStatus: .usage
            )
        }
    }

    /// Returns the error with the path as it was typed. If this machine finds errors in the file too, its diagnostics
    /// are used, because they quote the file.
    private func withLocalDiagnostics(_ failure: ControlError) -> ControlError {
        guard !failure.diagnostics.isEmpty else { return failure }
        var failure = failure
        let loaded = DocumentLoading.load([path], ScenarioFiles.Options())
        if loaded.scenario == nil {
            failure.diagnostics = loaded.diagnostics
        } else {
            for index in failure.diagnostics.indices where failure.diagnostics[index].path == absolutePath {
                failure.diagnostics[index].path = path
            }
        }
        failure.message = "\(path.printable) cannot be played; the server keeps its scenario"
        return failure
    }
}

/// The `rehearsal reset` command, which restarts the running scenario.
enum ResetCommand {
    static let command = Command(
        name: "reset",
        summary: "restart the running scenario: sequences, state and quotas",
        operands: "",
        description: """
            The next request gets the first reply of its endpoint again, and stored data is removed. The port, the
            connections and the journal are kept, and open exchanges are not affected.
            """,
        options: ServerOptions.fields.map(\.option),
        examples: [
            "rehearsal reset": "restart before the next test",
            "rehearsal reset --session k7": "restart one session",
        ],
        exitStatuses: [
            .success: "the scenario was restarted",
            .unavailable: "no server is running, or it did not answer",
            .usage: "the command line is not valid, or the session does not exist",
        ],
        run: run
    )

    private static func run(_ arguments: Arguments, _ terminal: Terminal) throws(UsageError) -> ExitStatus {
        try arguments.rejectOperands(of: "reset")
        let runner = try ServerCommandRunner(arguments, terminal)
        return runner.withServer { (server) throws(ControlError) in
            let answer = try server.client.send("POST", runner.options.path("reset"))
            return runner.show(answer) { style in
                let session = SessionState(json: answer)
                return "\(style.bold(session.scenario)) restarted on \(style.cyan(session.baseURL))"
            }
        }
    }
}

import Rehearsal
import RehearsalDocuments
import RehearsalPlatform

/// `rehearsal play`.
enum PlayCommand {
    static let command = Command(
        name: "play",
        summary: "has a running server play another scenario, on the same port",
        operands: "SCENARIO|HAR",
        discussion: """
            From now on every request is answered as this scenario says, from its beginning: sequences and state are
            new, replies that were held go. Port, connections and journal stay, and exchanges that are open end as they
            would have, so that an app that is being looked at need not be started again.

            A scenario that is wrong is told as lint tells it, and what was played goes on. A server on this machine
            reads the file itself, and whatever it refers to; one that is named by --control is sent the document,
            which then has to stand for itself.
            """,
        options: LiveOptions.fields.map(\.option),
        examples: [
            "rehearsal play Scenarios/outage/503-503-200.jsonc": "the second act: the backend fails",
            "rehearsal play expired-token.jsonc --session k7": "for one of many testers on one server",
            "REHEARSAL_TOKEN=… rehearsal play outage.jsonc --control http://127.0.0.1:4100":
                "on another machine, through ssh -L 4100:127.0.0.1:4100 HOST (serve --control-port 4100)",
        ],
        exits: [
            .held: "it plays",
            .couldNot: "no server runs, or it does not answer",
            .usage: "the scenario or the command line is wrong; what was played goes on",
        ],
        run: run
    )

    private static func run(_ arguments: Arguments, _ terminal: Terminal) throws(UsageError) -> ExitStatus {
        guard let path = arguments.operands.first, arguments.operands.count == 1 else {
            throw UsageError(
                "play takes one scenario, found \(arguments.operands.count)",
                hint: "one that lies over another says so: { \"extends\": [\"other.jsonc\"] }"
            )
        }
        let document = try PlayedDocument(path)
        let conversation = try Conversation(arguments, terminal)
        return conversation.with { (server) throws(ControlFailure) in
            let session = try document.play(on: server, conversation.options)
            return conversation.show(session.json) { style in
                let place = "plays on \(style.cyan(session.baseURL)) from its beginning"
                return [session.title(style), place, session.advice].compactMap { $0 }.joined(separator: "\n")
            }
        }
    }
}

/// A scenario or recording that a running server is to play.
private struct PlayedDocument: Sendable {
    /// As it was typed.
    private let path: String
    private let absolutePath: String

    /// - Throws: what is wrong with the path.
    init(_ path: String) throws(UsageError) {
        guard let absolutePath = FileSystem.realPath(path) else {
            throw UsageError("there is no file \(path.quoted)", hint: "rehearsal scenarios lists what there is to play")
        }
        guard FileSystem.isFile(absolutePath) else { throw UsageError("\(path.quoted) is no file") }
        (self.path, self.absolutePath) = (path, absolutePath)
    }

    /// Has it played, and returns what the session has become.
    func play(on server: RunningServer, _ options: LiveOptions) throws(ControlFailure) -> SessionState {
        let order: JSON = server.isHere ? ["file": .string(absolutePath)] : ["scenario": try document()]
        do throws(ControlFailure) {
            return SessionState(json: try server.client.send("POST", options.path("play"), order))
        } catch {
            throw told(error)
        }
    }

    /// The document itself, for a server that cannot read the file.
    private func document() throws(ControlFailure) -> JSON {
        guard !path.lowercased().hasSuffix(".har") else {
            throw ControlFailure(
                message: "a recording is played from a file on the machine of the server",
                hint: "copy \(path.printable) there, and run play there",
                status: .usage
            )
        }
        do {
            let bytes = try FileSystem.read(absolutePath, limit: ScenarioFiles.sizeLimit)
            return try JSONDocument(parsing: bytes, options: [.relaxed, .allowsByteOrderMark]).root.value
        } catch {
            throw ControlFailure(
                message: "\(path.printable) cannot be sent: it is no document",
                hint: "see: rehearsal lint \(path.printable)",
                status: .usage
            )
        }
    }

    /// The same with the file named as it was typed, and with the lines that are meant, where this machine has them.
    private func told(_ failure: ControlFailure) -> ControlFailure {
        guard !failure.diagnostics.isEmpty else { return failure }
        var failure = failure
        let here = Documents.load([path], ScenarioFiles.Options())
        if here.scenario == nil {
            failure.diagnostics = here.diagnostics
        } else {
            for index in failure.diagnostics.indices where failure.diagnostics[index].path == absolutePath {
                failure.diagnostics[index].path = path
            }
        }
        failure.message = "\(path.printable) cannot be played; what was played before goes on"
        return failure
    }
}

/// `rehearsal reset`.
enum ResetCommand {
    static let command = Command(
        name: "reset",
        summary: "begins a running scenario anew: sequences, state and quotas",
        operands: "",
        discussion: """
            The next request gets the first reply of its endpoint again, and nothing that was stored is left. Port,
            connections and journal stay, and exchanges that are open end as they would have.
            """,
        options: LiveOptions.fields.map(\.option),
        examples: [
            "rehearsal reset": "the same story once more",
            "rehearsal reset --session k7": "in a session of its own",
        ],
        exits: [
            .held: "it plays from its beginning",
            .couldNot: "no server runs, or it does not answer",
            .usage: "the command line is wrong, or there is no such session",
        ],
        run: run
    )

    private static func run(_ arguments: Arguments, _ terminal: Terminal) throws(UsageError) -> ExitStatus {
        try arguments.refuseOperands(of: "reset")
        let conversation = try Conversation(arguments, terminal)
        return conversation.with { (server) throws(ControlFailure) in
            let answer = try server.client.send("POST", conversation.options.path("reset"))
            return conversation.show(answer) { style in
                let session = SessionState(json: answer)
                return "\(style.bold(session.scenario)) begins anew on \(style.cyan(session.baseURL))"
            }
        }
    }
}

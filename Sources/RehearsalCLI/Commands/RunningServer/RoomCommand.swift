import Rehearsal
import RehearsalPlatform

/// The `rehearsal room` command, which prints the URL of the control room of a running server.
enum RoomCommand {
    static let command = Command(
        name: "room",
        summary: "print the URL of the control room, a page that shows and controls a running server",
        operands: "",
        description: """
            The control room is a page for a browser on this machine. It shows the exchanges as they happen, explains
            requests that no endpoint matches, and controls the server: it plays scenarios, switches overlays, releases
            held replies and makes the next reply fail.

            The URL contains the token of the server after #. A browser does not send that part to any server. Anyone
            who has the URL and an account on this machine can control the server.
            """,
        options: [Option(flag: "open", "open the page in the default browser")] + ServerOptions.fields.map(\.option),
        examples: [
            "rehearsal room --open": "open the control room in the browser",
            "rehearsal room --server 8080 --session k7": "the URL for a session of one of several servers",
            "rehearsal room --json | jq -r .url": "the URL, for a script",
        ],
        exitStatuses: [
            .success: "the URL was printed",
            .unavailable: "no server is running, it did not answer, or no browser can be opened",
            .usage: "the command line is not valid",
        ],
        run: run
    )

    private static func run(_ arguments: Arguments, _ terminal: Terminal) throws(UsageError) -> ExitStatus {
        try arguments.rejectOperands(of: "room")
        let runner = try ServerCommandRunner(arguments, terminal)
        let opensBrowser = arguments.has("open")
        return runner.withServer { (server) throws(ControlError) in
            // The request checks that the server runs and has the session.
            let session = try server.client.send("GET", runner.options.path())
            let origin = "http://\(server.client.address.authority)"
            let url = ControlRoom.url(origin, token: server.client.token, session: runner.options.session)
            if opensBrowser { try open(url) }
            let answer: JSON = [
                "url": .string(url), "session": .string(runner.options.session),
                "baseURL": .string(SessionState(json: session).baseURL),
            ]
            return runner.show(answer) { _ in url }
        }
    }

    private static func open(_ url: String) throws(ControlError) {
        #if canImport(Darwin)
            let program = "open"
        #else
            let program = "xdg-open"
        #endif
        let ended: Termination
        do throws(ChildProcess.StartError) {
            ended = try ChildProcess([program, url]).reap()
        } catch {
            throw ControlError(message: "\(error)", hint: "open this URL in a browser: \(url)")
        }
        guard case .exited(0) = ended else {
            throw ControlError(
                message: "\(program) cannot open a browser: it \(ended)",
                hint: "open this URL in a browser: \(url)"
            )
        }
    }
}

/// The address of the control room.
enum ControlRoom {
    /// Returns the URL of the page. The token is in the fragment, which a browser does not send.
    ///
    /// - Parameter origin: the URL of the control port.
    static func url(_ origin: String, token: String, session: String = "main") -> String {
        let value = String(decoding: PercentEncoding.escaped(token.utf8), as: UTF8.self)
        return "\(origin)/#token=\(value)" + (session == "main" ? "" : "&session=\(session)")
    }
}

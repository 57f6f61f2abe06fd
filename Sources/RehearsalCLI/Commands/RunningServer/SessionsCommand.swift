import Rehearsal

/// The `rehearsal sessions` command, which lists running servers and their sessions.
enum SessionsCommand {
    static let command = Command(
        name: "sessions",
        summary: "list the running servers and the scenarios they play",
        operands: "",
        description: """
            Prints each server that you have started on this machine with its port, and each of its sessions with its
            scenario, its base URL and its number of requests. Commands find a server through its state file,
            $TMPDIR/rehearsal-UID/PORT.json, where UID is the numeric user ID. Only the owner of the server can read
            that file.
            """,
        options: [server, ServerOptions.control, json].map(\.option),
        examples: [
            "rehearsal sessions": "all servers and sessions",
            "rehearsal sessions --json | jq -r '.[].baseURL'": "the base URL of each session, for a script",
        ],
        exitStatuses: [
            .success: "the list was printed; it may be empty",
            .unavailable: "a server did not answer",
            .usage: "the command line is not valid",
        ],
        run: run
    )

    private static let server = ServerOptions.port.help("the port of the only server to list", standard: "all servers")
    private static let json = ServerOptions.json.help("print a JSON array of sessions, each with its server")

    private static func run(_ arguments: Arguments, _ terminal: Terminal) throws(UsageError) -> ExitStatus {
        try arguments.rejectOperands(of: "sessions")
        let runner = try ServerCommandRunner(arguments, terminal)
        return runner.reportingErrors { () throws(ControlError) in
            let listing = try SessionListing(RunningServer.findAll(runner.options, terminal))
            return runner.show(listing.json, listing.text)
        }
    }
}

/// The sessions of running servers, as text and as JSON.
private struct SessionListing: Sendable {
    private let servers: [(server: RunningServer, sessions: [SessionState])]

    /// Requests the sessions of each server. Skips a server that has stopped in the meantime.
    init(_ servers: [RunningServer]) throws(ControlError) {
        var listings: [(server: RunningServer, sessions: [SessionState])] = []
        for server in servers {
            do throws(ControlError) {
                let answer = try server.client.send("GET", "/v1/sessions")
                listings.append((server, (answer["sessions"]?.elements ?? []).map { SessionState(json: $0) }))
            } catch {
                guard error.isConnectionLost, server.isLocal else { throw error }
            }
        }
        self.servers = listings
    }

    func text(_ style: TerminalStyle) -> String {
        guard !servers.isEmpty else { return "no server is running; start one with: rehearsal serve" }
        return servers.map { section($0.server, $0.sessions, style) }.joined(separator: "\n\n")
    }

    private func section(_ server: RunningServer, _ sessions: [SessionState], _ style: TerminalStyle) -> String {
        let name = server.state.map { "server on port \($0.port), process \($0.process)" }
        let names = sessions.map(\.name.count).max() ?? 0
        let lines = sessions.map { session in
            let holds = session.holds.isEmpty ? "" : style.dim("  holds \(session.holds.joined(separator: ", "))")
            return "  \(session.name.padded(to: names))  \(style.cyan(session.baseURL))  \(session.scenario)  "
                + style.dim(session.counts) + holds
        }
        return ([name ?? "server at \(server.client.address.authority)"] + lines).joined(separator: "\n")
    }

    var json: JSON {
        .array(
            servers.flatMap { server, sessions in
                sessions.map { session in
                    guard case .object(let members) = session.json, let state = server.state else {
                        return session.json
                    }
                    let serverMembers: [JSON.Member] = [
                        JSON.Member("server", JSON(integerLiteral: state.port)),
                        JSON.Member("pid", JSON(integerLiteral: Int(state.process))),
                    ]
                    return .object(serverMembers + members)
                }
            }
        )
    }
}

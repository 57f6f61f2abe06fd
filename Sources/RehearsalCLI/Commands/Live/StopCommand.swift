import Rehearsal

/// `rehearsal stop`.
enum StopCommand {
    static let command = Command(
        name: "stop",
        summary: "ends a running server, and returns when it has ended",
        operands: "",
        discussion: """
            The server ends as Ctrl-C or SIGTERM would end it: open exchanges are on record as stopped, and what it
            writes is written. All of its sessions end with it.
            """,
        options: LiveOptions.server.map(\.option),
        examples: [
            "rehearsal stop": "the one that runs",
            "rehearsal stop --server 8080": "one of several",
        ],
        exits: [
            .held: "it has ended",
            .couldNot: "no server runs, or it did not end in time",
            .usage: "the command line is wrong",
        ],
        run: run
    )

    private static func run(_ arguments: Arguments, _ terminal: Terminal) throws(UsageError) -> ExitStatus {
        try arguments.refuseOperands(of: "stop")
        return try Conversation(arguments, terminal).with { (server) throws(ControlFailure) in
            do throws(ControlFailure) {
                _ = try server.client.send("POST", "/v1/stop")
            } catch {
                // It may end faster than it answers.
                guard error.isCut else { throw error }
            }
            guard let state = server.state else {
                terminal.write("the server at \(server.client.address.authority) is ending")
                return .held
            }
            let end = ServerEnd(of: state, in: StateFolder(terminal.environment))
            guard end.wait(atMost: .seconds(15)) else {
                throw ControlFailure(
                    message: "the server on port \(state.port) was asked to end, and has not ended in 15 s",
                    hint: "end it with: kill \(state.process)"
                )
            }
            terminal.write("the server on port \(state.port) has ended")
            return .held
        }
    }
}

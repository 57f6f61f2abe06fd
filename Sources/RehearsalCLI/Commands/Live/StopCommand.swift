import Rehearsal

/// The `rehearsal stop` command, which stops a running server and waits for its exit.
enum StopCommand {
    static let command = Command(
        name: "stop",
        summary: "stop a running server",
        operands: "",
        discussion: """
            Stops the server as Ctrl-C or SIGTERM does and waits until it has exited: open exchanges are journaled as
            stopped, and output files are completed. All sessions of the server end.
            """,
        options: LiveOptions.server.map(\.option),
        examples: [
            "rehearsal stop": "stop the only running server",
            "rehearsal stop --server 8080": "stop one of several",
        ],
        exits: [
            .held: "the server has stopped",
            .couldNot: "no server is running, or it did not stop within 15 s",
            .usage: "the command line is not valid",
        ],
        run: run
    )

    private static func run(_ arguments: Arguments, _ terminal: Terminal) throws(UsageError) -> ExitStatus {
        try arguments.refuseOperands(of: "stop")
        return try Conversation(arguments, terminal).with { (server) throws(ControlFailure) in
            do throws(ControlFailure) {
                _ = try server.client.send("POST", "/v1/stop")
            } catch {
                // The server may close the connection before its reply is complete.
                guard error.isCut else { throw error }
            }
            guard let state = server.state else {
                terminal.write("the server at \(server.client.address.authority) is stopping")
                return .held
            }
            let end = ServerEnd(of: state, in: StateFolder(terminal.environment))
            guard end.wait(atMost: .seconds(15)) else {
                throw ControlFailure(
                    message: "the server on port \(state.port) did not stop within 15 s",
                    hint: "to end it: kill \(state.process)"
                )
            }
            terminal.write("the server on port \(state.port) has stopped")
            return .held
        }
    }
}

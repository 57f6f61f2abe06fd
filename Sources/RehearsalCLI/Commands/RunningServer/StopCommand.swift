import Rehearsal

/// The `rehearsal stop` command, which stops a running server and waits for its exit.
enum StopCommand {
    static let command = Command(
        name: "stop",
        summary: "stop a running server",
        operands: "",
        description: """
            Stops the server as Ctrl-C or SIGTERM does and waits until it has exited: open exchanges are recorded in the
            journal as stopped, and output files are completed. All sessions of the server end.
            """,
        options: ServerOptions.server.map(\.option),
        examples: [
            "rehearsal stop": "stop the only running server",
            "rehearsal stop --server 8080": "stop one of several",
        ],
        exitStatuses: [
            .success: "the server has stopped",
            .unavailable: "no server is running, or it did not stop within 15 s",
            .usage: "the command line is not valid",
        ],
        run: run
    )

    private static func run(_ arguments: Arguments, _ terminal: Terminal) throws(UsageError) -> ExitStatus {
        try arguments.rejectOperands(of: "stop")
        return try ServerCommandRunner(arguments, terminal).withServer { (server) throws(ControlError) in
            do throws(ControlError) {
                _ = try server.client.send("POST", "/v1/stop")
            } catch {
                // The server may close the connection before its reply is complete.
                guard error.isTruncated else { throw error }
            }
            guard let state = server.state else {
                terminal.write("the server at \(server.client.address.authority) is stopping")
                return .success
            }
            let waiter = ServerExitWaiter(of: state, in: StateFolder(terminal.environment))
            guard waiter.wait(atMost: .seconds(15)) else {
                throw ControlError(
                    message: "the server on port \(state.port) did not stop within 15 s",
                    hint: "to end it: kill \(state.process)"
                )
            }
            terminal.write("the server on port \(state.port) has stopped")
            return .success
        }
    }
}

import Rehearsal

extension Command {
    static let stop = Command(
        name: "stop",
        summary: "ends a running server, and returns when it has ended",
        operands: "",
        discussion: [
            """
            The server ends as Ctrl-C or SIGTERM would end it: open exchanges are on record as stopped, and what it \
            writes is written. All of its sessions end with it.
            """
        ],
        options: LiveOptions.server,
        examples: [
            Example(line: "rehearsal stop", purpose: "the one that runs"),
            Example(line: "rehearsal stop --server 8080", purpose: "one of several"),
        ],
        exits: [
            (.held, "it has ended"),
            (.couldNot, "no server runs, or it did not end in time"),
            (.usage, "the command line is wrong"),
        ],
        run: { arguments, terminal throws(UsageError) in
            try arguments.refuseOperands(of: "stop")
            let conversation = try Conversation(arguments, terminal)
            return conversation.with { (server) throws(ControlFailure) in
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
    )
}

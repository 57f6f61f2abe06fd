import Rehearsal

/// The `rehearsal release` and `rehearsal hold` commands, which release a named hold or set it again.
enum HoldCommand {
    static let release = Command(
        name: "release",
        summary: "send the replies that a running scenario holds",
        operands: "NAME",
        description: """
            A reply with "hold": "NAME" waits until it is released. This command sends all replies that wait for that
            name. Replies to later requests are sent at once, until rehearsal hold NAME.

            The command may run before the request arrives, so a script need not wait for the request.
            """,
        options: ServerOptions.fields.map(\.option),
        examples: [
            "rehearsal release list": "send the held list, after a test has seen the spinner",
            "rehearsal release list --server 8080": "the same, if more than one server runs",
        ],
        exitStatuses: [
            .success: "the replies are released",
            .unavailable: "no server is running, or it did not answer",
            .usage: "the command line is not valid, or no hold has that name",
        ],
        run: { arguments, terminal throws(UsageError) in try run("release", outcome: "released", arguments, terminal) }
    )

    static let hold = Command(
        name: "hold",
        summary: "hold replies again after a release",
        operands: "NAME",
        description: """
            Replies with "hold": "NAME" to later requests wait again for rehearsal release NAME. Replies that were
            sent already are not affected.
            """,
        options: ServerOptions.fields.map(\.option),
        examples: [
            "rehearsal hold list": "hold the next list, so that the app shows its spinner again",
            "rehearsal hold list --session k7": "the same in the session k7",
        ],
        exitStatuses: [
            .success: "replies to later requests are held",
            .unavailable: "no server is running, or it did not answer",
            .usage: "the command line is not valid, or no hold has that name",
        ],
        run: { arguments, terminal throws(UsageError) in
            try run("hold", outcome: "held again", arguments, terminal)
        }
    )

    private static func run(
        _ verb: String,
        outcome: String,
        _ arguments: Arguments,
        _ terminal: Terminal,
    ) throws(UsageError) -> ExitStatus {
        let name = try arguments.singleOperand(of: verb, hint: "to list the holds: rehearsal sessions")
        let runner = try ServerCommandRunner(arguments, terminal)
        return runner.withServer { (server) throws(ControlError) in
            let answer = try server.client.send("POST", runner.options.path(verb), ["hold": .string(name)])
            return runner.show(answer) { _ in
                "\(name.quoted) is \(outcome), on \(SessionState(json: answer).baseURL)"
            }
        }
    }
}

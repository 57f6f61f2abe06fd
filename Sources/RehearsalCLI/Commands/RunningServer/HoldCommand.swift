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

            The release may come before the request, so a script needs no pause between the two.
            """,
        options: ServerOptions.fields.map(\.option),
        examples: [
            "rehearsal release list": "send the list after the spinner was seen",
            "rehearsal release list --server 8080": "when more than one server runs",
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
        summary: "hold released replies again",
        operands: "NAME",
        description: """
            Replies with "hold": "NAME" to later requests wait again for rehearsal release NAME. Replies that were
            sent already are not affected.
            """,
        options: ServerOptions.fields.map(\.option),
        examples: [
            "rehearsal hold list": "the next refresh shows its spinner again",
            "rehearsal hold list --session k7": "in the session k7",
        ],
        exitStatuses: [
            .success: "replies to later requests are held",
            .unavailable: "no server is running, or it did not answer",
            .usage: "the command line is not valid, or no hold has that name",
        ],
        run: { arguments, terminal throws(UsageError) in
            try run("hold", outcome: "held from now on", arguments, terminal)
        }
    )

    private static func run(
        _ verb: String,
        outcome: String,
        _ arguments: Arguments,
        _ terminal: Terminal,
    ) throws(UsageError) -> ExitStatus {
        let name = try arguments.singleOperand(of: verb, hint: "to list the holds: rehearsal sessions")
        let conversation = try ServerCommandRunner(arguments, terminal)
        return conversation.withServer { (server) throws(ControlError) in
            let answer = try server.client.send("POST", conversation.options.path(verb), ["hold": .string(name)])
            return conversation.show(answer) { _ in
                "\(name.quoted) is \(outcome), on \(SessionState(json: answer).baseURL)"
            }
        }
    }
}

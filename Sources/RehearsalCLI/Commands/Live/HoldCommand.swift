import Rehearsal

/// `rehearsal release` and `rehearsal hold`: sends the replies that are held by a name, or holds them again.
enum HoldCommand {
    static let release = Command(
        name: "release",
        summary: "lets replies go that a running scenario holds by a name",
        operands: "NAME",
        discussion: """
            A reply with "hold": "NAME" waits. This sends all that wait by that name, and those that are asked for
            later go at once, until hold is said again.

            Released before the request has come is as good as after, so that a script needs no pause in between.
            """,
        options: LiveOptions.fields.map(\.option),
        examples: [
            "rehearsal release list": "the spinner was seen; let the list come",
            "rehearsal release list --server 8080": "where more than one server runs",
        ],
        exits: [
            .held: "they are released",
            .couldNot: "no server runs, or it does not answer",
            .usage: "the command line is wrong, or there is nothing of that name",
        ],
        run: { arguments, terminal throws(UsageError) in try run("release", outcome: "released", arguments, terminal) }
    )

    static let hold = Command(
        name: "hold",
        summary: "holds replies by a name again that were released",
        operands: "NAME",
        discussion: """
            Replies with "hold": "NAME" that are asked for from now on wait again for rehearsal release NAME. Those
            that have gone are gone.
            """,
        options: LiveOptions.fields.map(\.option),
        examples: [
            "rehearsal hold list": "the next refresh shows its spinner again",
            "rehearsal hold list --session k7": "in a session of its own",
        ],
        exits: [
            .held: "they are held",
            .couldNot: "no server runs, or it does not answer",
            .usage: "the command line is wrong, or there is nothing of that name",
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
        let name = try arguments.onlyName(of: verb, hint: "rehearsal sessions shows what is held")
        let conversation = try Conversation(arguments, terminal)
        return conversation.with { (server) throws(ControlFailure) in
            let answer = try server.client.send("POST", conversation.options.path(verb), ["hold": .string(name)])
            return conversation.show(answer) { _ in
                "\(name.quoted) is \(outcome), on \(SessionState(json: answer).baseURL)"
            }
        }
    }
}

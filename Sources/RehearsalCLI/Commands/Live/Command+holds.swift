import Rehearsal
import RehearsalDocuments

extension Command {
    static let release = Command(
        name: "release",
        summary: "lets replies go that a running scenario holds by a name",
        operands: "NAME",
        discussion: [
            """
            A reply with "hold": "NAME" waits. This sends all that wait by that name, and those that are asked for \
            later go at once, until hold is said again.
            """,
            "Released before the request has come is as good as after, so that a script needs no pause in between.",
        ],
        options: LiveOptions.server + [LiveOptions.session, LiveOptions.json],
        examples: [
            Example(line: "rehearsal release list", purpose: "the spinner was seen; let the list come"),
            Example(line: "rehearsal release list --server 8080", purpose: "where more than one server runs"),
        ],
        exits: [(.held, "they are released")] + liveExits,
        run: { arguments, terminal throws(UsageError) in
            try changeHold("release", "released", arguments, terminal)
        }
    )

    static let hold = Command(
        name: "hold",
        summary: "holds replies by a name again that were released",
        operands: "NAME",
        discussion: [
            """
            Replies with "hold": "NAME" that are asked for from now on wait again for rehearsal release NAME. Those \
            that have gone are gone.
            """
        ],
        options: LiveOptions.server + [LiveOptions.session, LiveOptions.json],
        examples: [
            Example(line: "rehearsal hold list", purpose: "the next refresh shows its spinner again"),
            Example(line: "rehearsal hold list --session k7", purpose: "in a session of its own"),
        ],
        exits: [(.held, "they are held")] + liveExits,
        run: { arguments, terminal throws(UsageError) in
            try changeHold("hold", "held from now on", arguments, terminal)
        }
    )

    /// What statuses beside success mean where a running server is asked to change something.
    static let liveExits: [(ExitStatus, String)] = [
        (.couldNot, "no server runs, or it does not answer"),
        (.usage, "the command line is wrong, or there is nothing of that name"),
    ]

    private static func changeHold(
        _ verb: String,
        _ outcome: String,
        _ arguments: Arguments,
        _ terminal: Terminal,
    ) throws(UsageError) -> ExitStatus {
        let name = try arguments.onlyName(of: verb, hint: "rehearsal sessions shows what is held")
        let conversation = try Conversation(arguments, terminal)
        return conversation.with { (server) throws(ControlFailure) in
            let path = conversation.options.path(verb)
            let answer = try server.client.send("POST", path, ["hold": .string(name)])
            if conversation.options.isJSON {
                conversation.write(answer)
            } else {
                terminal.write("\(name.quoted) is \(outcome), on \(SessionState(json: answer).baseURL)")
            }
            return .held
        }
    }
}

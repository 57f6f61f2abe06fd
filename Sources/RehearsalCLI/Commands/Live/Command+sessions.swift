import Rehearsal

extension Command {
    static let sessions = Command(
        name: "sessions",
        summary: "lists the servers that run on this machine, and what each of them plays",
        operands: "",
        discussion: [
            """
            Each server with its port, and each of its sessions: what it plays, where, and how many requests it has \
            seen. A server writes a small file that only its owner can read ($TMPDIR/rehearsal-UID/PORT.json, with the \
            number of the user for UID); that is how this and the other commands find it.
            """
        ],
        options: LiveOptions.server + [Option(flag: "json", "prints an array of sessions, each with its server")],
        examples: [
            Example(line: "rehearsal sessions", purpose: "what runs"),
            Example(
                line: "rehearsal sessions --json | jq -r '.[].baseURL'",
                purpose: "where their backends are, for a script"
            ),
        ],
        exits: [
            (.held, "the list is printed; it may be empty"),
            (.couldNot, "a server could not be asked"),
            (.usage, "the command line is wrong"),
        ],
        run: { arguments, terminal throws(UsageError) in
            try arguments.refuseOperands(of: "sessions")
            let conversation = try Conversation(arguments, terminal)
            return conversation.attempt { () throws(ControlFailure) in
                let listing = try SessionListing(RunningServer.findAll(conversation.options, terminal))
                if conversation.options.isJSON {
                    conversation.write(listing.json)
                } else {
                    terminal.write(listing.text(terminal.style(for: terminal.output)))
                }
                return .held
            }
        }
    )
}

import Rehearsal

extension Command {
    static let reset = Command(
        name: "reset",
        summary: "begins a running scenario anew: sequences, state and quotas",
        operands: "",
        discussion: [
            """
            The next request gets the first reply of its endpoint again, and nothing that was stored is left. Port, \
            connections and journal stay, and exchanges that are open end as they would have.
            """
        ],
        options: LiveOptions.server + [LiveOptions.session, LiveOptions.json],
        examples: [
            Example(line: "rehearsal reset", purpose: "the same story once more"),
            Example(line: "rehearsal reset --session k7", purpose: "in a session of its own"),
        ],
        exits: [
            (.held, "it plays from its beginning"),
            (.couldNot, "no server runs, or it does not answer"),
            (.usage, "the command line is wrong, or there is no such session"),
        ],
        run: { arguments, terminal throws(UsageError) in
            try arguments.refuseOperands(of: "reset")
            let conversation = try Conversation(arguments, terminal)
            return conversation.with { (server) throws(ControlFailure) in
                let answer = try server.client.send("POST", conversation.options.path("reset"))
                if conversation.options.isJSON {
                    conversation.write(answer)
                } else {
                    let session = SessionState(json: answer)
                    let style = terminal.style(for: terminal.output)
                    terminal.write("\(style.bold(session.scenario)) begins anew on \(style.cyan(session.baseURL))")
                }
                return .held
            }
        }
    )
}

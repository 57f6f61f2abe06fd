import Rehearsal

extension Command {
    static let journal = Command(
        name: "journal",
        summary: "shows what has arrived at a running server, and what became of it",
        operands: "",
        discussion: [
            """
            One line an exchange, as serve shows them on a terminal: when, what was asked, what was answered, by which \
            endpoint, and what was not as usual. A request that nothing answers comes with an endpoint that would.
            """,
            """
            With --follow it goes on, with each exchange as it ends, until the server ends or Ctrl-C. With --json the \
            lines are those of serve --journal. Secrets are taken out of both.
            """,
        ],
        options: [Option(flag: "follow", "goes on with what arrives from now on")] + LiveOptions.server
            + [LiveOptions.session, Option(flag: "json", "prints each exchange as a line of JSON")],
        examples: [
            Example(line: "rehearsal journal", purpose: "what the app has done so far"),
            Example(line: "rehearsal journal --follow", purpose: "what it does, as it does it"),
            Example(
                line: "rehearsal journal --json | jq -r 'select(.decision == \"unmatched\") | .target'",
                purpose: "what the scenario does not know"
            ),
        ],
        exits: [
            (.held, "the journal has been shown; with --follow, the server has ended"),
            (.couldNot, "no server runs, or it does not answer"),
            (.usage, "the command line is wrong, or there is no such session"),
        ],
        run: { arguments, terminal throws(UsageError) in
            try arguments.refuseOperands(of: "journal")
            let conversation = try Conversation(arguments, terminal)
            return conversation.with { (server) throws(ControlFailure) in
                let path = conversation.options.path("journal") + (arguments.has("follow") ? "?follow=true" : "")
                let isRaw = conversation.options.isJSON
                var page = JournalPage(isHere: server.isHere, style: terminal.style(for: terminal.output))
                do throws(ControlFailure) {
                    try server.client.stream(path) { line in
                        // A reader that has gone, as head(1) goes, wants no more.
                        terminal.output.write(isRaw ? line + [0x0A] : Array(page.text(line).utf8))
                    }
                } catch {
                    guard error.isCut, arguments.has("follow") else { throw error }
                    terminal.writeError("the server has ended")
                }
                return .held
            }
        }
    )
}

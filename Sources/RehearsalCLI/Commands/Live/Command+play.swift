import Rehearsal

extension Command {
    static let play = Command(
        name: "play",
        summary: "has a running server play another scenario, on the same port",
        operands: "SCENARIO|HAR",
        discussion: [
            """
            From now on every request is answered as this scenario says, from its beginning: sequences and state are \
            new, replies that were held go. Port, connections and journal stay, and exchanges that are open end as \
            they would have, so that an app that is being looked at need not be started again.
            """,
            """
            A scenario that is wrong is told as lint tells it, and what was played goes on. A server on this machine \
            reads the file itself, and whatever it refers to; one that is named by --control is sent the document, \
            which then has to stand for itself.
            """,
        ],
        options: LiveOptions.server + [LiveOptions.session, LiveOptions.json],
        examples: [
            Example(
                line: "rehearsal play Scenarios/outage/503-503-200.jsonc",
                purpose: "the second act: the backend fails"
            ),
            Example(
                line: "rehearsal play expired-token.jsonc --session k7",
                purpose: "for one of many testers on one server"
            ),
            Example(
                line: "REHEARSAL_TOKEN=… rehearsal play outage.jsonc --control http://127.0.0.1:4100",
                purpose: "on another machine, through ssh -L 4100:127.0.0.1:4100 HOST (serve --control-port 4100)"
            ),
        ],
        exits: [
            (.held, "it plays"),
            (.couldNot, "no server runs, or it does not answer"),
            (.usage, "the scenario or the command line is wrong; what was played goes on"),
        ],
        run: { arguments, terminal throws(UsageError) in
            guard let path = arguments.operands.first, arguments.operands.count == 1 else {
                throw UsageError(
                    "play takes one scenario, found \(arguments.operands.count)",
                    hint: "one that lies over another says so: { \"extends\": [\"other.jsonc\"] }"
                )
            }
            let document = try PlayedDocument(path)
            let conversation = try Conversation(arguments, terminal)
            return conversation.with { (server) throws(ControlFailure) in
                let session = try document.play(on: server, conversation.options)
                if conversation.options.isJSON {
                    conversation.write(session.json)
                } else {
                    terminal.write(shown(session, terminal.style(for: terminal.output)))
                }
                return .held
            }
        }
    )

    private static func shown(_ session: SessionState, _ style: Style) -> String {
        let place = "plays on \(style.cyan(session.baseURL)) from its beginning"
        return [session.title(style), place, session.advice].compactMap { $0 }.joined(separator: "\n")
    }
}

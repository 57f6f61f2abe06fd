extension Command {
    static let explain = Command(
        name: "explain",
        summary: "says which endpoint answers a request, and why the others do not",
        operands: "SCENARIO|HAR… 'METHOD /path?query'",
        discussion: [
            """
            Reads the documents as serve does, and asks them for one request without opening a port: who answers, from \
            which line, with which reply first, what lies over it, and for every other endpoint what differs. The last \
            operand is the request; without a method it is a GET, or a POST if there is a body.
            """,
            """
            The request is the first one that the scenario sees. --state puts it at a later moment, and --reused on a \
            connection that has carried another request.
            """,
            """
            A body is application/json if it begins like JSON and application/x-www-form-urlencoded otherwise, unless a \
            header says what it is.
            """,
        ],
        options: [
            Option("header", "LINE", "a header of the request, 'Name: value'; may be repeated").repeatable("H"),
            Option("data", "TEXT|@FILE", "the body of the request, or the file that holds it").short("d"),
            Option("state", "NAME|NAME=VALUE", "the state, or a variable, at that moment; may be repeated")
                .repeatable(),
            Option(flag: "reused", "the connection has carried a request before"),
            Option(flag: "all", "shows every other endpoint, not only the nearest \(ExplanationPage.most)"),
            Option(flag: "json", "prints one object of JSON"),
            Option("root", "DIR", "the folder that files named by a scenario must be in", standard: "found"),
        ],
        examples: [
            Example(
                line: "rehearsal explain Scenarios/demo.jsonc 'GET /api/v1/reservations'",
                purpose: "who answers this, and why"
            ),
            Example(
                line: "rehearsal explain shop.jsonc /cart -H 'Authorization: Bearer abc' --state signed-in",
                purpose: "the same with a header, in the state \"signed-in\""
            ),
            Example(
                line: #"rehearsal explain shop.jsonc 'POST /orders' -d '{"id": 1}' --json | jq .answer"#,
                purpose: "for a script"
            ),
        ],
        exits: [
            (.held, "an endpoint answers"),
            (.failed, "nothing answers: the client would get 501"),
            (.usage, "the command line or a document is wrong"),
        ],
        run: { arguments, terminal throws(UsageError) in
            try Explaining(options: try ExplainOptions(arguments), terminal: terminal).run()
        }
    )
}

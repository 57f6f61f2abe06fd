import RehearsalDocuments

extension Command {
    static let new = Command(
        name: "new",
        summary: "writes a scenario to begin with, with comments that say what else there is",
        operands: "NAME|PATH",
        discussion: [
            """
            A name becomes Scenarios/NAME.jsonc where there is a folder of that name, and NAME.jsonc elsewhere; anything \
            with a slash or an extension is a path. A file that is there already is never written over.
            """,
            """
            With --from the scenario answers those requests, as a log or the report of a miss shows them; a query \
            becomes a condition.
            """,
        ],
        options: [
            Option("from", "REQUEST", "a request to answer, as in 'GET /users?page=2'; may be repeated").repeatable()
        ],
        examples: [
            Example(line: "rehearsal new outage", purpose: "a scenario named outage"),
            Example(
                line: "rehearsal new Scenarios/shop/cart.jsonc --from 'GET /cart' --from 'POST /cart/items'",
                purpose: "one with an endpoint for each of two requests"
            ),
        ],
        exits: [
            (.held, "the file is written"),
            (.couldNot, "the file is there already, or cannot be written"),
            (.usage, "the command line is wrong"),
        ],
        run: { arguments, terminal throws(UsageError) in
            guard let name = arguments.operands.first, arguments.operands.count == 1 else {
                throw UsageError("new needs one name or path", hint: "try: rehearsal new outage")
            }
            var requests: [AskedRequest] = []
            for line in arguments.all("from") { requests.append(try AskedRequest(line, headers: [], body: nil)) }
            return Beginning(name: name, requests: requests, terminal: terminal).run()
        }
    )
}

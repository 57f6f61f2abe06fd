import Rehearsal

extension Command {
    static let inspect = Command(
        name: "inspect",
        summary:
            "shows a recording as a table, one exchange of it as text, or writes it in the form that can be reviewed",
        operands: "FILE [NUMBER|NAME]",
        discussion: [
            """
            A line for each exchange of a HAR of any origin, with what a reader would not see: what was redacted, what no \
            longer fits the body, what is not played. With a number or a name the request and the reply are shown as text.
            """,
            """
            --normalize writes the file as recordings are written here: bodies decoded, JSON in files beside it, a member \
            a line, without dates and request numbers, and without secrets. From the second time on nothing changes. \
            Which secrets are known, and how rules are written: rehearsal lint --explain redaction.
            """,
        ],
        options: [
            Option(flag: "json", "prints a line of JSON for each exchange; for one, with its headers and bodies"),
            Option(flag: "normalize", "writes the file anew, in the form that can be reviewed"),
            Option("into", "FILE", "leaves the file as it is and writes this one"),
        ] + RedactionOptions.all,
        examples: [
            Example(line: "rehearsal inspect Recordings/users.har", purpose: "what there is"),
            Example(line: "rehearsal inspect Recordings/users.har get-users-2", purpose: "one exchange"),
            Example(
                line: "rehearsal inspect --normalize --into Recordings/shop.har ~/Downloads/shop.example.har",
                purpose: "a browser's export, fit for a pull request"
            ),
        ],
        exits: [
            (.held, "it was shown, or written"),
            (.couldNot, "the file cannot be written"),
            (.usage, "the file is no HAR, there is no such exchange, or the command line is wrong"),
        ],
        run: { arguments, terminal throws(UsageError) in
            guard let path = arguments.operands.first, arguments.operands.count <= 2 else {
                throw UsageError("inspect needs a recording", hint: "try: rehearsal inspect Recordings/users.har")
            }
            let isNormalizing = arguments.has("normalize")
            let rules = try RedactionOptions(arguments)
            guard isNormalizing || (arguments["into"] == nil && rules.isEmpty) else {
                throw UsageError("--into, --redact and --keep say how to write, so they need --normalize")
            }
            guard !isNormalizing || arguments.operands.count == 1 else {
                throw UsageError("--normalize writes all of a recording: leave out the name of the exchange")
            }
            let inspecting = Inspecting(path: path, isJSON: arguments.has("json"), terminal: terminal)
            if isNormalizing { return inspecting.normalize(into: arguments["into"], rules) }
            return inspecting.show(arguments.operands.dropFirst().first)
        }
    )
}

extension Command {
    static let drift = Command(
        name: "drift",
        summary: "asks a real backend what was recorded, and says what it answers otherwise",
        operands: "RECORDING",
        discussion: [
            """
            Sends the recorded requests to a backend and compares what it answers with what was recorded: statuses, \
            headers, and the shape of bodies in JSON, XML and CSV, field by field: members that are new, gone or missing \
            in places, other kinds of value, nulls and fractions that were never seen, dates that are written otherwise, \
            and words that are new where there were only a few. What stands in a field may differ. Other bodies are not \
            compared, and the report says how many.
            """,
            """
            An index stands for any: all elements of a list are one place, and so are all members whose names are \
            numbers, dates or identifiers, as the keys of a dictionary are ($.byDay.*). A member holds one of a few words \
            if the recording has the same few there three times or more, and it is not called name, title, city or the \
            like; --words declares one.
            """,
            """
            Each request is sent twice: what differs between the two answers, or between repeats in the recording, is \
            volatile and no drift. --ignore declares more. Only GET, HEAD and OPTIONS are sent unless --all says so, and \
            only what was asked of the host that was asked most. No recorded credential is sent: --header gives those of \
            today.
            """,
        ],
        options: [
            Option("against", "URL", "the backend: http or https, a host, perhaps a port"),
            Option("header", "NAME: VALUE", "sent with every request, in place of a recorded one; repeatable")
                .repeatable(),
            Option(
                "ignore",
                "PLACE",
                "what is no drift: $.items[*].etag, /meta/request_id or header:X-Version; repeatable"
            ).repeatable(),
            Option(
                "words",
                "PLACE",
                "a member that holds one of a few words, although the recording shows too little of it; repeatable"
            ).repeatable(),
            Option(flag: "all", "also sends what may change something: POST, PUT, PATCH, DELETE"),
            Option("times", "N", "how often each request is sent", standard: "2"),
            Option("timeout", "DURATION", "how long the backend may take for one answer", standard: "30s"),
            Option("format", "text|json|markdown", "how the report is written", standard: "text"),
            Option(flag: "json", "the same as --format json"),
        ],
        examples: [
            Example(
                line: "rehearsal drift Recordings/users.har --against https://api.example.com",
                purpose: "tells whether the recording has gone stale"
            ),
            Example(
                line: "rehearsal drift Recordings/users.har --against https://api.example.com "
                    + "--header \"Authorization: Bearer $TOKEN\" --format markdown",
                purpose: "the same for who is signed in, for a comment on a pull request"
            ),
        ],
        exits: [
            (.held, "nothing has drifted"),
            (.failed, "something has"),
            (.couldNot, "the backend did not answer at all, or https needs an OpenSSL that is not there"),
            (.usage, "the command line or the recording is wrong"),
        ],
        run: { arguments, terminal throws(UsageError) in
            DriftSession(try DriftOptions(arguments), terminal).run()
        }
    )
}

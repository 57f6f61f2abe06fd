extension Command {
    static let record = Command(
        name: "record",
        summary: "stands before a real backend and writes down what it answers",
        operands: "",
        discussion: [
            """
            Listens on 127.0.0.1 and passes every request on to the real backend; lead the client there instead. What \
            comes back goes to the client as it comes, and each exchange is in the recording before the client has the \
            last of its bytes. The recording is a HAR that rehearsal serve plays, with the bodies as files beside it.
            """,
            """
            A recording that is there already is replayed, and the real backend is asked nothing: --mode new asks it \
            for what the recording does not know, and adds that; --mode rewrite makes the recording anew, which takes \
            the place of the old one at the end. --on-miss forward passes on what is not there without recording it; \
            without a recording that is a spy.
            """,
            """
            At the end a scenario stands beside the recording, Recordings/api.jsonc beside Recordings/api.har: an \
            endpoint for each method and path, answers that changed as sequences, ids that flow from answers to paths, \
            policies where a token was renewed or a limit met, and comments that say what it was derived from. It plays what was recorded, and is there to be edited; once it is, --scenario rewrite alone \
            writes over it.
            """,
            """
            Secrets (credentials, cookies, members such as "access_token") are taken out before anything is written. \
            What goes wrong is recorded as what it was: refused, dns, timeout, reset, tls, malformed, incomplete. The \
            client gets 502 or 504 with a problem document that says so.
            """,
            """
            For https the machine's own OpenSSL checks the certificate; SSL_CERT_FILE=ca.pem names an authority of \
            your own. WebSockets are not recorded: they are answered 501.
            """,
        ],
        options: RecordOptions.declared,
        examples: [
            Example(
                line: "rehearsal record --upstream https://api.example.com --into Recordings/api",
                purpose: "writes down what the client does with http://127.0.0.1:8080 until Ctrl-C"
            ),
            Example(
                line: "rehearsal record --upstream http://127.0.0.1:5000 --into Recordings/api --mode new",
                purpose: "replays what is there, and adds what is not"
            ),
            Example(
                line: "rehearsal record --upstream https://api.example.com --on-miss forward",
                purpose: "looks on: nothing is written, and the table at the end says what was asked"
            ),
        ],
        exits: [
            (.held, "stopped by SIGINT (Ctrl-C) or SIGTERM, and everything is written"),
            (
                .couldNot,
                "the port is in use, something could not be written, or https needs an OpenSSL that is not there"
            ),
            (.usage, "the command line or the recording that is there is wrong"),
        ],
        run: { arguments, terminal throws(UsageError) in
            try RecordSession(RecordOptions(arguments), terminal).run()
        }
    )
}

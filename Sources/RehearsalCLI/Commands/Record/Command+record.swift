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
            Secrets (credentials, cookies, members such as "access_token") are taken out before anything is written. \
            What goes wrong is recorded as what it was: refused, dns, timeout, reset, tls, malformed, incomplete. The \
            client gets 502 or 504 with a problem document that says so.
            """,
            """
            For https the machine's own OpenSSL checks the certificate; SSL_CERT_FILE=ca.pem names an authority of \
            your own. WebSockets are not recorded: they are answered 501.
            """,
        ],
        options: [
            Option("upstream", "URL", "the real backend: http or https, a host, perhaps a port"),
            Option("into", "FILE", "the recording: Recordings/api is Recordings/api.har, and Recordings/api/ has its bodies"),
            Option(
                "mode",
                "once|new|rewrite",
                "what becomes of a recording that is there: replayed, replayed and added to, or made anew",
                standard: "once"
            ),
            Option(
                "on-miss",
                "fail|forward|record",
                "what becomes of a request that it does not know: 501, passed on, or passed on and recorded",
                standard: "fail where a recording is replayed once, else record"
            ),
            Option("port", "N", "the port to listen on; 0 takes any that is free", standard: "8080"),
            Option(
                "listen",
                "ADDRESS",
                "127.0.0.1 for programs on this machine, 0.0.0.0 for every device of its networks",
                standard: "127.0.0.1"
            ),
            Option(
                "timeout",
                "DURATION",
                "how long the real backend may be silent; a stream of events may be for ever",
                standard: "30s"
            ),
            Option(flag: "exact", "keeps what changes every time, such as Date, and replays it"),
            Option(flag: "json", "prints one line of JSON when ready and one when stopped, and nothing else"),
        ],
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
            (.couldNot, "the port is in use, something could not be written, or https needs an OpenSSL that is not there"),
            (.usage, "the command line or the recording that is there is wrong"),
        ],
        run: { arguments, terminal throws(UsageError) in
            if let word = arguments.operands.first {
                throw UsageError("record takes no operand, found \"\(word)\"", hint: "the recording goes behind --into")
            }
            let given = record.options.compactMap { option -> String? in
                guard option.value != nil else { return arguments.has(option.name) ? "--\(option.name)" : nil }
                return arguments[option.name].map { "--\(option.name)=\($0)" }
            }
            return SiblingProgram.recorder.run(["record"] + given, terminal)
        }
    )
}

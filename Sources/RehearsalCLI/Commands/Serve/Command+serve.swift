extension Command {
    static let serve = Command(
        name: "serve",
        summary: "plays a scenario or a recording on a port of this machine",
        operands: "[SCENARIO|HAR…]",
        discussion: [
            """
            Answers requests on 127.0.0.1 and ::1 as the scenario says, and shows each as it happens. A HAR file that \
            a browser or a proxy has saved is a scenario too. Without a file it plays the scenario that ships with it.
            """,
            """
            A request that nothing in the scenario answers gets 501, with the nearest endpoints and one that is ready \
            to be pasted. Nothing is ever passed on to a real backend.
            """,
            """
            With --lan a phone on the same network can use it too: it listens on every address of this machine and \
            prints the URLs. \(DeviceNotes.transportSecurity) Anybody on the network can reach it then, and is \
            answered.
            """,
            """
            Secrets (credentials, cookies, members such as "access_token") are taken out of everything that is shown \
            or written.
            """,
            """
            While it plays, rehearsal play has it play something else on the same port, release lets held replies go, \
            wait waits for what a client does, journal shows it. They find it by a file that only its owner can read, \
            $TMPDIR/rehearsal-UID/PORT.json, which also holds the token that its control port requires of every request: \
            that of REHEARSAL_TOKEN, or one that cannot be guessed.
            """,
        ],
        options: ServeOptions.declared,
        examples: [
            Example(
                line: "rehearsal serve Scenarios/outage/503-503-200.jsonc",
                purpose: "a backend that recovers on the third try"
            ),
            Example(
                line: "rehearsal serve --port 0 --json --journal requests.ndjson reservations.har",
                purpose: "for a script: any free port, one line of JSON that names it, requests in a file"
            ),
            Example(
                line: "rehearsal serve --detach login.jsonc && rehearsal wait 'post /login' && rehearsal stop",
                purpose: "in the background, for as long as somebody tests"
            ),
            Example(line: "rehearsal serve --lan reservations.har", purpose: "for an app on a phone"),
        ],
        exits: [
            (.held, "stopped by SIGINT (Ctrl-C), SIGTERM or rehearsal stop; with --detach: it is ready"),
            (.couldNot, "could not start: the port is in use, a file cannot be written"),
            (.usage, "the command line or a document is wrong"),
        ],
        run: { arguments, terminal throws(UsageError) in
            let serving = Serving(options: try ServeOptions(arguments, terminal), terminal: terminal)
            guard serving.options.isDetached, serving.background == nil else { return try serving.run() }
            return Detaching(terminal: terminal).run(Array(CommandLine.arguments.dropFirst()))
        }
    )
}

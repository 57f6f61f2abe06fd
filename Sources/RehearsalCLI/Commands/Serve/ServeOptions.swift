import Rehearsal
import RehearsalDocuments
import RehearsalServer

/// What `serve` was asked to do.
struct ServeOptions: Sendable {
    let paths: [String]
    /// The scenario that is laid over the others.
    private var over: String?
    private(set) var port = 8080
    private(set) var reach = Backend.Reach.loopback
    /// Where links in replies lead; nil leaves it to the backend.
    private(set) var linkOrigin: String?
    private(set) var isJSON = false
    private(set) var outputs = OutputOptions()
    private(set) var threads = 1
    /// How documents and recordings are read.
    private(set) var reading = ScenarioFiles.Options()
    private(set) var limits = LimitOptions()
    private(set) var token: RunToken?
    private(set) var isWatching = false
    /// The document that requests nothing answers are added to.
    private(set) var missing: String?
    /// Whether it goes on in the background.
    private(set) var isDetached = false
    /// How it can be talked to while it plays.
    private(set) var control = ControlOptions()

    static let fields: [OptionField<ServeOptions>] =
        [
            .text("over", "SCENARIO", \.over)
                .help("laid over the others: what it answers or adds comes before what they say"),
            .flag("watch", \.isWatching)
                .help("plays what the files say whenever they change; one that is broken is reported"),
            .text("add-missing", "FILE", \.missing)
                .help("adds an endpoint to FILE for each request that nothing answers"),
            .flag("detach", \.isDetached)
                .help("goes on in the background, and returns when it is ready; rehearsal stop ends it"),
            .integer("port", \.port, in: 0...65_535)
                .help("the port to listen on; 0 takes any that is free", standard: "8080"),
            .flag("lan", \.reach, is: .network).help(
                "lets other devices connect: listens on every address of this machine, and prints the URLs they can use"
            ),
            OptionField("origin", "URL", \.linkOrigin) { text throws(UsageError) in try origin(text) }.help(
                "where links in replies lead: recorded origins become it, and {{baseURL}} is it",
                standard: "with --lan the first URL for devices, else http://127.0.0.1:PORT"
            ),
            .flag("json", \.isJSON)
                .help("prints one line of JSON when ready and one when stopped, and nothing else"),
            OutputOptions.journal.of(\.outputs),
            OutputOptions.har.of(\.outputs),
            OutputOptions.log.of(\.outputs).help(
                "shows each exchange in a line; - is the standard output, with --json the standard error",
                standard: "- on a terminal, off elsewhere and with --json"
            ),
            .integer("threads", \.threads, in: 1...64).help("event loops, 1 to 64", standard: "1"),
            OutputOptions.trace.of(\.outputs),
            Seeding.field(\.token),
        ] + ControlOptions.fields.map { $0.of(\.control) } + Documents.fields.map { $0.of(\.reading) }
        + LimitOptions.fields.map { $0.of(\.limits) }

    init(_ arguments: Arguments, _ terminal: Terminal) throws(UsageError) {
        paths = (arguments["over"].map { [$0] } ?? []) + arguments.operands
        if arguments["over"] != nil, arguments.operands.isEmpty {
            throw UsageError("--over lies over a scenario, and none is named", hint: "rehearsal serve --over TOP BASE")
        }
        if arguments.has("watch"), arguments.operands.isEmpty {
            throw UsageError("--watch looks at files, and none is named", hint: "name the scenario to play")
        }
        // What holds unless --log says otherwise.
        let isShown = !arguments.has("json") && terminal.output.isTerminal
        (outputs.log, outputs.terminal) = (isShown ? .terminal : .off, arguments.has("json") ? .errors : .output)
        try arguments.read(Self.fields, into: &self)
        try control.check(arguments, terminal)
        if isDetached, !control.isOn {
            throw UsageError(
                "--detach needs the control port, or nothing could stop it",
                hint: "leave --no-control out"
            )
        }
    }

    /// A scheme, a host and perhaps a port, without anything after them.
    private static func origin(_ text: String) throws(UsageError) -> String {
        guard let url = try? RecordedURL(text), url.path == "/", url.query == nil else {
            throw UsageError(
                "--origin takes a URL without a path, as clients use it, found \(text.quoted)",
                hint: "for example: --origin http://192.168.1.20:8080"
            )
        }
        return url.origin
    }
}

/// Whether a server can be talked to while it plays, where, and by whom.
struct ControlOptions: Sendable, Hashable {
    private(set) var isOn = true
    /// 0 takes any that is free.
    private(set) var port = 0
    /// Other machines reach it too.
    private(set) var isShared = false
    /// Nil for one that the server makes.
    private(set) var token: String?

    static let fields: [OptionField<ControlOptions>] = [
        .integer("control-port", \.port, in: 0...65_535).help(
            "the port for rehearsal play, release, wait and the like; only this machine reaches it, and every request needs the "
                + "token that rehearsal finds in the server's file",
            standard: "any that is free"
        ),
        .flag("control-lan", \.isShared).help(
            "lets other machines reach that port, with the token that REHEARSAL_TOKEN holds: for containers and clusters"
        ),
        .flag("no-control", \.isOn, is: false).help("opens no such port; what is played changes no more"),
    ]

    /// Takes the token from the environment.
    ///
    /// - Throws: what does not go together.
    mutating func check(_ arguments: Arguments, _ terminal: Terminal) throws(UsageError) {
        token = isOn ? try Token.wanted(terminal.environment) : nil
        if isShared, token == nil {
            throw UsageError(
                "--control-lan lets other machines in, and no token keeps any out",
                hint: "set REHEARSAL_TOKEN to a secret, and leave --no-control out"
            )
        }
        if !isOn, arguments["control-port"] != nil {
            throw UsageError("--control-port opens a port that --no-control leaves out", hint: "keep one of them")
        }
    }
}

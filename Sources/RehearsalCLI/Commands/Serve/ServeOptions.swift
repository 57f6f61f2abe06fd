import Rehearsal
import RehearsalDocuments
import RehearsalServer

/// What `serve` was asked to do.
struct ServeOptions: Sendable {
    var paths: [String]
    var port: Int
    var reach: Backend.Reach
    /// Where links in replies lead; nil leaves it to the backend.
    var linkOrigin: String?
    var isJSON: Bool
    var outputs: OutputOptions
    var threads: Int
    /// How documents and recordings are read.
    var reading: ScenarioFiles.Options
    var limits: LimitOptions
    var token: RunToken?
    var isWatching: Bool
    /// The document that requests nothing answers are added to.
    var missing: String?
    /// Whether it goes on in the background.
    var isDetached: Bool
    /// How it can be talked to while it plays.
    var control: ControlOptions

    static let declared: [Option] =
        [
            Option("over", "SCENARIO", "laid over the others: what it answers or adds comes before what they say"),
            Option(flag: "watch", "plays what the files say whenever they change; one that is broken is reported"),
            Option("add-missing", "FILE", "adds an endpoint to FILE for each request that nothing answers"),
            Option(flag: "detach", "goes on in the background, and returns when it is ready; rehearsal stop ends it"),
            Option("port", "N", "the port to listen on; 0 takes any that is free", standard: "8080"),
            LANOptions.lan,
            LANOptions.origin,
            Option(flag: "json", "prints one line of JSON when ready and one when stopped, and nothing else"),
            OutputOptions.journal,
            OutputOptions.har,
            Option(
                "log",
                "-|FILE|off",
                "shows each exchange in a line; - is the standard output, with --json the standard error",
                standard: "- on a terminal, off elsewhere and with --json"
            ),
            Option("threads", "N", "event loops, 1 to 64", standard: "1"),
            OutputOptions.trace,
            Seeding.option,
        ] + ControlOptions.declared + Documents.replaying + LimitOptions.declared

    init(_ arguments: Arguments, _ terminal: Terminal) throws(UsageError) {
        paths = (arguments["over"].map { [$0] } ?? []) + arguments.operands
        if arguments["over"] != nil, arguments.operands.isEmpty {
            throw UsageError("--over lies over a scenario, and none is named", hint: "rehearsal serve --over TOP BASE")
        }
        isWatching = arguments.has("watch")
        if isWatching, arguments.operands.isEmpty {
            throw UsageError("--watch looks at files, and none is named", hint: "name the scenario to play")
        }
        missing = arguments["add-missing"]
        port = try arguments.integer("port", in: 0...65_535) ?? 8080
        reach = arguments.has(LANOptions.lan.name) ? .network : .loopback
        linkOrigin = try LANOptions.origin(arguments)
        isJSON = arguments.has("json")
        threads = try arguments.integer("threads", in: 1...64) ?? 1
        reading = try Documents.options(arguments)
        outputs = OutputOptions(
            arguments,
            terminal: isJSON ? .errors : .output,
            standard: !isJSON && terminal.output.isTerminal ? .terminal(.output) : .off
        )
        limits = try LimitOptions(arguments)
        token = try Seeding.token(arguments)
        control = try ControlOptions(arguments, terminal)
        isDetached = arguments.has("detach")
        if isDetached, !control.isOn {
            throw UsageError(
                "--detach needs the control port, or nothing could stop it",
                hint: "leave --no-control out"
            )
        }
    }
}

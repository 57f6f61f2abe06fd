import Rehearsal

/// What `serve` was asked to do.
struct ServeOptions: Sendable {
    var paths: [String]
    var port: Int
    var isJSON: Bool
    var outputs: OutputOptions
    var threads: Int
    var root: String?
    var isExact: Bool
    var limits: LimitOptions
    var token: RunToken?

    static let declared: [Option] =
        [
            Option("port", "N", "the port to listen on; 0 takes any that is free", standard: "8080"),
            Option(flag: "json", "prints one line of JSON when ready and one when stopped, and nothing else"),
            OutputOptions.journal,
            Option(
                "log",
                "-|FILE|off",
                "shows each exchange in a line; - is the standard output, with --json the standard error",
                standard: "- on a terminal, off elsewhere and with --json"
            ),
            Option("threads", "N", "event loops, 1 to 64", standard: "1"),
            Option("root", "DIR", "the folder that files named by the scenario must be in", standard: "found"),
            Option(flag: "exact", "replays a recording byte for byte: its dates and its own origin stay"),
            OutputOptions.trace,
            Seeding.option,
        ] + LimitOptions.declared

    init(_ arguments: Arguments, _ terminal: Terminal) throws(UsageError) {
        paths = arguments.operands
        port = try arguments.integer("port", in: 0...65_535) ?? 8080
        isJSON = arguments.has("json")
        threads = try arguments.integer("threads", in: 1...64) ?? 1
        root = arguments["root"]
        isExact = arguments.has("exact")
        outputs = OutputOptions(
            arguments,
            terminal: isJSON ? .errors : .output,
            standard: !isJSON && terminal.output.isTerminal ? .terminal(.output) : .off
        )
        limits = try LimitOptions(arguments)
        token = try Seeding.token(arguments)
    }
}

import RehearsalServer

/// What `serve` was asked to do.
struct ServeOptions: Sendable {
    var paths: [String]
    var port: Int
    var isJSON: Bool
    var journal: String?
    var log: Log
    var threads: Int
    var root: String?
    var isExact: Bool
    var journalBytes: Int
    var limits: Backend.Limits

    /// Where requests are shown.
    enum Log: Sendable, Hashable {
        case off
        case file(String)
        case terminal(Descriptor.Name)
    }

    static let declared: [Option] =
        [
            Option("port", "N", "the port to listen on; 0 takes any that is free", standard: "8080"),
            Option(flag: "json", "prints one line of JSON when ready and one when stopped, and nothing else"),
            Option("journal", "FILE", "writes each exchange into the file, a line of JSON each"),
            Option(
                "log",
                "-|FILE|off",
                "shows each exchange in a line; - is the standard output, with --json the standard error",
                standard: "- on a terminal, off elsewhere and with --json"
            ),
            Option("threads", "N", "event loops, 1 to 64", standard: "1"),
            Option("root", "DIR", "the folder that files named by the scenario must be in", standard: "found"),
            Option(flag: "exact", "replays a recording byte for byte: its dates and its own origin stay"),
        ] + limits

    private static let limits: [Option] = [
        Option("max-head", "SIZE", "head of a request, else 431", standard: "64KB", in: .limits),
        Option("max-headers", "N", "header lines of a request, else 431", standard: "200", in: .limits),
        Option("max-target", "SIZE", "target of a request, else 414", standard: "16KB", in: .limits),
        Option("max-body", "SIZE", "body of a request, else 413", standard: "64MB", in: .limits),
        Option("max-connections", "N", "connections at a time; more wait", standard: "20000", in: .limits),
        Option(
            "idle-timeout",
            "TIME",
            "a connection between requests, then it is closed",
            standard: "75s",
            in: .limits
        ),
        Option(
            "head-timeout",
            "TIME",
            "a head from its first byte to its last, else 408",
            standard: "10s",
            in: .limits
        ),
        Option("body-timeout", "TIME", "between two pieces of a body, else 408", standard: "30s", in: .limits),
        Option("journal-size", "SIZE", "memory for exchanges; the oldest go first", standard: "64MB", in: .limits),
    ]

    init(_ arguments: Arguments, _ terminal: Terminal) throws(UsageError) {
        paths = arguments.operands
        port = try arguments.integer("port", in: 0...65_535) ?? 8080
        isJSON = arguments.has("json")
        journal = arguments["journal"]
        threads = try arguments.integer("threads", in: 1...64) ?? 1
        root = arguments["root"]
        isExact = arguments.has("exact")
        journalBytes = try arguments.bytes("journal-size") ?? 64 << 20
        switch arguments["log"] {
        case "-": log = .terminal(isJSON ? .errors : .output)
        case "off": log = .off
        case let path?: log = .file(path)
        case nil: log = !isJSON && terminal.output.isTerminal ? .terminal(.output) : .off
        }
        limits = try Self.limits(arguments)
    }

    private static func limits(_ arguments: Arguments) throws(UsageError) -> Backend.Limits {
        var limits = Backend.Limits()
        limits.head = try arguments.bytes("max-head") ?? limits.head
        limits.headerLines = try arguments.integer("max-headers", in: 1...100_000) ?? limits.headerLines
        limits.target = try arguments.bytes("max-target") ?? limits.target
        limits.body = try arguments.bytes("max-body") ?? limits.body
        limits.connections = try arguments.integer("max-connections", in: 1...1_000_000) ?? limits.connections
        limits.idle = try arguments.duration("idle-timeout") ?? limits.idle
        limits.headTimeout = try arguments.duration("head-timeout") ?? limits.headTimeout
        limits.bodyTimeout = try arguments.duration("body-timeout") ?? limits.bodyTimeout
        return limits
    }
}

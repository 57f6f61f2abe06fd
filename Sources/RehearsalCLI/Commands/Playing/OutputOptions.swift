/// Where exchanges are written and shown, as every command that plays a scenario takes it.
struct OutputOptions: Sendable, Hashable {
    var journal: String?
    /// Where the HAR of the session goes.
    var har: String?
    var log: Log
    /// Where the timeline goes when all is over.
    var trace: Log

    /// Where requests are shown.
    enum Log: Sendable, Hashable {
        case off
        case file(String)
        case terminal(Descriptor.Name)
    }

    /// Whether something of it goes to the standard streams.
    var showsOnTerminal: Bool {
        [log, trace].contains { if case .terminal = $0 { true } else { false } }
    }

    static let journal = Option("journal", "FILE", "writes each exchange into the file, a line of JSON each")

    static let har = Option(
        "har",
        "FILE",
        "writes a HAR of all that is asked and answered, as it went over the wire: one that other tools open, whole "
            + "after each exchange, in which nothing is forgotten; only SIGKILL in the middle of a write cuts an entry"
    )

    static let trace = Option(
        "trace",
        "-|FILE",
        "writes, at the end, what happened on each connection when: bytes read, sent and acknowledged, and who ended it"
    )

    /// The files that are written, by the options that name them.
    var files: [(option: String, path: String)] {
        var files: [(option: String, path: String)] = []
        if let har { files.append(("har", har)) }
        if let journal { files.append(("journal", journal)) }
        if case .file(let path) = log { files.append(("log", path)) }
        if case .file(let path) = trace { files.append(("trace", path)) }
        return files
    }

    /// - Parameters:
    ///   - terminal: what `-` stands for.
    ///   - standard: what holds where nothing is said.
    init(_ arguments: Arguments, terminal: Descriptor.Name, standard: Log) {
        journal = arguments["journal"]
        har = arguments["har"]
        log =
            switch arguments["log"] {
            case "-": .terminal(terminal)
            case "off": .off
            case let path?: .file(path)
            case nil: standard
            }
        trace =
            switch arguments["trace"] {
            case "-": .terminal(terminal)
            case let path?: .file(path)
            case nil: .off
            }
    }
}

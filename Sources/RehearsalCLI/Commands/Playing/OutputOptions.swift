/// Where exchanges are written and shown, as every command that plays a scenario takes it.
struct OutputOptions: Sendable, Hashable {
    var journal: String?
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

    static let trace = Option(
        "trace",
        "-|FILE",
        "writes, at the end, what happened on each connection when: bytes read, sent and acknowledged, and who ended it"
    )

    /// - Parameters:
    ///   - terminal: what `-` stands for.
    ///   - standard: what holds where nothing is said.
    init(_ arguments: Arguments, terminal: Descriptor.Name, standard: Log) {
        journal = arguments["journal"]
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

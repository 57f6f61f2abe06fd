/// The options for output files and logs, which every command that plays a scenario has.
struct OutputOptions: Sendable, Hashable {
    private(set) var journal: String?
    /// The path of the HAR of all exchanges; nil for none.
    private(set) var har: String?
    /// The destination of the request log.
    var log = Destination.off
    /// The destination of the timeline, which is written at the end.
    private(set) var trace = Destination.off
    /// The standard stream that the value `-` names.
    var terminal = Descriptor.StandardStream.errors

    enum Destination: Sendable, Hashable {
        case off
        case file(String)
        case terminal
    }

    /// Whether the log or the timeline goes to a standard stream.
    var showsOnTerminal: Bool { [log, trace].contains(.terminal) }

    static let journal: OptionField<OutputOptions> = .text("journal", "FILE", \.journal)
        .help("write each exchange to the file as one line of JSON")

    static let har: OptionField<OutputOptions> = .text("har", "FILE", \.har).help(
        "write all exchanges to a HAR, as they were on the wire except for secrets; the HAR is valid after each "
            + "exchange, unless SIGKILL interrupts a write"
    )

    static let log = OptionField<OutputOptions>("log", "-|FILE|off", \.log) { text in
        text == "-" ? .terminal : text == "off" ? .off : .file(text)
    }

    static let trace = OptionField<OutputOptions>("trace", "-|FILE", \.trace) { $0 == "-" ? .terminal : .file($0) }
        .help(
            "at the end, write a timeline of each connection: bytes read, sent and acknowledged, and which side ended it"
        )

    /// The output files, each with the option that names it.
    var files: [(option: String, path: String)] {
        var files: [(option: String, path: String)] = []
        if let har { files.append(("har", har)) }
        if let journal { files.append(("journal", journal)) }
        if case .file(let path) = log { files.append(("log", path)) }
        if case .file(let path) = trace { files.append(("trace", path)) }
        return files
    }
}

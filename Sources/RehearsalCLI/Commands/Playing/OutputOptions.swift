/// Where exchanges are written and shown, as every command that plays a scenario takes it.
struct OutputOptions: Sendable, Hashable {
    private(set) var journal: String?
    /// Where the HAR of the session goes.
    private(set) var har: String?
    /// Where requests are shown.
    var log = Place.off
    /// Where the timeline goes when all is over.
    private(set) var trace = Place.off
    /// The stream that `-` stands for.
    var terminal = Descriptor.Name.errors

    enum Place: Sendable, Hashable {
        case off
        case file(String)
        case terminal
    }

    /// Whether something of it goes to the standard streams.
    var showsOnTerminal: Bool { [log, trace].contains(.terminal) }

    static let journal: OptionField<OutputOptions> = .text("journal", "FILE", \.journal)
        .help("writes each exchange into the file, a line of JSON each")

    static let har: OptionField<OutputOptions> = .text("har", "FILE", \.har).help(
        "writes a HAR of all that is asked and answered, as it went over the wire: one that other tools open, whole "
            + "after each exchange, in which nothing is forgotten; only SIGKILL in the middle of a write cuts an entry"
    )

    static let log = OptionField<OutputOptions>("log", "-|FILE|off", \.log) { text in
        text == "-" ? .terminal : text == "off" ? .off : .file(text)
    }

    static let trace = OptionField<OutputOptions>("trace", "-|FILE", \.trace) { $0 == "-" ? .terminal : .file($0) }
        .help(
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
}

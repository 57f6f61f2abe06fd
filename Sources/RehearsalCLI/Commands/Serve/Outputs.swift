import Rehearsal
import RehearsalRecordings
import RehearsalServer

/// Where the exchanges of a run go: opened before the backend starts,
/// so that a path that cannot be written is said first.
struct Outputs: Sendable {
    private let journal: Descriptor?
    private let har: SessionRecording?
    private let log: Descriptor?
    private let logName: String
    private let isLogOwned: Bool
    private let style: Style
    private let trace: Descriptor?
    /// Its path; `-` for the standard output or the standard error.
    private let traceName: String
    private let terminal: Terminal

    /// - Parameters:
    ///   - others: what else is written, by the options that name it.
    ///   - played: the files that the scenario is made of.
    init(
        _ options: OutputOptions,
        besides others: [(option: String, path: String)],
        playing played: [String],
        _ terminal: Terminal,
    ) throws {
        self.terminal = terminal
        try OutputNames.check(options.files + others)
        try OutputNames.check(options.files + others, besides: played)
        har = if let path = options.har { try SessionRecording(path, besides: played) } else { nil }
        journal = if let path = options.journal { try Descriptor.create(path) } else { nil }
        switch options.log {
        case .off: (log, logName, isLogOwned) = (nil, "", false)
        case .file(let path): (log, logName, isLogOwned) = (try Descriptor.create(path), path, true)
        case .terminal(.output): (log, logName, isLogOwned) = (terminal.output, "the log", false)
        case .terminal(.errors): (log, logName, isLogOwned) = (terminal.errors, "the log", false)
        }
        style = log.map { terminal.style(for: $0) } ?? .plain
        switch options.trace {
        case .off: (trace, traceName) = (nil, "-")
        case .file(let path): (trace, traceName) = (try Descriptor.create(path), path)
        case .terminal(.output): (trace, traceName) = (terminal.output, "-")
        case .terminal(.errors): (trace, traceName) = (terminal.errors, "-")
        }
    }

    /// Something that is written while the backend plays.
    struct Writer: Sendable {
        let name: String
        var isHAR = false
        let finish: @Sendable () -> Shortfall
    }

    /// Starts to write; each place has a thread of its own, so that a terminal that is held does not hold a file.
    ///
    /// - Returns: what ends each of them and says what it has not got.
    func writers(for backend: Backend) throws -> [Writer] {
        let (redaction, session) = (backend.redaction, backend.sessionName)
        var writers: [Writer] = []
        if let har {
            let finish = try HARWriter(backend, to: har, report: report(har.path)).finish
            let finishing: @Sendable () -> Shortfall = {
                var shortfall = finish()
                shortfall.isGone = har.isGone
                return shortfall
            }
            writers.append(Writer(name: har.path, isHAR: true, finish: finishing))
        }
        if let journal {
            let format = ExchangeWriter.Format(
                line: { $0.line(session: session, redaction) },
                gap: { Array("{\"event\":\"dropped\",\"exchanges\":\($0)}\n".utf8) }
            )
            let writer = try ExchangeWriter(backend, to: journal, format, report: report("the journal", journal))
            writers.append(Writer(name: "the journal", finish: writer.finish))
        }
        if let log {
            let clock = WallClock()
            let line = LogLine(redaction: redaction, style: style, clock: { clock.text($0) })
            let format = ExchangeWriter.Format(
                line: { Array(line.text($0).utf8) },
                gap: { Array("… exchanges that are missing here: \($0)\n".utf8) }
            )
            let writer = try ExchangeWriter(backend, to: log, format, report: report(logName, log))
            writers.append(Writer(name: logName, finish: writer.finish))
        }
        return writers
    }

    /// Says at once that an output cannot be written: a server may run for days before it says what is missing.
    private func report(_ name: String, _ output: Descriptor? = nil) -> @Sendable (String) -> Void {
        // A message that does not fit into the full file either would end in part of a line.
        if output?.isSameFile(as: terminal.errors) == true { return { _ in } }
        var terminal = terminal
        // The thread that writes an output does not wait for a terminal that is held.
        terminal.patience = .seconds(1)
        return { [terminal] reason in
            terminal.writeError("cannot write \(name): \(reason); missing exchanges are counted at the end")
        }
    }

    /// Writes the timeline of all that the journal still holds.
    func writeTrace(of backend: Backend) {
        guard let trace else { return }
        let journal = backend.journal
        let timeline = Timeline(journal.entries, journal.connections, since: backend.startedAt, backend.redaction)
        let text = (timeline.lines.map(\.printable) + [""]).joined(separator: "\n")
        let incomplete = trace.complete(traceName, with: Array(text.utf8))
        if let incomplete, !trace.hasNoReader { terminal.complain(incomplete.sentence) }
    }

    func close() {
        if traceName != "-" { trace?.close() }
        journal?.close()
        if isLogOwned { log?.close() }
    }
}

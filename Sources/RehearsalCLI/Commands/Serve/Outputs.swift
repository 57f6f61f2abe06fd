import Rehearsal
import RehearsalFiles
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
    private let isTraceOwned: Bool

    /// - Parameters:
    ///   - others: what else is written, by the options that name it.
    ///   - played: the files that the scenario is made of.
    init(
        _ options: OutputOptions,
        besides others: [(option: String, path: String)],
        playing played: [String],
        _ terminal: Terminal,
    ) throws {
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
        case .off: (trace, isTraceOwned) = (nil, false)
        case .file(let path): (trace, isTraceOwned) = (try Descriptor.create(path), true)
        case .terminal(.output): (trace, isTraceOwned) = (terminal.output, false)
        case .terminal(.errors): (trace, isTraceOwned) = (terminal.errors, false)
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
            let finish = try HARWriter(backend, to: har).finish
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
            let finish = try ExchangeWriter(backend, to: journal, format).finish
            writers.append(Writer(name: "the journal", finish: finish))
        }
        if let log {
            let clock = WallClock()
            let line = LogLine(redaction: redaction, style: style, clock: { clock.text($0) })
            let format = ExchangeWriter.Format(
                line: { Array(line.text($0).utf8) },
                gap: { Array("… \($0) exchanges are not shown: this log is read too slowly\n".utf8) }
            )
            writers.append(Writer(name: logName, finish: try ExchangeWriter(backend, to: log, format).finish))
        }
        return writers
    }

    /// Writes the timeline of all that the journal still holds.
    func writeTrace(of backend: Backend) {
        guard let trace else { return }
        let journal = backend.journal
        let timeline = Timeline(journal.entries, journal.connections, since: backend.startedAt, backend.redaction)
        trace.write(Array((timeline.lines.map(\.printable) + [""]).joined(separator: "\n").utf8))
    }

    func close() {
        if isTraceOwned { trace?.close() }
        journal?.close()
        if isLogOwned { log?.close() }
    }
}

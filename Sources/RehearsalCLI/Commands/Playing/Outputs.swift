import Rehearsal
import RehearsalPlatform
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
        let standard = options.terminal == .output ? terminal.output : terminal.errors
        switch options.log {
        case .off: (log, logName, isLogOwned) = (nil, "", false)
        case .file(let path): (log, logName, isLogOwned) = (try Descriptor.create(path), path, true)
        case .terminal: (log, logName, isLogOwned) = (standard, "the log", false)
        }
        style = log.map { terminal.style(for: $0) } ?? .plain
        switch options.trace {
        case .off: (trace, traceName) = (nil, "-")
        case .file(let path): (trace, traceName) = (try Descriptor.create(path), path)
        case .terminal: (trace, traceName) = (standard, "-")
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

/// The files that a command is told to write: each by itself, since two that write into one spoil it.
enum OutputNames {
    /// Two options that name one file.
    struct Clash: Error, CustomStringConvertible {
        let path: String
        let options: [String]

        var description: String {
            "--\(options.joined(separator: " and --")) cannot both be written to \(path): name a file for each"
        }
    }

    /// An option that names a file that is played.
    struct Overwriting: Error, CustomStringConvertible {
        let path: String
        let option: String

        var description: String {
            "\(path.quoted) is played, and would be written over: name another file for --\(option)"
        }
    }

    /// - Parameter played: the files that the backend's scenario is made of.
    /// - Throws: `Overwriting` for the first that is one of them.
    static func check(
        _ files: [(option: String, path: String)],
        besides played: [String]
    ) throws(Overwriting) {
        // A HAR says so of itself, and what is missing is added to a file.
        for file in files where !["har", "add-missing"].contains(file.option) && FileSystem.isFile(file.path) {
            if played.contains(where: { FileSystem.isSame($0, file.path) }) {
                throw Overwriting(path: file.path, option: file.option)
            }
        }
    }

    /// - Throws: `Clash` for the first file that is named twice, by whatever links; a pipe or a device may be.
    static func check(_ files: [(option: String, path: String)]) throws(Clash) {
        for (index, file) in files.enumerated() {
            for earlier in files[..<index] where isSame(earlier.path, file.path) {
                throw Clash(path: file.path, options: [earlier.option, file.option])
            }
        }
    }

    private static func isSame(_ path: String, _ other: String) -> Bool {
        guard FileSystem.realPath(path) != nil else { return place(of: path) == place(of: other) }
        return FileSystem.isFile(path) && FileSystem.isSame(path, other)
    }

    /// Where a file is going to be that is not there yet.
    private static func place(of path: String) -> String {
        let parts = path.split(separator: "/", omittingEmptySubsequences: true).map { String($0) }
        let folder = (path.hasPrefix("/") ? "/" : "./") + parts.dropLast().joined(separator: "/")
        return (FileSystem.realPath(folder) ?? folder) + "/" + (parts.last ?? "")
    }
}

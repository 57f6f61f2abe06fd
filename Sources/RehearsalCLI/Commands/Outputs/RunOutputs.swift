import Rehearsal
import RehearsalPlatform
import RehearsalRecordings
import RehearsalServer

/// The output files of a run, opened before the backend starts so that an unwritable path fails early.
struct RunOutputs: Sendable {
    private let journal: Descriptor?
    private let har: SessionRecording?
    private let log: Descriptor?
    private let logName: String
    private let isLogOwned: Bool
    private let style: TerminalStyle
    private let trace: Descriptor?
    /// The path of the timeline; `-` for a standard stream.
    private let traceName: String
    private let terminal: Terminal

    /// Opens the output files.
    ///
    /// - Parameters:
    ///   - others: further files that the command writes, each with the option that names it.
    ///   - inputs: the files that the scenario was loaded from.
    /// - Throws: if a file cannot be opened, is named twice, or is one of `inputs`.
    init(
        _ options: OutputOptions,
        with others: [(option: String, path: String)],
        inputs: [String],
        _ terminal: Terminal,
    ) throws {
        self.terminal = terminal
        try OutputChecks.check(options.files + others)
        try OutputChecks.check(options.files + others, besides: inputs)
        har = if let path = options.har { try SessionRecording(path, scenarioFiles: inputs) } else { nil }
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

    /// An output that is written while the backend runs.
    struct Writer: Sendable {
        let name: String
        var isHAR = false
        let finish: @Sendable () -> OutputLoss
    }

    /// Starts the writers, each on its own thread, so that a paused terminal does not block a file.
    func writers(for backend: Backend) throws -> [Writer] {
        let (redaction, session) = (backend.redaction, backend.sessionName)
        var writers: [Writer] = []
        if let har {
            let finish = try HARWriter(backend, to: har, report: report(har.path)).finish
            let finishing: @Sendable () -> OutputLoss = {
                var loss = finish()
                loss.isFileReplaced = har.isDetached
                return loss
            }
            writers.append(Writer(name: har.path, isHAR: true, finish: finishing))
        }
        if let journal {
            let format = ExchangeWriter.Format(
                line: { $0.ndjsonLine(session: session, redaction) },
                gap: { Array("{\"event\":\"dropped\",\"exchanges\":\($0)}\n".utf8) }
            )
            let writer = try ExchangeWriter(backend, to: journal, format, report: report("the journal", journal))
            writers.append(Writer(name: "the journal", finish: writer.finish))
        }
        if let log {
            let clock = WallClock()
            let line = LogFormatter(redaction: redaction, style: style, clock: { clock.text($0) })
            let format = ExchangeWriter.Format(
                line: { Array(line.text($0).utf8) },
                gap: { Array("… missing exchanges: \($0)\n".utf8) }
            )
            let writer = try ExchangeWriter(backend, to: log, format, report: report(logName, log))
            writers.append(Writer(name: logName, finish: writer.finish))
        }
        return writers
    }

    /// Returns a closure that reports a write failure at once, because a server may run for days before it stops.
    private func report(_ name: String, _ output: Descriptor? = nil) -> @Sendable (String) -> Void {
        // Standard error is the same file, so the message could not be written either.
        if output?.isSameFile(as: terminal.errors) == true { return { _ in } }
        var terminal = terminal
        // The writing thread must not wait long for a paused terminal.
        terminal.writeTimeout = .seconds(1)
        return { [terminal] reason in
            terminal.writeError("cannot write \(name): \(reason); missing exchanges are counted at the end")
        }
    }

    /// Writes the timeline of the exchanges that the journal still has.
    func writeTrace(of backend: Backend) {
        guard let trace else { return }
        let journal = backend.journal
        let timeline = Timeline(journal.entries, journal.connections, since: backend.startedAt, backend.redaction)
        let text = (timeline.lines.map(\.printable) + [""]).joined(separator: "\n")
        let incomplete = trace.writeAll(traceName, with: Array(text.utf8))
        if let incomplete, !trace.isReaderClosed { terminal.reportError(incomplete.sentence) }
    }

    func close() {
        if traceName != "-" { trace?.close() }
        journal?.close()
        if isLogOwned { log?.close() }
    }
}

/// Checks that output files are distinct and do not overwrite the played files.
enum OutputChecks {
    /// An error about two options that name the same file.
    struct DuplicateOutput: Error, CustomStringConvertible {
        let path: String
        let options: [String]

        var description: String {
            "--\(options.joined(separator: " and --")) name the same file \(path): use two files"
        }
    }

    /// An error about an option that names a file of the scenario.
    struct OverwritesInput: Error, CustomStringConvertible {
        let path: String
        let option: String

        var description: String {
            "--\(option) would overwrite \(path.quoted), which the scenario uses: use another file"
        }
    }

    /// Checks that no output file is a file of the scenario.
    ///
    /// - Parameter inputs: the files that the scenario was loaded from.
    /// - Throws: `OverwritesInput` for the first such file.
    static func check(
        _ files: [(option: String, path: String)],
        besides inputs: [String]
    ) throws(OverwritesInput) {
        // `SessionRecording` checks a HAR itself; --add-missing changes a played file on purpose.
        for file in files where !["har", "add-missing"].contains(file.option) && FileSystem.isFile(file.path) {
            if inputs.contains(where: { FileSystem.isSame($0, file.path) }) {
                throw OverwritesInput(path: file.path, option: file.option)
            }
        }
    }

    /// Checks that no regular file is named twice, directly or through links.
    ///
    /// - Throws: `DuplicateOutput` for the first such file; pipes and devices may be named twice.
    static func check(_ files: [(option: String, path: String)]) throws(DuplicateOutput) {
        for (index, file) in files.enumerated() {
            for earlier in files[..<index] where isSame(earlier.path, file.path) {
                throw DuplicateOutput(path: file.path, options: [earlier.option, file.option])
            }
        }
    }

    private static func isSame(_ path: String, _ other: String) -> Bool {
        guard FileSystem.realPath(path) != nil else { return absolutePath(of: path) == absolutePath(of: other) }
        return FileSystem.isFile(path) && FileSystem.isSame(path, other)
    }

    /// Returns the absolute path of a file that does not exist yet.
    private static func absolutePath(of path: String) -> String {
        let parts = path.split(separator: "/", omittingEmptySubsequences: true).map { String($0) }
        let folder = (path.hasPrefix("/") ? "/" : "./") + parts.dropLast().joined(separator: "/")
        return (FileSystem.realPath(folder) ?? folder) + "/" + (parts.last ?? "")
    }
}

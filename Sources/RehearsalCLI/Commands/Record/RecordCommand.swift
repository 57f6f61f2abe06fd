import Rehearsal
import RehearsalClient
import RehearsalDocuments
import RehearsalPlatform
import RehearsalRecorder
import RehearsalRecordings
import RehearsalServer

/// The `rehearsal record` command, a proxy that records a real backend.
struct RecordCommand: Sendable {
    static let command = Command(
        name: "record",
        summary: "record the replies of a real backend through a proxy",
        operands: "",
        description: """
            Listens on 127.0.0.1 and forwards every request to the real backend. Set the base URL of the client to this
            address. Replies are streamed to the client, and each exchange is recorded before the client receives the
            last byte of the reply. The recording is a HAR with bodies in separate files; rehearsal serve plays it.

            An existing recording is replayed without contacting the backend. With --mode new, requests that the
            recording lacks are forwarded, and their replies are added. With --mode rewrite, everything is recorded
            again, and the new recording replaces the old one at the end. With --on-miss forward, requests that the
            recording lacks are forwarded but not recorded.

            At the end, record derives a scenario, such as Recordings/api.jsonc for Recordings/api.har. It has an
            endpoint for each method and path with the sequence of its replies, IDs that a reply returns and later paths
            contain, and policies for token renewal and rate limits. Its comments explain what was derived. You may edit
            it: only --scenario rewrite overwrites an edited scenario.

            Secrets (credentials, cookies, members such as "access_token") are redacted before anything is written.
            Failures of the backend are recorded by kind: refused, dns, timeout, reset, tls, malformed, incomplete. The
            client then receives 502 or 504 with a problem document.

            For https, the installed OpenSSL verifies the certificate of the backend; SSL_CERT_FILE=ca.pem names your
            own certificate authority. WebSocket handshakes receive 501 and are not recorded.
            """,
        options: RecordOptions.fields.map(\.option),
        examples: [
            "rehearsal record --upstream https://api.example.com --into Recordings/api":
                "record what the client requests from http://127.0.0.1:8080 until Ctrl-C",
            "rehearsal record --upstream http://127.0.0.1:5000 --into Recordings/api --mode new":
                "replay the recording, and add requests that it lacks",
            "rehearsal record --upstream https://api.example.com --on-miss forward":
                "forward only: write nothing, and print a table of the requests at the end",
        ],
        exitStatuses: [
            .success: "stopped by SIGINT (Ctrl-C) or SIGTERM, and the recording is complete",
            .unavailable:
                "the port is in use, a file cannot be written, or OpenSSL, which https needs, is not installed",
            .usage: "the command line or the existing recording is not valid",
        ],
        run: { arguments, terminal throws(UsageError) in try Self(RecordOptions(arguments), terminal).run() }
    )

    let options: RecordOptions
    let plan: RecordPlan
    let terminal: Terminal
    /// The existing recording; nil if none exists or if it is recorded again.
    private let existingRecording: ScenarioFiles.LoadResult?

    init(_ options: RecordOptions, _ terminal: Terminal) throws(UsageError) {
        (self.options, self.terminal) = (options, terminal)
        if let path = options.path { RecordingWriter.recover(path) }
        let path = options.path.flatMap { FileSystem.isFile($0) ? $0 : nil }
        // A recording that is recorded again need not be readable.
        existingRecording =
            options.mode == .rewrite
            ? nil
            : path.map { path in
                ScenarioFiles.load([path], options: ScenarioFiles.Options(isExact: options.isExact))
            }
        // An empty recording cannot be replayed.
        let isEmpty = existingRecording?.scenario?.endpoints.isEmpty ?? false
        plan = try RecordPlan(options, recordingExists: path != nil && !isEmpty)
    }

    /// An error that ends the command.
    struct Failure: Error {
        let message: String
        var hint: String?
        /// Whether the existing recording is not valid; its diagnostics are already printed.
        var isInvalidRecording = false
    }

    func run() -> ExitStatus {
        let signals = StopSignals()
        LoopGroup.raiseDescriptorLimit()
        do throws(Failure) {
            let sockets = try listen()
            let origin = "http://127.0.0.1:\(sockets.port)"
            let replayBackend = try plan.replays ? replay(linkingTo: origin) : nil
            let derived = plan.records ? options.path.map { DerivedFile(beside: $0, isExact: options.isExact) } : nil
            let writer = try plan.records ? openWriter() : nil
            let proxy = try proxy(replayBackend, writer)
            let acceptor = Acceptor(sockets, proxy)
            do throws(SystemError) { try acceptor.start() } catch { throw Failure(message: error.description) }
            announce(origin, sockets.port)
            let progress = RecordProgress(proxy.statistics, terminal)
            progress.start()
            signals.wait()
            progress.finish()
            acceptor.close()
            replayBackend?.backend.stopAndWait()
            return try conclude(proxy.statistics, writer, derived)
        } catch {
            if !error.isInvalidRecording { terminal.reportError(error.message, hint: error.hint) }
            return error.isInvalidRecording ? .usage : .unavailable
        }
    }

    private func proxy(_ replayBackend: ReplayBackend?, _ writer: RecordingWriter?) throws(Failure) -> Proxy {
        do throws(Unavailable) {
            return try Proxy(options.upstream, timeout: options.timeout, replaying: replayBackend, into: writer)
        } catch {
            throw Failure(message: error.message, hint: error.hint)
        }
    }

    private func listen() throws(Failure) -> ListeningSockets {
        do throws(SystemError) { return try ListeningSockets.open(options.bindScope.scope, port: options.port) } catch {
            guard error.code == EADDRINUSE else { throw Failure(message: error.description) }
            throw Failure(
                message: "port \(options.port) is in use by another program",
                hint: RunningServer.stopHint(for: options.port, terminal)
                    ?? "stop that program, or use another port: --port 0 selects a free one"
            )
        }
    }

    private func openWriter() throws(Failure) -> RecordingWriter {
        let start: RecordingWriter.Options.ExistingRecordingPolicy = plan.rewrites ? .replacing : .appending
        do throws(RecordingWriter.Failure) {
            return try RecordingWriter(
                options.path ?? "",
                options: RecordingWriter.Options(
                    start: start,
                    isExact: options.isExact,
                    redacting: options.redaction.redacting,
                    keeping: options.redaction.exempting
                )
            )
        } catch {
            throw Failure(message: error.description)
        }
    }

    private func replay(linkingTo origin: String) throws(Failure) -> ReplayBackend {
        for diagnostic in existingRecording?.diagnostics ?? [] { terminal.writeError(diagnostic.text) }
        guard let scenario = existingRecording?.scenario else { throw Failure(message: "", isInvalidRecording: true) }
        var settings = Backend.Options()
        settings.linkOrigin = origin
        do {
            let backend = try Backend.start(scenario, options: settings)
            return try ReplayBackend(backend, passesMisses: plan.onMiss != .fail)
        } catch {
            throw Failure(message: "\(error)")
        }
    }

    /// Completes the recording and prints the summary.
    private func conclude(
        _ statistics: RecordStatistics,
        _ writer: RecordingWriter?,
        _ derived: DerivedFile?
    ) throws(Failure) -> ExitStatus {
        let figures = statistics.current
        do throws(RecordingWriter.Failure) {
            try writer?.close()
        } catch {
            throw Failure(message: error.description)
        }
        // A later exchange may have revealed that a part of an earlier path is a secret.
        let rows = statistics.table.map { row in
            var row = row
            if let writer { row.key.path = writer.withoutSecrets(row.key.path) }
            return row
        }
        // Without new exchanges the existing scenario is not changed.
        let scenario = figures.recorded > 0 ? derived.map { DerivedScenarioResult($0, options.scenario) } : nil
        let summary = RecordSummary(figures, rows: rows, options, plan, scenario)
        terminal.write(options.isJSON ? summary.line : summary.text(terminal.style(for: terminal.output)))
        for remark in summary.remarks + (scenario?.remarks ?? []) { terminal.writeError(remark) }
        return figures.lostCount > 0 ? .unavailable : .success
    }

    private func announce(_ origin: String, _ port: Int) {
        let message = RecordStartupMessage(options: options, plan: plan, origin: origin, port: port)
        terminal.write(options.isJSON ? message.line : message.text(terminal.style(for: terminal.output)))
    }
}

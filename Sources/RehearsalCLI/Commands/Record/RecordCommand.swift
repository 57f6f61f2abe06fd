import Rehearsal
import RehearsalClient
import RehearsalDocuments
import RehearsalPlatform
import RehearsalRecorder
import RehearsalRecordings
import RehearsalServer

/// `rehearsal record`, from its options to its last line.
struct RecordCommand: Sendable {
    static let command = Command(
        name: "record",
        summary: "stands before a real backend and writes down what it answers",
        operands: "",
        discussion: """
            Listens on 127.0.0.1 and passes every request on to the real backend; lead the client there instead. What
            comes back goes to the client as it comes, and each exchange is in the recording before the client has the
            last of its bytes. The recording is a HAR that rehearsal serve plays, with the bodies as files beside it.

            A recording that is there already is replayed, and the real backend is asked nothing: --mode new asks it
            for what the recording does not know, and adds that; --mode rewrite makes the recording anew, which takes
            the place of the old one at the end. --on-miss forward passes on what is not there without recording it;
            without a recording that is a spy.

            At the end a scenario stands beside the recording, Recordings/api.jsonc beside Recordings/api.har: an
            endpoint for each method and path, answers that changed as sequences, ids that flow from answers to paths,
            policies where a token was renewed or a limit met, and comments that say what it was derived from. It plays
            what was recorded, and is there to be edited; once it is, --scenario rewrite alone writes over it.

            Secrets (credentials, cookies, members such as "access_token") are taken out before anything is written.
            What goes wrong is recorded as what it was: refused, dns, timeout, reset, tls, malformed, incomplete. The
            client gets 502 or 504 with a problem document that says so.

            For https the machine's own OpenSSL checks the certificate; SSL_CERT_FILE=ca.pem names an authority of your
            own. WebSockets are not recorded: they are answered 501.
            """,
        options: RecordOptions.fields.map(\.option),
        examples: [
            "rehearsal record --upstream https://api.example.com --into Recordings/api":
                "writes down what the client does with http://127.0.0.1:8080 until Ctrl-C",
            "rehearsal record --upstream http://127.0.0.1:5000 --into Recordings/api --mode new":
                "replays what is there, and adds what is not",
            "rehearsal record --upstream https://api.example.com --on-miss forward":
                "looks on: nothing is written, and the table at the end says what was asked",
        ],
        exits: [
            .held: "stopped by SIGINT (Ctrl-C) or SIGTERM, and everything is written",
            .couldNot:
                "the port is in use, something could not be written, or https needs an OpenSSL that is not there",
            .usage: "the command line or the recording that is there is wrong",
        ],
        run: { arguments, terminal throws(UsageError) in try Self(RecordOptions(arguments), terminal).run() }
    )

    let options: RecordOptions
    let plan: RecordPlan
    let terminal: Terminal
    /// The recording that is there, if it is to answer.
    private let known: ScenarioFiles.Loaded?

    init(_ options: RecordOptions, _ terminal: Terminal) throws(UsageError) {
        (self.options, self.terminal) = (options, terminal)
        if let path = options.path { RecordingWriter.recover(path) }
        let path = options.path.flatMap { FileSystem.isFile($0) ? $0 : nil }
        // One that is made anew need not be one that can be read.
        known =
            options.mode == .rewrite
            ? nil
            : path.map { path in
                ScenarioFiles.load([path], options: ScenarioFiles.Options(isExact: options.isExact))
            }
        // Where nothing came the last time, there is nothing that could be replayed.
        let isEmpty = known?.scenario?.endpoints.isEmpty ?? false
        plan = try RecordPlan(options, isThere: path != nil && !isEmpty)
    }

    /// Why it could not be done.
    struct Failure: Error {
        let message: String
        var hint: String?
        /// Whether it is a document that is wrong, whose diagnostics have been shown.
        var isDocument = false
    }

    func run() -> ExitStatus {
        let signals = StopSignals()
        LoopGroup.raiseDescriptorLimit()
        do throws(Failure) {
            let listening = try listen()
            let origin = "http://127.0.0.1:\(listening.port)"
            let replaying = try plan.replays ? replay(linkingTo: origin) : nil
            let derived = plan.records ? options.path.map { DerivedFile(beside: $0, isExact: options.isExact) } : nil
            let writer = try plan.records ? openWriter() : nil
            let proxy = try proxy(replaying, writer)
            let acceptor = Acceptor(listening, proxy)
            do throws(SystemError) { try acceptor.open() } catch { throw Failure(message: error.description) }
            announce(origin, listening.port)
            let progress = RecordProgress(proxy.statistics, terminal)
            progress.start()
            signals.wait()
            progress.finish()
            acceptor.close()
            replaying?.backend.stopAndWait()
            return try conclude(proxy.statistics, writer, derived)
        } catch {
            if !error.isDocument { terminal.complain(error.message, hint: error.hint) }
            return error.isDocument ? .usage : .couldNot
        }
    }

    private func proxy(_ replaying: Replaying?, _ writer: RecordingWriter?) throws(Failure) -> Proxy {
        do throws(Unavailable) {
            return try Proxy(options.upstream, timeout: options.timeout, replaying: replaying, into: writer)
        } catch {
            throw Failure(message: error.message, hint: error.hint)
        }
    }

    private func listen() throws(Failure) -> Listening {
        do throws(SystemError) { return try Listening.open(options.reach.scope, port: options.port) } catch {
            guard error.code == EADDRINUSE else { throw Failure(message: error.description) }
            throw Failure(
                message: "port \(options.port) is in use by another program",
                hint: "stop it, or take another port: --port 0 takes any that is free"
            )
        }
    }

    private func openWriter() throws(Failure) -> RecordingWriter {
        let start: RecordingWriter.Options.Start = plan.startsAnew ? .replacing : .continuing
        do throws(RecordingWriter.Failure) {
            return try RecordingWriter(
                options.path ?? "",
                options: RecordingWriter.Options(
                    start: start,
                    isExact: options.isExact,
                    taking: options.redaction.taking,
                    keeping: options.redaction.keeping
                )
            )
        } catch {
            throw Failure(message: error.description)
        }
    }

    private func replay(linkingTo origin: String) throws(Failure) -> Replaying {
        for diagnostic in known?.diagnostics ?? [] { terminal.writeError(diagnostic.text) }
        guard let scenario = known?.scenario else { throw Failure(message: "", isDocument: true) }
        var settings = Backend.Options()
        settings.linkOrigin = origin
        do {
            let backend = try Backend.start(scenario, options: settings)
            return try Replaying(backend, passesMisses: plan.onMiss != .fail)
        } catch {
            throw Failure(message: "\(error)")
        }
    }

    /// Ends the recording, and says what came of it.
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
        // What a later exchange has shown to be a secret may be in an earlier path.
        let rows = statistics.table.map { row in
            var row = row
            if let writer { row.key.path = writer.withoutSecrets(row.key.path) }
            return row
        }
        // Where nothing was recorded, what is there stays as it is.
        let scenario = figures.recorded > 0 ? derived.map { DerivedSummary($0, options.scenario) } : nil
        let summary = RecordSummary(figures, rows: rows, options, plan, scenario)
        terminal.write(options.isJSON ? summary.line : summary.text(terminal.style(for: terminal.output)))
        for remark in summary.remarks + (scenario?.remarks ?? []) { terminal.writeError(remark) }
        return figures.lost > 0 ? .couldNot : .held
    }

    private func announce(_ origin: String, _ port: Int) {
        let welcome = RecordStartupMessage(options: options, plan: plan, origin: origin, port: port)
        terminal.write(options.isJSON ? welcome.line : welcome.text(terminal.style(for: terminal.output)))
    }
}

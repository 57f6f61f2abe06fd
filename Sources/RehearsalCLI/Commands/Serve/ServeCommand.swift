import Rehearsal
import RehearsalDocuments
import RehearsalPlatform
import RehearsalRedaction
import RehearsalServer

/// `rehearsal serve`, from its documents to its last line.
struct ServeCommand: Sendable {
    static let command = Command(
        name: "serve",
        summary: "plays a scenario or a recording on a port of this machine",
        operands: "[SCENARIO|HAR…]",
        discussion: """
            Answers requests on 127.0.0.1 and ::1 as the scenario says, and shows each as it happens. A HAR file that a
            browser or a proxy has saved is a scenario too. Without a file it plays the scenario that ships with it.

            A request that nothing in the scenario answers gets 501, with the nearest endpoints and one that is ready
            to be pasted. Nothing is ever passed on to a real backend.

            With --lan a phone on the same network can use it too: it listens on every address of this machine and
            prints the URLs. \(DeviceNotes.transportSecurity) Anybody on the network can reach it then, and is
            answered.

            Secrets (credentials, cookies, members such as "access_token") are taken out of everything that is shown or
            written.

            While it plays, rehearsal play has it play something else on the same port, release lets held replies go,
            wait waits for what a client does, journal shows it. They find it by a file that only its owner can read,
            $TMPDIR/rehearsal-UID/PORT.json, which also holds the token that its control port requires of every
            request: that of REHEARSAL_TOKEN, or one that cannot be guessed.
            """,
        options: ServeOptions.fields.map(\.option),
        examples: [
            "rehearsal serve Scenarios/outage/503-503-200.jsonc": "a backend that recovers on the third try",
            "rehearsal serve --port 0 --json --journal requests.ndjson reservations.har":
                "for a script: any free port, one line of JSON that names it, requests in a file",
            "rehearsal serve --detach login.jsonc && rehearsal wait 'post /login' && rehearsal stop":
                "in the background, for as long as somebody tests",
            "rehearsal serve --lan reservations.har": "for an app on a phone",
        ],
        exits: [
            .held: "stopped by SIGINT (Ctrl-C), SIGTERM or rehearsal stop; with --detach: it is ready",
            .couldNot: "could not start: the port is in use, a file cannot be written",
            .usage: "the command line or a document is wrong",
        ],
        run: start
    )

    private static func start(_ arguments: Arguments, _ terminal: Terminal) throws(UsageError) -> ExitStatus {
        let serving = ServeCommand(options: try ServeOptions(arguments, terminal), terminal: terminal)
        guard serving.options.isDetached, serving.background == nil else { return try serving.run() }
        return Detaching(terminal: terminal).run(Array(CommandLine.arguments.dropFirst()))
    }

    let options: ServeOptions
    let terminal: Terminal

    /// Nil for one that somebody looks at.
    let background: Background?

    init(options: ServeOptions, terminal: Terminal) {
        (self.options, self.terminal) = (options, terminal)
        background = options.isDetached ? Background(terminal.environment) : nil
    }

    func run() throws(UsageError) -> ExitStatus {
        let signals = StopSignals()
        let loaded = Documents.load(options.paths, options.reading)
        for diagnostic in loaded.diagnostics { terminal.writeError(diagnostic.text) }
        guard var scenario = loaded.scenario else { return .usage }
        // The digest of a large scenario costs time that only a run with draws, or a machine that asks, has use for.
        let isSeeded = options.isJSON || options.token != nil || scenario.draws
        let token = isSeeded ? try Seeding.seed(&scenario, options.token) : nil
        do {
            return try serve(scenario, files: loaded.files, token: token, signals: signals)
        } catch let error as StateFolder.Failure {
            terminal.complain(error.description, hint: error.hint)
        } catch {
            terminal.complain("\(error)")
        }
        return .couldNot
    }

    private func serve(
        _ scenario: Scenario,
        files: [String],
        token: RunToken?,
        signals: StopSignals,
    ) throws -> ExitStatus {
        let others = options.missing.map { [(option: "add-missing", path: $0)] } ?? []
        let outputs = try Outputs(options.outputs, besides: others, playing: files, terminal)
        defer { outputs.close() }
        let settings = try settings()
        let backend = try Backend.start(scenario, options: settings)
        let writers = try outputs.writers(for: backend)
        let control = try openControl(backend, scenario, settings)
        // Whoever has asked it to end waits for this, so it comes last.
        defer { control?.forget() }
        let adding = try options.missing.map { try MissingEndpoints(of: backend, to: $0, terminal) }
        let watcher = options.isWatching ? try watch(backend, files, seed: scenario.seed) : nil
        // Who started it in the background and has gone since knows nothing of it, and nobody would end it.
        if try announce(scenario, on: backend, token: token, control: control) { signals.wait() }
        watcher?.finish()
        backend.stopAndWait()
        control?.stop()
        adding?.finish()
        outputs.writeTrace(of: backend)
        let isAllSaid = conclude(writers.map { ($0, $0.finish()) }, backend)
        if isAllSaid, !options.outputs.showsOnTerminal {
            background?.removeLog(of: backend.port, in: StateFolder(terminal.environment))
        }
        return .held
    }

    private func openControl(_ backend: Backend, _ scenario: Scenario, _ settings: Backend.Options) throws
        -> ControlPort?
    {
        guard options.control.isOn else { return nil }
        let port = try ControlPort(for: backend, scenario, options, playing: settings, terminal)
        guard let failure = port.unwritten else { return port }
        // In the background nothing could stop it.
        if options.isDetached { throw failure }
        terminal.writeError(
            "warning: rehearsal play, stop and the like cannot find this server: \(failure.description)"
        )
        if let hint = failure.hint { terminal.writeError("  \(hint)") }
        return port
    }

    /// What the options come to for the backend.
    func settings() throws -> Backend.Options {
        let keepsReplies = options.outputs.har != nil
        var settings = try options.limits.settings(
            port: options.port,
            threads: options.threads,
            keepsReplies: keepsReplies
        )
        settings.reach = options.reach
        settings.linkOrigin = options.linkOrigin
        // Sessions that are made while it plays are reached on its port.
        settings.sharesPort = options.control.isOn
        return settings
    }

    /// Plays what the files say whenever they change.
    private func watch(_ backend: Backend, _ files: [String], seed: UInt64?) throws -> ScenarioWatcher {
        let (options, terminal) = (options, terminal)
        let name = options.paths.first ?? ""
        return try ScenarioWatcher(backend, files: files) {
            var loaded = Documents.load(options.paths, options.reading)
            if loaded.scenario?.seed == nil { loaded.scenario?.seed = seed }
            return loaded
        } report: { report in
            switch report {
            case .playing(let scenario, let diagnostics):
                for diagnostic in diagnostics { terminal.writeError(diagnostic.text) }
                let count = "endpoint".counted(scenario.endpoints.count)
                terminal.writeError("\(name) has changed and plays now: \(count)")
            case .broken(let diagnostics):
                for diagnostic in diagnostics { terminal.writeError(diagnostic.text) }
                terminal.writeError("\(name) has changed and cannot be played; what was played before goes on")
            case .failed(let reason):
                terminal.writeError(
                    "\(name) has changed and cannot be played (\(reason)); what was played before goes on"
                )
            }
        }
    }

    /// Says what has to be said at the end; false if there was anything wrong.
    private func conclude(_ ends: [(writer: Outputs.Writer, shortfall: Shortfall)], _ backend: Backend) -> Bool {
        // What a log could not be written to may still be full.
        var terminal = terminal
        terminal.patience = .seconds(1)
        for (writer, shortfall) in ends {
            for sentence in shortfall.sentences(about: writer.name) { terminal.writeError(sentence) }
        }
        if backend.journal.turnedAway > 0 {
            terminal.writeError(
                "\(backend.journal.turnedAway) connections were turned away: there was no descriptor left; "
                    + "raise the limit with: ulimit -n 65536"
            )
        }
        let har = ends.first { $0.writer.isHAR }?.shortfall
        let stopped = StoppedLine(exchanges: backend.journal.count, dropped: backend.journal.dropped, har: har)
        if options.isJSON {
            terminal.write(stopped.text)
        } else {
            terminal.write("stopped after \("request".counted(stopped.exchanges))")
        }
        return backend.journal.turnedAway == 0 && ends.allSatisfy(\.shortfall.isNone)
    }
}

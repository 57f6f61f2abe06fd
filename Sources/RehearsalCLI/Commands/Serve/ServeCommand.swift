import Rehearsal
import RehearsalDocuments
import RehearsalOpenAPI
import RehearsalPlatform
import RehearsalRedaction
import RehearsalServer

/// The `rehearsal serve` command, which plays a scenario on a port.
struct ServeCommand: Sendable {
    static let command = Command(
        name: "serve",
        summary: "serve a scenario or a recording on a local port",
        operands: "[SCENARIO|HAR…]",
        description: """
            Answers requests on 127.0.0.1 and ::1 as the scenario defines. A HAR file from a browser or a proxy, and an
            OpenAPI document in YAML or JSON, can be served like a scenario. Without an operand, serves the built-in demo scenario. On a terminal, logs each
            exchange on one line; elsewhere only with --log.

            A request without a matching endpoint receives 501. The reply names the nearest endpoints, and an endpoint
            that you can paste into the scenario. Requests are never forwarded to a real backend.

            With --lan, the server listens on every address of this machine, and prints the URLs for other devices, such
            as a phone. Every device on the network can then send requests. \(DeviceNotes.transportSecurity)

            Secrets (credentials, cookies, members such as "access_token") are redacted in all output.

            While the server runs, rehearsal play switches it to another scenario, release sends held replies, wait
            waits for requests, and journal shows exchanges. These commands find the server through its state file,
            $TMPDIR/rehearsal-UID/PORT.json, which only the owner of the server can read. The state file contains the
            token that the control port requires: the value of REHEARSAL_TOKEN, or a random token.
            """,
        options: ServeOptions.fields.map(\.option),
        examples: [
            "rehearsal serve Scenarios/outage/503-503-200.jsonc": "serve a backend that recovers on the third request",
            "rehearsal serve --port 0 --json --journal requests.ndjson reservations.har":
                "for a script: select a free port, print it as JSON, and write exchanges to a file",
            "rehearsal serve --detach login.jsonc && rehearsal wait 'post /login' && rehearsal stop":
                "run in the background during a test",
            "rehearsal serve api.yaml": "serve the operations of an OpenAPI document; see rehearsal help openapi",
            "rehearsal serve --lan reservations.har": "serve a recording to an app on a phone",
        ],
        exitStatuses: [
            .success: "stopped by SIGINT (Ctrl-C), SIGTERM or rehearsal stop; with --detach: the server is ready",
            .unavailable: "the server did not start: the port is in use, or a file cannot be written",
            .usage: "the command line or a document is not valid",
        ],
        run: start
    )

    private static func start(_ arguments: Arguments, _ terminal: Terminal) throws(UsageError) -> ExitStatus {
        let serveCommand = ServeCommand(options: try ServeOptions(arguments, terminal), terminal: terminal)
        guard serveCommand.options.isDetached, serveCommand.background == nil else { return try serveCommand.run() }
        return DetachedStart(terminal: terminal).run(Array(CommandLine.arguments.dropFirst()))
    }

    let options: ServeOptions
    let terminal: Terminal

    /// The log and the pipe of a background server; nil for a server in the foreground.
    let background: BackgroundServer?

    init(options: ServeOptions, terminal: Terminal) {
        (self.options, self.terminal) = (options, terminal)
        background = options.isDetached ? BackgroundServer(terminal.environment) : nil
    }

    func run() throws(UsageError) -> ExitStatus {
        let signals = StopSignals()
        let loaded = DocumentLoading.load(options.paths, options.loadOptions)
        for diagnostic in loaded.diagnostics { terminal.writeError(diagnostic.text) }
        guard var scenario = loaded.scenario else { return .usage }
        let contract = try ContractLoading.contract(of: loaded, &scenario, enforces: options.isEnforcing)
        // The token contains a digest, which takes time for a large scenario, so it is created only if it is used.
        let isSeeded = options.isJSON || options.token != nil || scenario.usesRandomness
        let token = isSeeded ? try RunSeed.seed(&scenario, options.token) : nil
        do {
            return try serve(scenario, contract, files: loaded.files, token: token, signals: signals)
        } catch let error as StateFolder.Failure {
            terminal.reportError(error.description, hint: error.hint)
        } catch let error as Backend.StartError {
            let hint = error.usedPort.flatMap { RunningServer.stopHint(for: $0, terminal) }
            terminal.reportError(error.description, hint: hint)
        } catch {
            terminal.reportError("\(error)")
        }
        return .unavailable
    }

    private func serve(
        _ scenario: Scenario,
        _ contract: APIContract?,
        files: [String],
        token: RunToken?,
        signals: StopSignals,
    ) throws -> ExitStatus {
        let others = options.missingEndpointsPath.map { [(option: "add-missing", path: $0)] } ?? []
        let outputs = try RunOutputs(options.outputs, with: others, inputs: files, terminal)
        defer { outputs.close() }
        let settings = try settings(underContract: contract != nil)
        let backend = try Backend.start(scenario, options: settings)
        let writers = try outputs.writers(for: backend)
        let reporter = try contract.map { try ContractReporter(backend, $0, scenario) { terminal.writeError($0) } }
        let control = try openControl(backend, scenario, settings)
        // `rehearsal stop` waits until the state file is removed, so this runs last.
        defer { control?.removeStateFile() }
        let missingEndpointWriter = try options.missingEndpointsPath.map {
            try MissingEndpointWriter(of: backend, to: $0, terminal)
        }
        let watcher = options.isWatching ? try watch(backend, files, seed: scenario.seed) : nil
        // If the foreground process has ended, the user does not know of this server, so it stops.
        if try announce(scenario, on: backend, token: token, control: control) { signals.wait() }
        watcher?.finish()
        backend.stopAndWait()
        control?.stop()
        missingEndpointWriter?.finish()
        outputs.writeTrace(of: backend)
        if let result = reporter?.finish() { terminal.writeError(result.summary) }
        let isOutputComplete = conclude(writers.map { ($0, $0.finish()) }, backend)
        if isOutputComplete, !options.outputs.showsOnTerminal {
            background?.removeLog(of: backend.port, in: StateFolder(terminal.environment))
        }
        return .success
    }

    private func openControl(_ backend: Backend, _ scenario: Scenario, _ settings: Backend.Options) throws
        -> ControlPort?
    {
        guard options.control.isOn else { return nil }
        let port = try ControlPort(for: backend, scenario, options, playing: settings, terminal)
        guard let failure = port.stateFileFailure else { return port }
        // `rehearsal stop` could not find a background server without its state file.
        if options.isDetached { throw failure }
        terminal.writeError(
            "warning: rehearsal play, stop and other commands cannot find this server: \(failure.description)"
        )
        if let hint = failure.hint { terminal.writeError("  \(hint)") }
        return port
    }

    /// Returns the settings of the backend that the options determine.
    func settings(underContract: Bool = false) throws -> Backend.Options {
        let keepsReplies = options.outputs.har != nil || underContract
        var settings = try options.limits.settings(
            port: options.port,
            threads: options.threads,
            keepsReplies: keepsReplies
        )
        settings.reach = options.bindScope
        settings.linkOrigin = options.linkOrigin
        // Sessions that are created later share this port.
        settings.sharesPort = options.control.isOn
        return settings
    }

    /// Starts to reload the scenario whenever its files change.
    private func watch(_ backend: Backend, _ files: [String], seed: UInt64?) throws -> ScenarioWatcher {
        let (options, terminal) = (options, terminal)
        let name = options.paths.first ?? ""
        return try ScenarioWatcher(backend, files: files) {
            var loaded = DocumentLoading.load(options.paths, options.loadOptions)
            if loaded.scenario?.seed == nil { loaded.scenario?.seed = seed }
            if options.isEnforcing, let contract = loaded.contract ?? loaded.playedAPI {
                loaded.scenario?.requestCheck = APIContract(contract.document).requestCheck
            }
            return loaded
        } report: { report in
            switch report {
            case .playing(let scenario, let diagnostics):
                for diagnostic in diagnostics { terminal.writeError(diagnostic.text) }
                let count = "endpoint".pluralized(scenario.endpoints.count)
                terminal.writeError("reloaded \(name): \(count)")
            case .broken(let diagnostics):
                for diagnostic in diagnostics { terminal.writeError(diagnostic.text) }
                terminal.writeError("\(name) changed and is not valid; the server keeps the previous version")
            case .failed(let reason):
                terminal.writeError(
                    "\(name) changed and cannot be played (\(reason)); the server keeps the previous version"
                )
            }
        }
    }

    /// Prints the final messages. Returns false if output was lost or connections were rejected.
    private func conclude(_ results: [(writer: RunOutputs.Writer, loss: OutputLoss)], _ backend: Backend) -> Bool {
        // Standard error may be a log that cannot be written, so each message waits at most one second.
        var terminal = terminal
        terminal.writeTimeout = .seconds(1)
        for (writer, loss) in results {
            for sentence in loss.sentences(about: writer.name) { terminal.writeError(sentence) }
        }
        if backend.journal.rejectedConnections > 0 {
            terminal.writeError(
                "\(backend.journal.rejectedConnections) connections were rejected because no file descriptor was left; "
                    + "to raise the limit: ulimit -n 65536"
            )
        }
        let har = results.first { $0.writer.isHAR }?.loss
        let stopped = StoppedLine(exchanges: backend.journal.count, dropped: backend.journal.dropped, har: har)
        if options.isJSON {
            terminal.write(stopped.text)
        } else {
            terminal.write("stopped after \("request".pluralized(stopped.exchanges))")
        }
        return backend.journal.rejectedConnections == 0 && results.allSatisfy(\.loss.isNone)
    }
}

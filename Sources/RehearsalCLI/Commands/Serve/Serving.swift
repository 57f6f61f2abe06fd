import Rehearsal
import RehearsalFiles
import RehearsalServer

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// One run of `serve`, from its documents to its last line.
struct Serving: Sendable {
    let options: ServeOptions
    let terminal: Terminal

    func run() throws(UsageError) -> ExitStatus {
        let signals = StopSignals()
        let loaded = Documents.load(options.paths, options.reading)
        for diagnostic in loaded.diagnostics { terminal.writeError(diagnostic.text) }
        guard var scenario = loaded.scenario else { return .usage }
        // The digest of a large scenario costs time that only a run with draws, or a machine that asks, has use for.
        let isSeeded = options.isJSON || options.token != nil || scenario.draws
        let token = isSeeded ? try Seeding.seed(&scenario, options.token) : nil
        do {
            let outputs = try Outputs(options.outputs, terminal)
            defer { outputs.close() }
            let backend = try Backend.start(scenario, options: try settings())
            let writers = try outputs.writers(for: backend)
            let seed = scenario.seed
            let adding = try options.missing.map { try MissingEndpoints(of: backend, to: $0, terminal) }
            let watcher = options.isWatching ? try watch(backend, loaded.files, seed: seed) : nil
            announce(scenario, backend, token)
            signals.wait()
            watcher?.finish()
            backend.stopAndWait()
            adding?.finish()
            outputs.writeTrace(of: backend)
            conclude(writers.map { ($0.name, $0.writer.finish()) }, backend)
            return .held
        } catch {
            terminal.complain("\(error)")
            return .couldNot
        }
    }

    /// What the options come to for the backend.
    func settings() throws -> Backend.Options {
        var settings = Backend.Options()
        settings.port = options.port
        settings.reach = options.reach
        settings.linkOrigin = options.linkOrigin
        settings.journalBytes = options.limits.journalBytes
        settings.limits = options.limits.limits
        settings.leniency = options.limits.leniency
        settings.loops = try LoopGroup(threads: options.threads)
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
                let count = scenario.endpoints.count
                terminal.writeError("\(name) has changed and plays now: \(count) endpoint\(count == 1 ? "" : "s")")
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

    private func announce(_ scenario: Scenario, _ backend: Backend, _ token: RunToken?) {
        guard options.isJSON else {
            let style = terminal.style(for: terminal.output)
            var welcome = Welcome(scenario: scenario, origin: backend.origin, port: backend.port, style: style)
            if options.reach == .network {
                welcome.devices = DeviceNotes(
                    urls: backend.deviceOrigins,
                    linkOrigin: backend.linkOrigin,
                    style: style
                )
            }
            terminal.write(welcome.text + (token.map { "\nagain: --token \($0)" } ?? "") + "\n")
            return
        }
        let line = ReadyLine(
            baseURL: backend.origin,
            urls: backend.deviceOrigins,
            port: backend.port,
            process: getpid(),
            scenario: scenario.name,
            token: token
        )
        terminal.write(line.text)
    }

    private func conclude(_ missing: [(name: String, count: Int)], _ backend: Backend) {
        // What a log could not be written to may still be full.
        var terminal = terminal
        terminal.patience = .seconds(1)
        for (name, count) in missing where count > 0 {
            terminal.writeError("\(count) exchanges are missing from \(name): it was read or written too slowly")
        }
        if backend.journal.turnedAway > 0 {
            terminal.writeError(
                "\(backend.journal.turnedAway) connections were turned away: there was no descriptor left; "
                    + "raise the limit with: ulimit -n 65536"
            )
        }
        let stopped = StoppedLine(exchanges: backend.journal.count, dropped: backend.journal.dropped)
        if options.isJSON {
            terminal.write(stopped.text)
        } else {
            terminal.write("stopped after \(stopped.exchanges) request\(stopped.exchanges == 1 ? "" : "s")")
        }
    }
}

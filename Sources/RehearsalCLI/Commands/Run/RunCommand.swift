import Rehearsal
import RehearsalDocuments
import RehearsalHarness
import RehearsalPlatform
import RehearsalReports
import RehearsalServer
import RehearsalVerify

/// The `rehearsal run` command, which runs a command against a scenario and checks its requests.
struct RunCommand: Sendable {
    static let command = Command(
        name: "run",
        summary: "run a command against a scenario and check its requests",
        operands: "SCENARIO|HAR… -- COMMAND [ARGUMENT…]",
        description: """
            Plays the scenario on a free port and starts the command. When the command exits, reports each expectation
            that was not met and each request without a matching endpoint. Everything after the first -- is the
            command; it inherits standard input and output, so it works in a pipe.

            The command receives the base URL of the backend, http://127.0.0.1:PORT, in the environment variable
            REHEARSAL_URL. The variable SIMCTL_CHILD_REHEARSAL_URL passes the URL to an app that simctl launches, and
            TEST_RUNNER_REHEARSAL_URL to tests that xcodebuild runs. The URL also replaces {url} in an argument.

            Ctrl-C ends the command, its child processes and the backend, and still prints the results so far. Processes
            that remain after 5 seconds receive SIGTERM, and 2 seconds later SIGKILL; a second Ctrl-C sends SIGKILL at
            once. If the command exits by itself, processes that it has started may continue to run.
            """,
        options: RunOptions.fields.map(\.option),
        examples: [
            "rehearsal run Scenarios/outage/503-503-200.jsonc -- curl --retry 3 -s {url}/api/v1/reservations":
                "check that curl retries and sends no other request",
            "rehearsal run outage.jsonc -- xcodebuild test -scheme App -destination 'name=iPhone 16'":
                "run tests that read their base URL from REHEARSAL_URL",
            "rehearsal run login.jsonc --until-met -- xcrun simctl launch --console booted com.example.app":
                "run an app until the expectations are met",
            "rehearsal run notes.jsonc --schedule Schedules/PROP-03-createNote.schedule.jsonc -- ./smoke-test.sh":
                "inject the faults of a schedule that rehearsal explore found",
            "rehearsal run login.jsonc -- sh -c 'curl -s \"$REHEARSAL_URL/me\" | jq .name'":
                "run a shell command line; a script works too: -- ./smoke-test.sh",
        ],
        exitStatuses: [
            .success: "every expectation was met, and the command exited with status 0",
            .failed: "an expectation was not met, or the command exited with another status, which is printed",
            .unavailable: "the command or the backend did not start, or a file cannot be written",
            .usage: "the command line or a document is not valid",
        ],
        run: { arguments, terminal throws(UsageError) in
            try Self(options: RunOptions(arguments), terminal: terminal).run()
        }
    )

    let options: RunOptions
    let terminal: Terminal

    func run() throws(UsageError) -> ExitStatus {
        let loaded = DocumentLoading.load(options.paths, options.loadOptions)
        for diagnostic in loaded.diagnostics { terminal.writeError(diagnostic.text) }
        guard var scenario = loaded.scenario else { return .usage }
        let contract = try ContractLoading.contract(of: loaded, &scenario, enforces: options.isEnforcing)
        let token = scenario.usesRandomness || options.token != nil ? try RunSeed.seed(&scenario, options.token) : nil
        if options.isUntilMet { try Self.requireExpectations(scenario) }
        let treatment = try treatment(by: options.schedule, &scenario)
        do {
            let others = options.reports.compactMap { $0.path == "-" ? nil : (option: "report", path: $0.path) }
            let outputs = try RunOutputs(options.outputs, with: others, inputs: loaded.files, terminal)
            defer { outputs.close() }
            let reports = try ReportFiles(options.reports, terminal)
            defer { reports.close() }
            // Until here a signal ends the process at once, for example while it waits for a reader of a named pipe.
            let signals = HandledSignals()
            let limit = DescriptorLimit()
            let backend = try Backend.start(scenario, options: try settings(underContract: contract != nil))
            let writers = try outputs.writers(for: backend)
            let reporter = try contract.map { try ContractReporter(backend, $0, scenario) }
            announce(scenario, backend, token)
            var report = try runCommand(scenario, on: backend, signals: signals, limit: limit)
            backend.stopAndWait()
            note(treatment)
            outputs.writeTrace(of: backend)
            if let result = reporter?.finish() { report.judgement.items.append(result.item) }
            for writer in writers {
                for sentence in writer.finish().sentences(about: writer.name) { terminal.writeError(sentence) }
            }
            return conclude(report, reports)
        } catch let error as ChildProcess.StartError {
            terminal.reportError(error.description, hint: error.hint)
        } catch {
            terminal.reportError("\(error)")
        }
        return .unavailable
    }

    private static func requireExpectations(_ scenario: Scenario) throws(UsageError) {
        // `Backend.start` reports a scenario that cannot be played.
        guard let compiledScenario = try? CompiledScenario(scenario) else { return }
        let turns = [Int](repeating: 0, count: compiledScenario.endpoints.count)
        let initialResult = compiledScenario.evaluate(
            VerificationInput(entries: [], now: 0, answeredCounts: turns, redaction: Redaction(salt: 0))
        )
        guard initialResult.isMet else { return }
        throw UsageError(
            "--until-met needs an expectation, and \(scenario.name.quoted) has none that waits for a request",
            hint: "add \"expect\": [{ \"get\": \"/path\" }] to the scenario, or omit --until-met"
        )
    }

    /// Makes a scenario treat its requests by the schedule of a file; returns nil without a file.
    private func treatment(by path: String?, _ scenario: inout Scenario) throws(UsageError) -> ArrivalTreatment? {
        guard let path else { return nil }
        let treatment = ArrivalTreatment(try StoredSchedule(path).file.schedule)
        scenario.requestCheck = treatment.check
        return treatment
    }

    private func note(_ treatment: ArrivalTreatment?) {
        guard let count = treatment?.unusedCount, count > 0 else { return }
        terminal.writeError("note: fewer requests arrived than the schedule has actions; \(count) had no effect")
    }

    /// Returns the settings of the backend that the options determine.
    func settings(underContract: Bool = false) throws -> Backend.Options {
        let keepsReplies = options.outputs.har != nil || underContract
        return try options.limits.settings(port: options.port, threads: 1, keepsReplies: keepsReplies)
    }

    private func runCommand(
        _ scenario: Scenario,
        on backend: Backend,
        signals: HandledSignals,
        limit: DescriptorLimit,
    ) throws -> RunReport {
        let wallClock = WallClock()
        let startedAt = SystemClock.now()
        let command = options.command.map { $0.replacing("{url}", with: backend.origin) }
        let processes = try limit.withLimit { () throws(ChildProcess.StartError) in
            try ProcessGroup(command, adding: variables(backend.origin), keepsIgnoredHangup: signals.isHangupIgnored)
        }
        let outcome: RunMonitor.Outcome
        do {
            outcome = try wait(for: processes, backend, signals, startedAt)
        } catch {
            processes.killAll()
            throw error
        }
        return RunReport(
            scenario: scenario.name,
            url: backend.origin,
            startedAt: wallClock.since1970(startedAt),
            duration: .nanoseconds(SystemClock.now() - startedAt),
            command: command,
            commandEnd: outcome.commandEnd,
            ending: ending(outcome.reason),
            isStatusCounted: !options.isUntilMet,
            requests: backend.journal.count,
            judgement: outcome.judgement
        )
    }

    /// Collects signals, process exits and journal changes as events, and waits for the end of the run.
    private func wait(
        for processes: ProcessGroup,
        _ backend: Backend,
        _ signals: HandledSignals,
        _ startedAt: Int64,
    ) throws -> RunMonitor.Outcome {
        let events = RunEventQueue(requestSignals: { _ in HandledSignals.sendMarker() })
        try Thread.start { processes.reap { events.post($0.map { .commandEnded($0) } ?? .descendantEnded) } }.detach()
        try Thread.start {
            while true {
                let arrival = signals.next()
                events.post(arrival.isMark ? .signalsDelivered : .signal(arrival))
            }
        }.detach()
        let follower = try JournalFollower(backend, onNews: { events.post(.journal) })
        defer { follower.finish() }
        var monitor = RunMonitor(
            backend: backend,
            events: events,
            command: processes,
            isUntilMet: options.isUntilMet,
            deadline: options.timeout.map { startedAt + $0.nanoseconds } ?? .max
        )
        return monitor.run()
    }

    private func variables(_ url: String) -> [(name: String, value: String)] {
        ["REHEARSAL_URL", "SIMCTL_CHILD_REHEARSAL_URL", "TEST_RUNNER_REHEARSAL_URL"].map { ($0, url) }
    }

    private func ending(_ reason: RunMonitor.Reason) -> RunReport.EndReason {
        switch reason {
        case .command: .command
        case .met: .expectationsMet
        case .timeout: .timeout(options.timeout ?? .zero)
        case .signal(let number): .interrupted(SignalName.of(number))
        }
    }

    private func announce(_ scenario: Scenario, _ backend: Backend, _ token: RunToken?) {
        let style = terminal.style(for: terminal.errors)
        let tokenNote = token.map { ", repeat with --token \($0)" } ?? ""
        let count = backend.judge().items.count.counted("expectation")
        terminal.writeError(
            "\(style.bold(scenario.name.printable)) on \(style.cyan(backend.origin)), \(count)\(tokenNote)"
        )
    }

    private func conclude(_ report: RunReport, _ reports: ReportFiles) -> ExitStatus {
        let verdict = RunVerdict(report: report, style: terminal.style(for: terminal.errors))
        // The output of the command may end without a line feed.
        let start = terminal.errors.isTerminal ? "\n" : ""
        var terminal = terminal
        // An interrupted run must not wait long for a paused terminal.
        if case .interrupted = report.ending { terminal.writeTimeout = .seconds(1) }
        terminal.writeError(start + verdict.lines.joined(separator: "\n"))
        GitHubReport.write(report.annotations, summary: report.markdown, to: terminal)
        var incomplete = reports.write(report)
        if options.isJSON, !terminal.write("\n" + String(decoding: report.json.bytes(), as: UTF8.self)) {
            incomplete.append(IncompleteOutput(path: "-", reason: nil))
        }
        for output in incomplete { terminal.reportError(output.sentence) }
        return switch report.outcome {
        case .met: incomplete.isEmpty ? .success : .unavailable
        case .failed: .failed
        case .notJudged: .unavailable
        }
    }
}

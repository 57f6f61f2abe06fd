import Rehearsal
import RehearsalDocuments
import RehearsalPlatform
import RehearsalReports
import RehearsalServer
import RehearsalVerify

/// `rehearsal run`, from its documents to its verdict.
struct RunCommand: Sendable {
    static let command = Command(
        name: "run",
        summary: "runs a command against a scenario, and judges what it did",
        operands: "SCENARIO|HAR… -- COMMAND [ARGUMENT…]",
        discussion: """
            Plays the scenario on a free port, starts the command, and when it ends says what arrived and what should
            have: each expectation of the scenario, each request that nothing answers. Everything after the first -- is
            the command; its input and output are those of this program, so that they can be piped.

            The command finds the backend in its environment, as REHEARSAL_URL; SIMCTL_CHILD_REHEARSAL_URL hands it on
            to an app that simctl launches, TEST_RUNNER_REHEARSAL_URL to tests that xcodebuild runs. {url} in an
            argument is replaced by it: http://127.0.0.1:PORT, without a slash at its end.

            Ctrl-C ends the command, all that it has started, and the backend, and still says what was judged so far.
            What is left after 5 seconds is asked once more to end (SIGTERM), 2 seconds later it has to; a second
            Ctrl-C ends it at once. What a command has left running when it ends by itself is left alone.
            """,
        options: RunOptions.fields.map(\.option),
        examples: [
            "rehearsal run Scenarios/outage/503-503-200.jsonc -- curl --retry 3 -s {url}/api/v1/reservations":
                "does it get there, and does it ask for nothing else?",
            "rehearsal run outage.jsonc -- xcodebuild test -scheme App -destination 'name=iPhone 16'":
                "tests that take their base URL from REHEARSAL_URL",
            "rehearsal run login.jsonc --until-met -- xcrun simctl launch --console booted com.example.app":
                "an app that never ends by itself",
            "rehearsal run login.jsonc -- sh -c 'curl -s \"$REHEARSAL_URL/me\" | jq .name'":
                "a line of shell; a script works as well: -- ./smoke-test.sh",
        ],
        exits: [
            .held: "all that is expected happened, and the command exited with 0",
            .failed: "something expected did not happen, or the command did not exit with 0 (its status is said)",
            .couldNot: "it could not be judged: the command or the backend did not start, a file cannot be written",
            .usage: "the command line or a document is wrong",
        ],
        run: { arguments, terminal throws(UsageError) in
            try Self(options: RunOptions(arguments), terminal: terminal).run()
        }
    )

    let options: RunOptions
    let terminal: Terminal

    func run() throws(UsageError) -> ExitStatus {
        let loaded = Documents.load(options.paths, options.reading)
        for diagnostic in loaded.diagnostics { terminal.writeError(diagnostic.text) }
        guard var scenario = loaded.scenario else { return .usage }
        let token = scenario.draws || options.token != nil ? try Seeding.seed(&scenario, options.token) : nil
        if options.isUntilMet { try Self.checkThatItExpectsSomething(scenario) }
        do {
            let others = options.reports.compactMap { $0.path == "-" ? nil : (option: "report", path: $0.path) }
            let outputs = try Outputs(options.outputs, besides: others, playing: loaded.files, terminal)
            defer { outputs.close() }
            let reports = try ReportFiles(options.reports, terminal)
            defer { reports.close() }
            // Up to here a signal ends this as it ends any program, also while a pipe is waited for to be opened.
            let signals = RelayedSignals()
            let limit = DescriptorLimit()
            let backend = try Backend.start(scenario, options: try settings())
            let writers = try outputs.writers(for: backend)
            announce(scenario, backend, token)
            let report = try watch(scenario, on: backend, signals: signals, limit: limit)
            backend.stopAndWait()
            outputs.writeTrace(of: backend)
            for writer in writers {
                for sentence in writer.finish().sentences(about: writer.name) { terminal.writeError(sentence) }
            }
            return conclude(report, reports)
        } catch let error as ChildProcess.StartError {
            terminal.complain(error.description, hint: error.hint)
        } catch {
            terminal.complain("\(error)")
        }
        return .couldNot
    }

    private static func checkThatItExpectsSomething(_ scenario: Scenario) throws(UsageError) {
        // One that cannot be played is refused when it is started.
        guard let playbook = try? Playbook(scenario) else { return }
        let turns = [Int](repeating: 0, count: playbook.endpoints.count)
        let atStart = playbook.judge(Evidence(entries: [], now: 0, turns: turns, redaction: Redaction(salt: 0)))
        guard atStart.isMet else { return }
        throw UsageError(
            "--until-met waits for what the scenario expects, and \(scenario.name.quoted) expects nothing to happen",
            hint: "add \"expect\": [{ \"get\": \"/path\" }] to it, or leave --until-met out"
        )
    }

    /// What the options come to for the backend.
    func settings() throws -> Backend.Options {
        let keepsReplies = options.outputs.har != nil
        return try options.limits.settings(port: options.port, threads: 1, keepsReplies: keepsReplies)
    }

    private func watch(
        _ scenario: Scenario,
        on backend: Backend,
        signals: RelayedSignals,
        limit: DescriptorLimit,
    ) throws -> RunReport {
        let wall = WallClock()
        let startedAt = SystemClock.now()
        let command = options.command.map { $0.replacing("{url}", with: backend.origin) }
        let offspring = try limit.during { () throws(ChildProcess.StartError) in
            try Offspring(command, adding: variables(backend.origin), leavingHangup: signals.isHangupIgnored)
        }
        let outcome: RunWatch.Outcome
        do {
            outcome = try wait(for: offspring, backend, signals, startedAt)
        } catch {
            offspring.endAll()
            throw error
        }
        return RunReport(
            scenario: scenario.name,
            url: backend.origin,
            startedAt: wall.since1970(startedAt),
            duration: .nanoseconds(SystemClock.now() - startedAt),
            command: command,
            commandEnd: outcome.commandEnd,
            ending: ending(outcome.reason),
            isStatusCounted: !options.isUntilMet,
            requests: backend.journal.count,
            judgement: outcome.judgement
        )
    }

    /// Has everything that may happen told in one place, and waits there.
    private func wait(
        for offspring: Offspring,
        _ backend: Backend,
        _ signals: RelayedSignals,
        _ startedAt: Int64,
    ) throws -> RunWatch.Outcome {
        let events = RunEvents(askForSignals: { _ in RelayedSignals.mark() })
        try Thread.start { offspring.reap { events.post($0.map { .commandEnded($0) } ?? .descendantEnded) } }.detach()
        try Thread.start {
            while true {
                let arrival = signals.next()
                events.post(arrival.isMark ? .signalsTold : .signal(arrival))
            }
        }.detach()
        let follower = try JournalFollower(backend, onNews: { events.post(.journal) })
        defer { follower.finish() }
        var watch = RunWatch(
            backend: backend,
            events: events,
            command: offspring,
            isUntilMet: options.isUntilMet,
            deadline: options.timeout.map { startedAt + $0.nanoseconds } ?? .max
        )
        return watch.run()
    }

    private func variables(_ url: String) -> [(name: String, value: String)] {
        ["REHEARSAL_URL", "SIMCTL_CHILD_REHEARSAL_URL", "TEST_RUNNER_REHEARSAL_URL"].map { ($0, url) }
    }

    private func ending(_ reason: RunWatch.Reason) -> RunReport.Ending {
        switch reason {
        case .command: .command
        case .met: .met
        case .timeout: .timeout(options.timeout ?? .zero)
        case .signal(let number): .interrupted(SignalName.of(number))
        }
    }

    private func announce(_ scenario: Scenario, _ backend: Backend, _ token: RunToken?) {
        let style = terminal.style(for: terminal.errors)
        let again = token.map { ", again: --token \($0)" } ?? ""
        let count = backend.judge().items.count.counted("expectation")
        terminal.writeError("\(style.bold(scenario.name.printable)) on \(style.cyan(backend.origin)), \(count)\(again)")
    }

    private func conclude(_ report: RunReport, _ reports: ReportFiles) -> ExitStatus {
        let verdict = RunVerdict(report: report, style: terminal.style(for: terminal.errors))
        // The last line of the command may not have ended.
        let start = terminal.errors.isTerminal ? "\n" : ""
        var terminal = terminal
        // Who interrupts a run does not wait for somebody who does not read.
        if case .interrupted = report.ending { terminal.patience = .seconds(1) }
        terminal.writeError(start + verdict.lines.joined(separator: "\n"))
        GitHubReport.write(report.annotations, summary: report.markdown, to: terminal)
        var incomplete = reports.write(report)
        if options.isJSON, !terminal.write("\n" + String(decoding: report.json.bytes(), as: UTF8.self)) {
            incomplete.append(IncompleteOutput(path: "-", reason: nil))
        }
        for output in incomplete { terminal.complain(output.sentence) }
        return switch report.outcome {
        case .held: incomplete.isEmpty ? .held : .couldNot
        case .failed: .failed
        case .notJudged: .couldNot
        }
    }
}

import Rehearsal
import RehearsalContracts
import RehearsalHarness
import RehearsalPlatform
import RehearsalReports
import RehearsalVerify

/// The `rehearsal explore` command, which searches for fault schedules that break an HTTP client.
struct ExploreCommand {
    static let command = Command(
        name: "explore",
        summary: "search for combinations of faults that break an HTTP client",
        operands: "-- COMMAND [ARGUMENT…]",
        description: """
            Starts the command, called the subject: a program that contains the client and a model of its backend. The
            subject runs schedules. A schedule is a list of calls, pauses and losses of the connection, and says for
            each request whether it succeeds, fails, is lost before it takes effect, or takes effect although its reply
            is lost. After each schedule, properties are checked: that a write takes effect at most once, for example,
            or that the client recovers. rehearsal help exploring lists them.

            Most of the first schedules are random. Then all small schedules are tried, among random ones and ones that
            are similar to those that showed a new behavior. A schedule that violates a property is reduced to a short
            one that fails each time: in three runs, or in ten if calls overlap. One that fails only sometimes is
            reported as not reproducible, and does not count as a failure.

            In Swift, the subject declares an Exploration, and calls Contract.answerOnStandardInput(exploring:).

            The first Ctrl-C ends the search, and the report contains the findings so far. A second one ends the command
            at once.
            """,
        options: ExploreOptions.fields.map(\.option),
        examples: [
            "rehearsal explore -- .build/debug/my-subject": "run 2,000 schedules",
            "rehearsal explore --for 60s --save Schedules -- .build/debug/my-subject":
                "search for a minute, and keep the schedule of each finding as a file",
            "rehearsal explore --schedule Schedules --runs 100 -- .build/debug/my-subject":
                "repeat the schedules that were found before",
            "rehearsal explore --seed 7 --only PROP-03 --report html=explore.html -- .build/debug/my-subject":
                "check one property with a given seed, and write a page for a browser",
        ],
        exitStatuses: [
            .success: "no property is violated",
            .failed: "a property is violated; in a replay, in any run",
            .unavailable: "no search is possible: the subject did not start, declares no exploration, or ended early",
            .usage: "the command line or a schedule file is not valid",
        ],
        run: { arguments, terminal throws(UsageError) in try Self(ExploreOptions(arguments), terminal).run() }
    )

    private let options: ExploreOptions
    private let terminal: Terminal

    init(_ options: ExploreOptions, _ terminal: Terminal) { (self.options, self.terminal) = (options, terminal) }

    func run() throws(UsageError) -> ExitStatus {
        let schedules = try StoredSchedule.read(options.schedulePaths)
        let outputs: ReportOutputs<ExplorationReportFormat>
        let folder: ScheduleFolder?
        do throws(Descriptor.OpenError) {
            folder = try options.savePath.map { path throws(Descriptor.OpenError) in
                try ScheduleFolder(creating: path)
            }
            outputs = try ReportOutputs(options.reports, log: options.subjectLog, terminal)
        } catch {
            terminal.reportError("\(error)")
            return .unavailable
        }
        defer { outputs.close() }
        // Signals must be blocked before any thread starts.
        let signalHandler = SignalHandler(HandledSignals())
        defer { signalHandler.killDescendants() }
        do {
            try signalHandler.watch()
            let stop = StopRequest()
            signalHandler.onFirstSignal { stop.make($0) }
            var program = SubjectProgram(options.command)
            program.onErrors = outputs.onStandardError
            let process = try ExploringProcess(program, stop)
            defer { process.finish() }
            let report = schedules.isEmpty ? try search(process) : try replay(schedules, process, stop)
            if let reason = stop.reason { terminal.writeError(reason) }
            return conclude(report, outputs, folder)
        } catch let error as UsageError {
            throw error
        } catch let error as ChildProcess.StartError {
            terminal.reportError(error.description, hint: error.hint)
        } catch {
            terminal.reportError("the client cannot be explored: \("\(error)".printableLines)")
        }
        return .unavailable
    }

    private func search(_ process: ExploringProcess) throws(SubjectFailure) -> ExplorationReport {
        var progress = ExploreProgress(options, terminal)
        var schedules = 0
        defer { progress.finish() }
        do throws(SubjectFailure) {
            return try process.report(of: options.request) {
                schedules = $0.schedules
                progress.show($0)
            }
        } catch {
            guard schedules > 0 else { throw error }
            throw SubjectFailure("\(error.description)\n  to repeat the search: --seed \(options.seed)")
        }
    }

    /// Repeats schedules, and returns one report with all findings.
    private func replay(
        _ schedules: [StoredSchedule],
        _ process: ExploringProcess,
        _ stop: StopRequest,
    ) throws -> ExplorationReport {
        let subject = process.declaration.name
        for schedule in schedules where !schedule.file.subject.isEmpty && schedule.file.subject != subject {
            let problem = "the schedule belongs to \(schedule.file.subject.quoted), not to \(subject.quoted)"
            throw UsageError("\(schedule.path.printable): \(problem)")
        }
        var all = ExplorationReport(subject: subject, seed: 0)
        for schedule in schedules where stop.reason == nil {
            let report: ExplorationReport
            do throws(SubjectFailure) {
                report = try process.report(of: schedule.request(options.properties, runs: options.runs))
            } catch {
                throw SubjectFailure("\(schedule.path): \(error.description)")
            }
            writeLine(of: schedule, report)
            all.add(report)
        }
        return all
    }

    /// Writes the number of runs of a schedule that failed.
    private func writeLine(of schedule: StoredSchedule, _ report: ExplorationReport) {
        let (output, runs) = (textOutput, report.progress.schedules)
        let failed = report.findings.isEmpty ? report.flaky.map(\.failed).max() ?? 0 : runs
        let style = terminal.style(for: output)
        let verdict = failed == 0 ? style.green("passed") : style.red("failed")
        let count = "\(failed == 0 ? runs : failed) of \(runs.counted("run"))"
        let inconclusive = report.progress.inconclusive
        let note = inconclusive == 0 ? "" : ", \(inconclusive) not judged"
        output.write("\(verdict) \(count)\(note): \(schedule.path.printable)\n")
    }

    private var textOutput: Descriptor { options.writesReportToOutput ? terminal.errors : terminal.output }

    private func conclude(
        _ report: ExplorationReport,
        _ outputs: ReportOutputs<ExplorationReportFormat>,
        _ folder: ScheduleFolder?,
    ) -> ExitStatus {
        let style = terminal.style(for: textOutput)
        let isReplay = !options.schedulePaths.isEmpty
        let lines = isReplay ? report.details(style) : report.lines(style)
        let isWritten = lines.isEmpty || textOutput.write(lines.map { $0 + "\n" }.joined())
        GitHubReport.write(report.annotations, summary: report.markdown, to: terminal)
        var incomplete = outputs.write { $0.text(of: report) }.map(\.sentence)
        if !isWritten, !textOutput.isReaderClosed {
            incomplete.append(IncompleteOutput(path: "-", reason: nil).sentence)
        }
        for finding in report.findings {
            do throws(Descriptor.OpenError) {
                if let path = try folder?.save(finding, for: report.subject) {
                    terminal.writeError("wrote \(path.printable)")
                }
            } catch {
                incomplete.append("\(error)")
            }
        }
        if report.progress.schedules == 0 { incomplete.append("no schedule was run") }
        for problem in incomplete { terminal.reportError(problem) }
        if !report.findings.isEmpty || isReplay && !report.flaky.isEmpty { return .failed }
        return incomplete.isEmpty ? .success : .unavailable
    }
}

extension ExplorationReport {
    /// Adds the result of another replay.
    fileprivate mutating func add(_ other: ExplorationReport) {
        findings += other.findings
        flaky += other.flaky
        checked = Set(checked + other.checked).sorted()
        progress.schedules += other.progress.schedules
        add(undeclaredRequests: other.undeclaredRequests)
        progress.findings += other.progress.findings
        progress.inconclusive += other.progress.inconclusive
        progress.elapsed += other.progress.elapsed
    }

    /// The report in Markdown, for the summary of a job.
    fileprivate var markdown: String { "```\n" + lines.joined(separator: "\n") + "\n```" }
}

import Rehearsal
import RehearsalContracts
import RehearsalDocuments
import RehearsalHarness
import RehearsalOpenAPI
import RehearsalPlatform
import RehearsalRedaction
import RehearsalReportPage
import RehearsalReports
import RehearsalServer
import RehearsalVerify

/// The `rehearsal verify` command, which checks an HTTP client against a contract.
struct VerifyCommand: Sendable {
    static let command = Command(
        name: "verify",
        summary: "check an HTTP client against its contract",
        operands: "-- COMMAND [ARGUMENT…]",
        description: """
            Starts the command, called the subject: a small program that contains the client. In each test case, the
            subject calls an operation of the client, which sends its requests to a separate backend. Rules then check
            the requests that arrived and the results that the client returned.

            The subject reads lines of JSON from standard input, and answers each with a line on standard output. The
            first line is {"hello":1}; the answer declares the features and the operations of the client. Each further
            line is a test case, and the answer is its result. The subject may write a log to standard error. In Swift,
            call Contract.answerOnStandardInput. A subject that crashes or hangs is restarted, and the report says so.

            A clause is a rule applied to an operation, with the ID RULE/OPERATION/VARIANT. In a pattern, * matches one
            part of the ID, and ** any number of parts. A list of known failures has one line for each pattern, with an
            optional last day and a reason: RETRY-02/getUser/503 expires: 2026-12-31 the server requires it. A clause on
            the list that passes is an error.
            """,
        options: VerifyOptions.fields.map(\.option) + ExploreOptions.replayOptions,
        examples: [
            "rehearsal verify -- .build/debug/my-subject": "check a client",
            "rehearsal verify --only 'RETRY-02/**' -- python3 subject.py": "check one rule, with every operation",
            "rehearsal verify --write-known-failing known.txt -- ./my-subject":
                "list current failures, so that --known-failing @known.txt fails only for new ones",
            "rehearsal verify --report junit=contract.xml --report html=contract.html -- ./my-subject":
                "write reports for continuous integration and for a browser",
            "rehearsal verify --schedule Schedules/PROP-03-createNote.schedule.jsonc -- ./my-subject":
                "repeat a schedule that rehearsal explore found, and check no clause",
        ],
        exitStatuses: [
            .success: "no clause fails, except known failures",
            .failed: "a clause fails, or the run itself had an error",
            .unavailable: "a clause could not be checked: the command did not start, or violated the protocol",
            .blocked: "all failures are known, but clauses that depend on them could not be checked",
            .usage: "the command line or a list is not valid, or a pattern matches no clause",
        ],
        run: { arguments, terminal throws(UsageError) in
            if ExploreOptions.replayOptions.contains(where: { arguments.names.contains($0.name) }) {
                return try ExploreCommand(ExploreOptions(arguments, of: "verify"), terminal).run()
            }
            return try Self(options: VerifyOptions(arguments), terminal: terminal).run()
        }
    )

    let options: VerifyOptions
    let terminal: Terminal

    func run() throws(UsageError) -> ExitStatus {
        let known = try KnownCaseLists(options)
        let additions =
            try options.helloAdditionsPath.map { path throws(UsageError) in try InputFile.json(path) } ?? [:]
        let documented = try documentedOperations()
        let outputs: ReportOutputs<ContractReportFormat>
        do throws(Descriptor.OpenError) {
            // `--list` writes no report.
            let reports = options.isListing ? [] : options.reports
            let list = options.isListing ? nil : options.newListPath
            outputs = try ReportOutputs(reports, list: list, log: options.subjectLog, terminal)
        } catch {
            terminal.reportError("\(error)")
            return .unavailable
        }
        defer { outputs.close() }
        // Signals must be blocked before any thread starts.
        let signalHandler = SignalHandler(HandledSignals())
        defer { signalHandler.killDescendants() }
        let subject: ChildProcessSubject
        do {
            try signalHandler.watch()
            subject = try start(documented, additions, outputs)
        } catch let error as ChildProcess.StartError {
            terminal.reportError(error.description, hint: error.hint)
            return .unavailable
        } catch {
            terminal.reportError("the client cannot be checked: \("\(error)".printableLines)")
            return .unavailable
        }
        signalHandler.onFirstSignal { subject.cancel($0) }
        defer { Blocking.wait { await subject.finish() } }
        return try judge(subject, documented, known: known, writingTo: outputs)
    }

    /// Returns the operations of the OpenAPI document that the options name; nil without one.
    private func documentedOperations() throws(UsageError) -> DocumentedOperations? {
        guard let path = options.contract else { return nil }
        var diagnostics: [Diagnostic] = []
        let document = LoadedAPIDocument.load(path, root: options.root, diagnostics: &diagnostics)
        for diagnostic in diagnostics where diagnostic.severity == .error { terminal.writeError(diagnostic.text) }
        guard let document, !document.document.hasErrors else {
            throw UsageError("--contract takes an OpenAPI document, and \(path.quoted) is not valid")
        }
        return DocumentedOperations(document.document)
    }

    private func start(
        _ documented: DocumentedOperations?,
        _ additions: JSON,
        _ outputs: ReportOutputs<ContractReportFormat>
    ) throws -> ChildProcessSubject {
        var program = SubjectProgram(options.command)
        program.onErrors = outputs.onStandardError
        let (started, width) = (program, options.isListing ? 1 : options.parallelism)
        let files = files()
        return try Blocking.wait {
            await Result {
                try await ChildProcessSubject.start(
                    started,
                    width: width,
                    defaults: { documented?.defaults(for: $0, after: additions) ?? additions },
                    files: files
                )
            }
        }.get()
    }

    /// Returns the loader of recorded replies and scenarios that the subject names.
    private func files() -> SubjectFileLookup {
        let name = options.command[0]
        let root = options.root ?? FileSystem.realPath(".").flatMap { NamedReply.root(above: $0) }
        return SubjectFileLookup {
            let reply = try NamedReply($0, referencedBy: name, root: root)
            return Declaration.RecordedReply(reply.status, headers: reply.headers, body: reply.body)
        } scenario: {
            try LoadedScenario($0, referencedBy: name, root: root).scenario
        }
    }

    private func judge(
        _ subject: ChildProcessSubject,
        _ documented: DocumentedOperations?,
        known: KnownCaseLists,
        writingTo outputs: ReportOutputs<ContractReportFormat>,
    ) throws(UsageError) -> ExitStatus {
        if options.rejectsUnknownHelloMembers, let status = rejectRemarks(subject.declaration.remarks) { return status }
        var run = ContractRun(subject, profile: options.profile)
        (run.timing, run.width) = (options.timing, options.parallelism)
        let ids = KnownCaseLists.ids(of: run.plan)
        try known.check(among: ids, isRewriting: options.newListPath != nil)
        try options.selection.apply(&run.plan)
        if options.isListing {
            let isComplete = terminal.write(run.plan.clauses.map(\.id).joined(separator: "\n"))
            let probes = run.plan.probes.count
            if probes > 0 { terminal.writeError("plus \(probes) probes with changed replies for the decoding map") }
            return close(isComplete ? [] : [IncompleteOutput(path: "-", reason: nil)], .success)
        }
        let startedAt = SystemClock.wallMilliseconds()
        let progress = VerifyProgress(run.plan.ids.count, terminal)
        let finished = run
        var report = Blocking.wait { await finished.report { progress.count($0) } }
        progress.finish()
        Blocking.wait { await subject.finish() }
        report.startedAt = startedAt
        report.command = options.commandLine
        report.redaction = SessionRedaction.make()
        report.errors +=
            documented?.violations(
                in: report.results,
                of: subject.declaration.operations,
                redactedBy: report.redaction
            ) ?? []
        report.protocolViolations = subject.protocolViolations
        report.warnings += subject.declaration.remarks.map { "hello: \($0)" } + subject.warnings
        let list = known.apply(&report, options, among: ids)
        return conclude(report.snapshot, outputs, list: list)
    }

    /// Reports the members of a hello that have no effect, and returns the exit status; nil if there are none.
    private func rejectRemarks(_ remarks: [String]) -> ExitStatus? {
        guard !remarks.isEmpty else { return nil }
        for remark in remarks { terminal.reportError("hello: \(remark)".printable) }
        return .unavailable
    }

    private func conclude(
        _ report: ReportSnapshot,
        _ outputs: ReportOutputs<ContractReportFormat>,
        list: String?,
    ) -> ExitStatus {
        let textOutput = options.writesReportToOutput ? terminal.errors : terminal.output
        let isTextWritten = textOutput.write(report.lines(terminal.style(for: textOutput)).map { $0 + "\n" }.joined())
        GitHubReport.write(report.annotations, summary: report.markdown, to: terminal)
        var incomplete = outputs.write(list: list) { $0.text(of: report) }
        let isJSONWritten = !options.isJSON || terminal.write(report.json)
        if !isJSONWritten || !options.writesReportToOutput && !isTextWritten && !terminal.output.isReaderClosed {
            if !incomplete.contains(where: { $0.path == "-" }) {
                incomplete.append(IncompleteOutput(path: "-", reason: nil))
            }
        }
        return switch report.outcome {
        case .met: close(incomplete, .success)
        case .failed: close(incomplete, .failed)
        case .blocked: close(incomplete, .blocked)
        case .notJudged: close(incomplete, .unavailable)
        }
    }

    /// Reports the outputs that are incomplete, and returns the exit status. It is not a success if there are any.
    private func close(_ incomplete: [IncompleteOutput], _ status: ExitStatus) -> ExitStatus {
        for sentence in Set(incomplete.map(\.sentence)).sorted() { terminal.reportError(sentence) }
        return status == .success && !incomplete.isEmpty ? .unavailable : status
    }
}

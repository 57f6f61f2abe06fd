import Rehearsal
import RehearsalContracts
import RehearsalDocuments
import RehearsalHarness
import RehearsalPlatform
import RehearsalRedaction
import RehearsalReports
import RehearsalServer
import RehearsalVerify

/// `rehearsal verify`, from its options to its report.
struct VerifyCommand: Sendable {
    static let command = Command(
        name: "verify",
        summary: "holds an HTTP client to what it promises, and shows what it does",
        operands: "-- COMMAND [ARGUMENT…]",
        discussion: """
            Starts the command, a small program around a client, and asks of it what the client says it can do, case by
            case, each against a backend of its own. What arrived and what the client made of the answers is judged by
            rules, each with its source.

            The command is spoken to in lines of JSON: greeted with {"hello":1} on its standard input, it says on its
            standard output what the client promises and which operations it has; then it is asked case by case, and
            answers each in a line. Its standard error is its own. In Swift that is one call,
            Contract.answerOnStandardInput. It is started anew where it dies or hangs, and that is a finding.

            Clauses are called RULE/OPERATION/VARIANT. In a pattern * stands for one of these and ** for any number of
            them. A list of what is known to fail has a line for each pattern, with a reason and perhaps a last day:
            RETRY-02/getUser/503 expires: 2026-12-31 the server asks for it. What is known to fail and passes is an
            error.
            """,
        options: VerifyOptions.fields.map(\.option),
        examples: [
            "rehearsal verify -- .build/debug/my-subject": "what does the client get wrong?",
            "rehearsal verify --only 'RETRY-02/**' -- python3 subject.py": "one rule, with every operation",
            "rehearsal verify --write-known-failing known.txt -- ./my-subject":
                "begins with what there is: from now on --known-failing @known.txt fails for what is new",
            "rehearsal verify --report junit=contract.xml --report html=contract.html -- ./my-subject":
                "for continuous integration, and a page to look at",
        ],
        exits: [
            .held: "the client does what it must, but for what is known to fail",
            .failed: "it does not, or the run itself went wrong",
            .couldNot: "something could not be judged: the command did not start, or broke the protocol",
            .blocked: "nothing fails but what is known to fail, and clauses that depend on it could not be judged",
            .usage: "the command line or a list is wrong, or a pattern means no clause",
        ],
        run: { arguments, terminal throws(UsageError) in
            try Self(options: VerifyOptions(arguments), terminal: terminal).run()
        }
    )

    let options: VerifyOptions
    let terminal: Terminal

    func run() throws(UsageError) -> ExitStatus {
        let known = try KnownLists(options)
        let filling = try options.subject.map { path throws(UsageError) in try InputFile.json(path) } ?? [:]
        let outputs: VerifyOutputs
        do throws(Descriptor.OpenError) {
            outputs = try VerifyOutputs(options, terminal)
        } catch {
            terminal.complain("\(error)")
            return .couldNot
        }
        defer { outputs.close() }
        // Before any thread is started.
        let interruption = Interruption(RelayedSignals())
        defer { interruption.endAll() }
        let subject: ChildSubjects
        do {
            try interruption.watch()
            subject = try start(filling, outputs)
        } catch let error as ChildProcess.StartError {
            terminal.complain(error.description, hint: error.hint)
            return .couldNot
        } catch {
            terminal.complain("nothing can be judged: \("\(error)".printableLines)")
            return .couldNot
        }
        interruption.abandons(subject)
        defer { Blocking.wait { await subject.finish() } }
        return try judge(subject, known, outputs)
    }

    private func start(_ filling: JSON, _ outputs: VerifyOutputs) throws -> ChildSubjects {
        var program = SubjectProgram(options.command)
        program.onErrors = outputs.takeErrors
        let (started, width) = (program, options.isListing ? 1 : options.width)
        let files = files()
        return try Blocking.wait {
            await Result {
                try await ChildSubjects.start(started, width: width, filling: filling, files: files)
            }
        }.get()
    }

    /// Where recorded answers and scenarios are that the subject names.
    private func files() -> SubjectFiles {
        let name = options.command[0]
        let root = options.root ?? FileSystem.realPath(".").flatMap { RecordedAnswer.root(above: $0) }
        return SubjectFiles {
            let answer = try RecordedAnswer($0, asking: name, below: root)
            return Declaration.RecordedReply(answer.status, headers: answer.headers, body: answer.body)
        } scenario: {
            try PlayedScenario($0, asking: name, below: root).scenario
        }
    }

    private func judge(
        _ subject: ChildSubjects,
        _ known: KnownLists,
        _ outputs: VerifyOutputs,
    ) throws(UsageError) -> ExitStatus {
        if options.isHelloStrict, let status = refuse(subject.declaration.remarks) { return status }
        var run = ContractRun(subject, profile: options.profile)
        (run.timing, run.width) = (options.timing, options.width)
        let ids = KnownLists.ids(of: run.plan)
        try known.check(among: ids, isRewriting: options.knownFailing != nil)
        try options.selection.narrow(&run.plan)
        if options.isListing {
            let isWhole = terminal.write(run.plan.clauses.map(\.id).joined(separator: "\n"))
            let probes = run.plan.probes.count
            if probes > 0 { terminal.writeError("\(probes) changed replies are tried besides, for the decoding map") }
            return close(isWhole ? [] : [IncompleteOutput(path: "-", reason: nil)], .held)
        }
        let startedAt = SystemClock.wallMilliseconds()
        let progress = VerifyProgress(run.plan.ids.count, terminal)
        let finished = run
        var report = Blocking.wait { await finished.report { progress.take($0) } }
        progress.finish()
        Blocking.wait { await subject.finish() }
        report.startedAt = startedAt
        report.command = options.repetition
        report.redaction = SessionRedaction.made()
        report.breaches = subject.breaches
        report.warnings += subject.declaration.remarks.map { "hello: \($0)" } + subject.warnings
        let list = known.settle(&report, options, among: ids)
        return conclude(report.written, outputs, list: list)
    }

    /// Reports what has no effect in a hello; returns nil if there is nothing of that kind.
    private func refuse(_ remarks: [String]) -> ExitStatus? {
        guard !remarks.isEmpty else { return nil }
        for remark in remarks { terminal.complain("hello: \(remark)".printable) }
        return .couldNot
    }

    private func conclude(_ report: WrittenReport, _ outputs: VerifyOutputs, list: String?) -> ExitStatus {
        let place = options.isOutputTaken ? terminal.errors : terminal.output
        let isShown = place.write(report.lines(terminal.style(for: place)).map { $0 + "\n" }.joined())
        GitHubReport.write(report.annotations, summary: report.markdown, to: terminal)
        var incomplete = outputs.write(report, list: list)
        let isDocumentShown = !options.isJSON || terminal.write(report.json)
        if !isDocumentShown || !options.isOutputTaken && !isShown && !terminal.output.hasNoReader {
            if !incomplete.contains(where: { $0.path == "-" }) {
                incomplete.append(IncompleteOutput(path: "-", reason: nil))
            }
        }
        return switch report.outcome {
        case .held: close(incomplete, .held)
        case .failed: close(incomplete, .failed)
        case .blocked: close(incomplete, .blocked)
        case .notJudged: close(incomplete, .couldNot)
        }
    }

    /// Says what could not be written; then nobody can rely on what could be.
    private func close(_ incomplete: [IncompleteOutput], _ status: ExitStatus) -> ExitStatus {
        for sentence in Set(incomplete.map(\.sentence)).sorted() { terminal.complain(sentence) }
        return status == .held && !incomplete.isEmpty ? .couldNot : status
    }
}

extension String {
    /// The text with its lines left as they are, and everything else that could steer a terminal written out.
    fileprivate var printableLines: String {
        split(separator: "\n", omittingEmptySubsequences: false).map { String($0).printable }.joined(separator: "\n")
    }
}

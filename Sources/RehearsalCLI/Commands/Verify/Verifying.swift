import Rehearsal
import RehearsalContracts
import RehearsalFiles
import RehearsalHarness
import RehearsalServer

/// One run of `verify`, from its options to its report.
struct Verifying: Sendable {
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
        let (options, started, width) = (options, program, options.isListing ? 1 : options.width)
        let root = options.root ?? FileSystem.realPath(".").flatMap { RecordedAnswer.root(above: $0) }
        return try Blocking.wait {
            await Result {
                try await ChildSubjects.start(started, width: width, filling: filling) { name in
                    let answer = try RecordedAnswer(name, asking: options.command[0], below: root)
                    return Declaration.RecordedReply(answer.status, headers: answer.headers, body: answer.body)
                }
            }
        }.get()
    }

    private func judge(
        _ subject: ChildSubjects,
        _ known: KnownLists,
        _ outputs: VerifyOutputs,
    ) throws(UsageError) -> ExitStatus {
        var run = ContractRun(subject, profile: options.profile)
        (run.timing, run.width) = (options.timing, options.width)
        try known.check(against: run.plan, isRewriting: options.knownFailing != nil)
        try options.selection.narrow(&run.plan)
        if options.isListing {
            terminal.write(run.plan.ids.joined(separator: "\n"))
            return .held
        }
        let startedAt = SystemClock.wallMilliseconds()
        let progress = VerifyProgress(run.plan.ids.count, terminal)
        let finished = run
        var report = Blocking.wait { await finished.report { progress.take($0) } }
        progress.finish()
        Blocking.wait { await subject.finish() }
        report.startedAt = startedAt
        report.command = options.repetition
        report.redaction = Redaction(salt: UInt64.random(in: .min ... .max))
        report.breaches = subject.breaches
        report.warnings += subject.warnings
        return conclude(report, known, outputs)
    }

    private func conclude(_ report: ContractReport, _ known: KnownLists, _ outputs: VerifyOutputs) -> ExitStatus {
        var report = report
        let list = known.settle(&report, options)
        let written = report.written
        let place = options.isJSON ? terminal.errors : terminal.output
        place.write(written.lines(terminal.style(for: place)).map { $0 + "\n" }.joined())
        tellGitHub(written)
        var unwritten = outputs.write(written)
        if let list, let path = options.knownFailing, !write(list, to: path) { unwritten.append(path) }
        for path in unwritten { terminal.complain("\(path.quoted) could not be written whole") }
        if options.isJSON { terminal.write(String(decoding: written.json.bytes(), as: UTF8.self)) }
        return switch written.outcome {
        case .held: unwritten.isEmpty ? .held : .couldNot
        case .failed: .failed
        case .notJudged: .couldNot
        }
    }

    private func write(_ list: String, to path: String) -> Bool {
        do throws(Descriptor.OpenError) {
            let file = try Descriptor.create(path)
            defer { file.close() }
            return file.write(list)
        } catch {
            terminal.complain("\(error)")
            return false
        }
    }

    private func tellGitHub(_ report: WrittenReport) {
        guard terminal.environment["GITHUB_ACTIONS"] == "true" else { return }
        for annotation in report.annotations { terminal.writeError(annotation.text) }
        guard let path = terminal.environment["GITHUB_STEP_SUMMARY"], !path.isEmpty else { return }
        do throws(Descriptor.OpenError) {
            let summary = try Descriptor.append(path)
            summary.write(report.markdown + "\n")
            summary.close()
        } catch {
            terminal.complain("\(error)")
        }
    }
}

extension String {
    /// The text with its lines left as they are, and everything else that could steer a terminal written out.
    fileprivate var printableLines: String {
        split(separator: "\n", omittingEmptySubsequences: false).map { String($0).printable }.joined(separator: "\n")
    }
}

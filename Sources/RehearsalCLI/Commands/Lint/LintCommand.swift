import Rehearsal
import RehearsalContracts
import RehearsalDocuments
import RehearsalLint
import RehearsalPlatform

/// The `rehearsal lint` command, which checks scenarios and recordings.
struct LintCommand: Sendable {
    static let command = Command(
        name: "lint",
        summary: "check scenarios and recordings for errors",
        operands: "PATH…",
        description: """
            Reads each file, and in a folder every *.json, *.jsonc and *.har at any depth. A file may also be an OpenAPI
            document in YAML. Findings go to standard output as file:line:column: error: message, which Xcode and other
            editors turn into links.

            Besides errors, it reports problems that it can prove, as warnings: an endpoint that never answers, a reply
            or state that is never reached, two endpoints that match the same request so that only their order decides
            which one answers, a fault that no client can observe, and secrets in recordings. Each finding has a code,
            which --json prints.

            In an OpenAPI document, examples and default values are checked against their schemas. If a scenario has a
            contract, an OpenAPI document, each reply with a constant body is checked against it, and endpoints without
            an operation and operations without an endpoint are named.

            A file whose name ends with .schedule.jsonc must be a schedule of rehearsal explore.

            With GITHUB_ACTIONS=true, the first ten findings also become annotations of the pull request.
            """,
        options: fields.map(\.option),
        examples: [
            "rehearsal lint Scenarios": "check every document in a folder",
            "rehearsal lint --explain endpoint": "list the keys of an endpoint",
            "rehearsal lint --older-than 90d Recordings": "find recordings that are older than 90 days",
            "rehearsal lint api.yaml": "check an OpenAPI document and the files to which it refers",
            "rehearsal lint --json reservations.har": "print findings as JSON, for a script",
        ],
        exitStatuses: [
            .success: "no error was found; there may be warnings",
            .usage: "a document has errors, or the command line is not valid",
        ],
        run: { arguments, terminal throws(UsageError) in try Self(arguments, terminal).run() }
    )

    private static let fields: [OptionField<LintCommand>] = [
        .text("explain", "NAME", \.topic)
            .help("describe a part or a key of the scenario format, and read no file"),
        .flag("json", \.isJSON).help("print each finding as one line of JSON"),
        OptionField(Option("older-than", "AGE"), \.oldest) { arguments throws(UsageError) in
            try arguments.age("older-than")
        }
        .help("warn about files older than AGE, such as 90d, 12w or 36h; a recording is as old as its newest exchange"),
        .text("contract", "FILE", \.contract).help(
            "check the replies against an OpenAPI document, instead of the \"contract\" of each scenario"
        ),
        .text("stamp", "FILE", \.stamp)
            .help("write a Swift file of one comment unless a document has errors, for a build system"),
        .text("root", "DIR", \.root).help(
            "the folder that must contain all referenced files",
            standard: "the nearest one that has Scenarios/ or Recordings/"
        ),
    ]

    private let paths: [String]
    /// The part or key of the scenario format to describe; nil to check files.
    private var topic: String?
    private var isJSON = false
    private var oldest: Int64?
    /// The file to write when no document has an error.
    private var stamp: String?
    private var root: String?
    /// The OpenAPI document for all scenarios; nil for the contract of each.
    private var contract: String?
    private let terminal: Terminal

    init(_ arguments: Arguments, _ terminal: Terminal) throws(UsageError) {
        (paths, self.terminal) = (arguments.operands, terminal)
        try arguments.read(Self.fields, into: &self)
    }

    func run() throws(UsageError) -> ExitStatus {
        if let topic {
            terminal.write(try Self.explanation(of: topic))
            return .success
        }
        guard !paths.isEmpty else {
            throw UsageError("lint needs a file or a folder", hint: "try: rehearsal lint Scenarios")
        }
        return check()
    }

    private static func explanation(of topic: String) throws(UsageError) -> String {
        let texts = [ScenarioFormat.explanation(of: topic), ScenarioFormat.explanation(ofKey: topic)]
        if let text = texts.compactMap({ $0 }).first { return text }
        throw UsageError(
            "unknown topic \"\(topic.printable)\" in --explain",
            topic,
            nearestOf: ScenarioFormat.topics + ScenarioFormat.keys,
            otherwise: "valid topics are the keys of a scenario and: \(ScenarioFormat.topics.joined(separator: ", "))"
        )
    }

    private func check() -> ExitStatus {
        var files: [String] = []
        for path in paths {
            let found = DocumentSearch.documents(at: path, includingSchedules: true)
            if found.isEmpty { terminal.reportError("\(path) contains no *.json, *.jsonc or *.har") }
            files += found
        }
        if files.isEmpty { return .usage }
        // A file that several documents use has the same findings for each, so repeated findings are removed.
        var seen: Set<Diagnostic> = []
        let findings = self.findings(files).filter { seen.insert($0).inserted }
        for finding in findings {
            if isJSON { terminal.write(finding.json) } else { terminal.write(finding.text) }
        }
        if terminal.environment["GITHUB_ACTIONS"] == "true", !isJSON { annotate(findings) }
        return conclude(findings, files.count)
    }

    private func findings(_ files: [String]) -> [Diagnostic] {
        let checks = LintChecks(now: WallClock.seconds, oldest: oldest)
        var options = ScenarioFiles.Options(root: root, linting: checks)
        options.contract = contract
        let schedules = files.filter { $0.hasSuffix(ScheduleFile.suffix) }
        let files = files.filter { !$0.hasSuffix(ScheduleFile.suffix) }
        let results = files.map { DocumentLoading.load([$0], options) }
        let realPaths = files.map { FileSystem.realPath($0) ?? $0 }
        var extended: Set<String> = []
        for (realPath, result) in zip(realPaths, results) { extended.formUnion(result.files.filter { $0 != realPath }) }
        // Another document extends this one and may use its states, so findings about unused states may be wrong.
        let findings = zip(realPaths, results).flatMap { realPath, result in
            extended.contains(realPath)
                ? result.diagnostics.filter { !Self.stateCodes.contains($0.code) } : result.diagnostics
        }
        return findings + schedules.compactMap(Self.finding)
    }

    /// Returns the error in a schedule file; nil for a valid file.
    private static func finding(inSchedule path: String) -> Diagnostic? {
        do throws(UsageError) {
            return try StoredSchedule.mistake(at: path).map { mistake in
                var finding = Diagnostic(.error, .badValue, path: path, message: mistake.message)
                finding.position = SourceText.Position(line: mistake.line, column: mistake.column, length: 1)
                return finding
            }
        } catch {
            return Diagnostic(.error, .unreadableFile, path: path, message: error.message)
        }
    }

    private static let stateCodes: Set<Diagnostic.Code> = [
        .unreachableState, .unreachableReply, .unsetVariable, .unusedState,
    ]

    private func conclude(_ findings: [Diagnostic], _ files: Int) -> ExitStatus {
        let errors = findings.count { $0.severity == .error }
        let warnings = findings.count { $0.severity == .warning }
        let style = terminal.style(for: terminal.errors)
        let counts = "\("error".pluralized(errors)), \("warning".pluralized(warnings)) in \("file".pluralized(files))"
        terminal.writeError(errors > 0 ? style.red(counts) : style.green(counts))
        guard errors == 0 else { return .usage }
        return stamp.map(writeStamp) ?? .success
    }

    private func writeStamp(_ path: String) -> ExitStatus {
        do throws(LockedFile.Failure) {
            let text = Array("// `rehearsal lint` found no error in the scenarios and recordings.\n".utf8)
            let file = try LockedFile(path)
            try file.write(text, at: 0)
            try file.truncate(to: text.count)
            return .success
        } catch {
            let reason = if case .system(let text) = error { text } else { "another program writes to it" }
            terminal.reportError("cannot write \(path): \(reason)")
            return .usage
        }
    }

    /// Writes findings as workflow commands of GitHub Actions, errors first.
    private func annotate(_ findings: [Diagnostic]) {
        let sorted = findings.filter { $0.severity == .error } + findings.filter { $0.severity == .warning }
        for finding in sorted.prefix(Annotation.maxPerStep) { terminal.write(Self.annotation(finding)) }
    }

    static func annotation(_ finding: Diagnostic) -> String {
        let message = [finding.message, finding.hint].compactMap { $0 }.joined(separator: "\n")
        return Annotation(
            Annotation.Severity(rawValue: finding.severity.rawValue) ?? .error,
            file: finding.path,
            line: finding.position?.line,
            column: finding.position?.column,
            message: message
        ).text
    }
}

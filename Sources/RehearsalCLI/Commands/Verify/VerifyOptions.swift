import Rehearsal
import RehearsalContracts
import RehearsalPlatform
import RehearsalVerify

/// The options of `rehearsal verify`.
struct VerifyOptions: Sendable {
    let command: [String]
    private(set) var profile = Plan.Profile.core
    private(set) var timing = CaseAssertions.Timing.on
    private(set) var selection = ClauseSelection()
    /// The known cases: patterns, or `@` and the path of a list.
    private(set) var known: [(kind: KnownFailure.Kind, text: String)] = []
    /// The path for a new list of failing clauses; nil to write none.
    private(set) var newListPath: String?
    private(set) var enforcesExpiry = false
    private(set) var parallelism = min(16, 8 * Processors.count)
    /// The path of a JSON file with members that the subject's hello lacks.
    private(set) var helloAdditionsPath: String?
    /// The path of an OpenAPI document that describes the operations; nil for none.
    private(set) var contract: String?
    /// The path for the standard error of the subject; `-` is that of this process.
    private(set) var subjectLog: String?
    /// Whether a hello with members that have no effect is rejected.
    private(set) var rejectsUnknownHelloMembers = false
    /// The folder of the recordings and scenarios that the subject names; nil for the nearest one that has
    /// `Recordings/`.
    private(set) var root: String?
    private(set) var reports: [ContractReportRequest] = []
    private(set) var isJSON = false
    private(set) var isListing = false

    static let fields: [OptionField<VerifyOptions>] = [
        .choice("profile", \.profile).help("the set of rules to check", standard: "core"),
        .list("only", "PATTERN", \.selection.only) { ClausePattern($0) }
            .help(
                "check only clauses that match; of a promise (a requirement of this contract only), also the clauses "
                    + "on which it depends; repeatable"
            ),
        .list("skip", "PATTERN", \.selection.skip) { ClausePattern($0) }.help("skip clauses that match; repeatable"),
        .choice("timing", \.timing)
            .help(
                "how to check the delays between requests: off checks lower bounds, on also upper bounds, strict also "
                    + "the distribution",
                standard: "on"
            ),
        .list("known-failing", "PATTERN|@FILE", \.known) { (.failing, $0) }
            .help("clauses that are known to fail, as a pattern or in a file; one that passes is an error; repeatable"),
        .list("known-flaky", "PATTERN|@FILE", \.known) { (.flaky, $0) }.help(
            "clauses that fail intermittently, and so may fail or pass, as a pattern or in a file; repeatable"
        ),
        .text("write-known-failing", "FILE", \.newListPath)
            .help("write the failing clauses to a list, and treat them as known"),
        .flag("enforce-expiry", \.enforcesExpiry).help("treat an expired line of a list as an error"),
        OptionField("shard", "K/N", \.selection.shard) { text throws(UsageError) in try ClauseSelection.shard(text) }
            .help("check part K of N of the clauses; each part includes the clauses that its clauses depend on"),
        .integer("parallel", \.parallelism, in: 1...64).help(
            "the number of subject processes, each of which runs one test case at a time",
            standard: "eight times the cores, 16 at most"
        ),
        .text("subject", "FILE", \.helloAdditionsPath)
            .help("a JSON file with members that the hello of the subject lacks"),
        .text("contract", "FILE", \.contract)
            .help(
                "an OpenAPI document with the requests, replies and fields that the hello of the subject lacks; each "
                    + "request of the client is checked against it"
            ),
        .flag("strict-hello", \.rejectsUnknownHelloMembers)
            .help("reject a hello with a member that has no effect, instead of printing a warning"),
        .text("subject-log", "-|FILE", \.subjectLog)
            .help("write the subject's standard error to a file; - is the standard error of rehearsal"),
        OptionField("root", "DIR", \.root) { path throws(UsageError) in
            guard let root = FileSystem.realPath(path), FileSystem.isFolder(root) else {
                throw UsageError("--root takes a folder, found \(path.quoted)")
            }
            return root
        }
        .help(
            "the folder with the Recordings/ and Scenarios/ that the subject uses",
            standard: "the nearest one that has Recordings/"
        ),
        .list(ContractReportRequest.option, \.reports) { text throws(UsageError) in try ContractReportRequest(text) },
        .flag("json", \.isJSON)
            .help("print the report as one line of JSON, and the text to standard error"),
        .flag("list", \.isListing).help("print the selected clauses without checking them"),
    ]

    init(_ arguments: Arguments) throws(UsageError) {
        command = arguments.afterSeparator ?? []
        guard arguments.positional.isEmpty else {
            throw UsageError(
                "verify takes only options before --, found \(arguments.positional[0].quoted)",
                hint: "try: rehearsal verify -- \(arguments.positional.joined(separator: " ").printable)"
            )
        }
        guard let program = command.first, !program.isEmpty else {
            throw UsageError("verify needs a command after --", hint: "try: rehearsal verify -- ./my-subject")
        }
        try arguments.read(Self.fields, into: &self)
        try checkOutputs()
    }

    /// Whether a report is written to standard output, so that the text goes to standard error.
    var writesReportToOutput: Bool { isJSON || reports.contains(where: \.isStandardOutput) }

    /// Checks that no two reports are written to the same path.
    private func checkOutputs() throws(UsageError) {
        var paths: Set<String> = isJSON ? ["-"] : []
        for path in reports.map(\.path) + (newListPath.map { [$0] } ?? []) where !paths.insert(path).inserted {
            throw UsageError(
                path == "-" ? "two reports go to standard output" : "two outputs go to \(path.quoted)",
                hint: "use a different path for each"
            )
        }
    }

    /// The command line that repeats the run, without selections and known lists.
    var commandLine: [String] {
        var words = ["rehearsal", "verify"]
        if profile != .core { words += ["--profile", profile.rawValue] }
        if timing != .on { words += ["--timing", timing.rawValue] }
        if let helloAdditionsPath { words += ["--subject", helloAdditionsPath] }
        if let contract { words += ["--contract", contract] }
        if let root { words += ["--root", root] }
        return words + ["--"] + command
    }
}

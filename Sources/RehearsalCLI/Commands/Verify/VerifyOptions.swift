import Rehearsal
import RehearsalContracts
import RehearsalPlatform
import RehearsalVerify

/// What `verify` was asked to do.
struct VerifyOptions: Sendable {
    let command: [String]
    private(set) var profile = Plan.Profile.core
    private(set) var timing = Examination.Timing.on
    private(set) var selection = Selection()
    /// Patterns, or lists where they begin with `@`.
    private(set) var known: [(kind: KnownCase.Kind, text: String)] = []
    /// Where the list of what fails is written.
    private(set) var knownFailing: String?
    private(set) var enforcesExpiry = false
    private(set) var width = min(8, 2 * max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))))
    /// What fills in what the subject does not say of itself.
    private(set) var subject: String?
    /// Where the standard error of the subject goes; `-` is ours.
    private(set) var subjectLog: String?
    /// Whether a hello with members that have no effect is refused.
    private(set) var isHelloStrict = false
    /// The folder with the recorded answers and the scenarios that the subject names;
    /// nil for the nearest that has some.
    private(set) var root: String?
    private(set) var reports: [ContractReportRequest] = []
    private(set) var isJSON = false
    private(set) var isListing = false

    static let fields: [OptionField<VerifyOptions>] = [
        .choice("profile", \.profile).help("the rules that the client is held to", standard: "core"),
        .list("only", "PATTERN", \.selection.only) { CasePattern($0) }
            .help("tries these clauses only, and what promises among them rest on; repeatable"),
        .list("skip", "PATTERN", \.selection.skip) { CasePattern($0) }.help("leaves these clauses out; repeatable"),
        .choice("timing", \.timing)
            .help("off judges waits by their lower bounds only, strict by their distribution too", standard: "on"),
        .list("known-failing", "PATTERN|@FILE", \.known) { (.failing, $0) }
            .help("these fail, and must; repeatable"),
        .list("known-flaky", "PATTERN|@FILE", \.known) { (.flaky, $0) }.help("these may fail; repeatable"),
        .text("write-known-failing", "FILE", \.knownFailing)
            .help("writes what fails now as such a list, and takes it as known"),
        .flag("enforce-expiry", \.enforcesExpiry).help("a line of a list whose last day has passed is an error"),
        OptionField("shard", "K/N", \.selection.shard) { text throws(UsageError) in try Selection.shard(text) }
            .help("tries the K-th of N parts; what others rest on is in each part"),
        .integer("parallel", \.width, in: 1...64).help(
            "how many processes there are, and cases at a time",
            standard: "twice the cores, 8 at most"
        ),
        .text("subject", "FILE", \.subject)
            .help("fills in what the command does not say of the client, as JSON of the same form"),
        .flag("strict-hello", \.isHelloStrict)
            .help("refuses a hello with a member that has no effect, instead of a warning"),
        .text("subject-log", "-|FILE", \.subjectLog)
            .help("shows what the command writes to its standard error; - is ours"),
        OptionField("root", "DIR", \.root) { path throws(UsageError) in
            guard let root = FileSystem.realPath(path), FileSystem.isFolder(root) else {
                throw UsageError("there is no folder \(path.quoted)")
            }
            return root
        }
        .help("the folder whose Recordings/ and Scenarios/ hold what the subject names", standard: "found"),
        .list(ContractReportRequest.option, \.reports) { text throws(UsageError) in try ContractReportRequest(text) },
        .flag("json", \.isJSON)
            .help("prints the report as a line of JSON on standard output, the text to standard error"),
        .flag("list", \.isListing).help("prints the clauses that would be judged, and tries none"),
    ]

    init(_ arguments: Arguments) throws(UsageError) {
        command = arguments.trailing ?? []
        guard arguments.leading.isEmpty else {
            throw UsageError(
                "verify takes only options before --, found \(arguments.leading[0].quoted)",
                hint: "try: rehearsal verify -- \(arguments.leading.joined(separator: " ").printable)"
            )
        }
        guard let program = command.first, !program.isEmpty else {
            throw UsageError("verify needs a command, after --", hint: "try: rehearsal verify -- ./my-subject")
        }
        try arguments.read(Self.fields, into: &self)
        try checkOutputs()
    }

    /// Whether the text gives way to a document on the standard output.
    var isOutputTaken: Bool { isJSON || reports.contains(where: \.isOutput) }

    /// Of two that are written to one place nothing would be left that can be read.
    private func checkOutputs() throws(UsageError) {
        var taken: Set<String> = isJSON ? ["-"] : []
        for path in reports.map(\.path) + (knownFailing.map { [$0] } ?? []) where !taken.insert(path).inserted {
            throw UsageError(
                path == "-" ? "two reports cannot share the standard output" : "\(path.quoted) is to be written twice",
                hint: "give each a path of its own"
            )
        }
    }

    /// What repeats the run, without what selects clauses and without what is known of them.
    var repetition: [String] {
        var words = ["rehearsal", "verify"]
        if profile != .core { words += ["--profile", profile.rawValue] }
        if timing != .on { words += ["--timing", timing.rawValue] }
        if let subject { words += ["--subject", subject] }
        if let root { words += ["--root", root] }
        return words + ["--"] + command
    }
}

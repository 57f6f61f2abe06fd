import Rehearsal
import RehearsalContracts
import RehearsalPlatform

/// What `verify` was asked to do.
struct VerifyOptions: Sendable {
    var command: [String]
    var profile: Plan.Profile
    var timing: Examination.Timing
    var selection: Selection
    /// Patterns, or lists where they begin with `@`.
    var known: [(kind: KnownCase.Kind, text: String)]
    /// Where the list of what fails is written.
    var knownFailing: String?
    var enforcesExpiry: Bool
    var width: Int
    /// What fills in what the subject does not say of itself.
    var subject: String?
    /// Where the standard error of the subject goes; `-` is ours.
    var subjectLog: String?
    /// Whether a hello with members that have no effect is refused.
    var isHelloStrict: Bool
    /// The folder with the recorded answers and the scenarios that the subject names;
    /// nil for the nearest that has some.
    var root: String?
    var reports: [ContractReportRequest]
    var isJSON: Bool
    var isListing: Bool

    static let declared: [Option] = [
        Option("profile", "core|extended", "the rules that the client is held to", standard: "core"),
        Option("only", "PATTERN", "tries these clauses only, and what promises among them rest on; repeatable")
            .repeatable(),
        Option("skip", "PATTERN", "leaves these clauses out; repeatable").repeatable(),
        Option(
            "timing",
            "off|on|strict",
            "off judges waits by their lower bounds only, strict by their distribution too",
            standard: "on"
        ),
        Option("known-failing", "PATTERN|@FILE", "these fail, and must; repeatable").repeatable(),
        Option("known-flaky", "PATTERN|@FILE", "these may fail; repeatable").repeatable(),
        Option("write-known-failing", "FILE", "writes what fails now as such a list, and takes it as known"),
        Option(flag: "enforce-expiry", "a line of a list whose last day has passed is an error"),
        Option("shard", "K/N", "tries the K-th of N parts; what others rest on is in each part"),
        Option(
            "parallel",
            "N",
            "how many processes there are, and cases at a time",
            standard: "twice the cores, 8 at most"
        ),
        Option("subject", "FILE", "fills in what the command does not say of the client, as JSON of the same form"),
        Option(flag: "strict-hello", "refuses a hello with a member that has no effect, instead of a warning"),
        Option("subject-log", "-|FILE", "shows what the command writes to its standard error; - is ours"),
        Option(
            "root",
            "DIR",
            "the folder whose Recordings/ and Scenarios/ hold what the subject names",
            standard: "found"
        ),
        ContractReportRequest.option,
        Option(flag: "json", "prints the report as a line of JSON on standard output, the text to standard error"),
        Option(flag: "list", "prints the clauses that would be judged, and tries none"),
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
        profile = try arguments.choice("profile") ?? .core
        timing = try arguments.choice("timing") ?? .on
        selection = try Selection(arguments)
        known =
            arguments.all("known-failing").map { (.failing, $0) } + arguments.all("known-flaky").map { (.flaky, $0) }
        knownFailing = arguments["write-known-failing"]
        enforcesExpiry = arguments.has("enforce-expiry")
        width = try arguments.integer("parallel", in: 1...64) ?? min(8, 2 * Self.cores)
        subject = arguments["subject"]
        subjectLog = arguments["subject-log"]
        isHelloStrict = arguments.has("strict-hello")
        root = try arguments["root"].map { path throws(UsageError) in
            guard let root = FileSystem.realPath(path), FileSystem.isFolder(root) else {
                throw UsageError("there is no folder \(path.quoted)")
            }
            return root
        }
        reports = try arguments.all("report").map { text throws(UsageError) in try ContractReportRequest(text) }
        isJSON = arguments.has("json")
        isListing = arguments.has("list")
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

    private static var cores: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

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

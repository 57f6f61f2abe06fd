import Rehearsal
import RehearsalDocuments

/// The options of `rehearsal run`.
struct RunOptions: Sendable {
    let paths: [String]
    let command: [String]
    private(set) var port = 0
    private(set) var isJSON = false
    private(set) var isUntilMet = false
    private(set) var timeout: Duration?
    private(set) var outputs = OutputOptions()
    private(set) var reports: [ReportRequest] = []
    /// The options for reading documents and recordings.
    private(set) var loadOptions = ScenarioFiles.Options()
    /// Whether a request that violates the API document is answered with an error.
    private(set) var isEnforcing = false
    /// The path of the schedule whose actions treat the requests; nil for none.
    private(set) var schedule: String?
    private(set) var limits = LimitOptions()
    private(set) var token: RunToken?

    /// The default time limit of `--until-met`.
    private static let defaultTimeout = Duration.seconds(60)

    static let fields: [OptionField<RunOptions>] =
        [
            DocumentLoading.contract.nested(\.loadOptions),
            ContractLoading.enforce(\.isEnforcing),
            .integer("port", \.port, in: 0...65_535)
                .help("the port to listen on; 0 selects a free one", standard: "0"),
            .flag("until-met", \.isUntilMet).help(
                "end the command when every expectation is met; if it exits earlier, keep waiting for requests; ignore "
                    + "its exit status"
            ),
            .text("schedule", "FILE", \.schedule).help(
                "treat the requests as the schedule of a file says, in the order of their arrival; see rehearsal explore"
            ),
            OptionField(Option("timeout", "TIME"), \.timeout) { arguments throws(UsageError) in
                try arguments.duration("timeout")
            }
            .help("the time limit, after which the run fails", standard: "none, 60s with --until-met"),
            .flag("json", \.isJSON).help("print the verdict as the last line of standard output, in JSON"),
            .list(ReportRequest.option, \.reports) { text throws(UsageError) in try ReportRequest(text) },
            OutputOptions.journal.nested(\.outputs),
            OutputOptions.har.nested(\.outputs),
            OutputOptions.log.nested(\.outputs)
                .help("log each exchange on one line; - is standard error", standard: "off"),
            OutputOptions.trace.nested(\.outputs),
            RunSeed.field(\.token),
        ] + DocumentLoading.fields.map { $0.nested(\.loadOptions) } + LimitOptions.fields.map { $0.nested(\.limits) }

    init(_ arguments: Arguments) throws(UsageError) {
        paths = arguments.positional
        command = arguments.afterSeparator ?? []
        guard !paths.isEmpty else {
            throw UsageError(
                "run needs a scenario",
                hint: "try: rehearsal run SCENARIO -- \(command.first?.printable ?? "curl -s {url}/")"
            )
        }
        guard let program = command.first else {
            let words = paths.count > 1 ? paths.dropFirst().joined(separator: " ") : "curl -s {url}/"
            throw UsageError(
                "run needs a command after --",
                hint: "try: rehearsal run \(paths[0].printable) -- \(words.printable)"
            )
        }
        guard !program.isEmpty else { throw UsageError("the command after -- is empty") }
        try arguments.read(Self.fields, into: &self)
        if isEnforcing, schedule != nil { throw UsageError("--enforce and --schedule exclude each other") }
        if isUntilMet, timeout == nil { timeout = Self.defaultTimeout }
    }
}

import Rehearsal
import RehearsalDocuments

/// What `run` was asked to do.
struct RunOptions: Sendable {
    let paths: [String]
    let command: [String]
    private(set) var port = 0
    private(set) var isJSON = false
    private(set) var isUntilMet = false
    private(set) var timeout: Duration?
    private(set) var outputs = OutputOptions()
    private(set) var reports: [ReportRequest] = []
    /// How documents and recordings are read.
    private(set) var reading = ScenarioFiles.Options()
    private(set) var limits = LimitOptions()
    private(set) var token: RunToken?

    /// How long the evidence is waited for where nothing is said.
    private static let patience = Duration.seconds(60)

    static let fields: [OptionField<RunOptions>] =
        [
            .integer("port", \.port, in: 0...65_535)
                .help("the port to listen on; 0 takes any that is free", standard: "0"),
            .flag("until-met", \.isUntilMet).help(
                "ends the command once all that is expected has happened, and goes on waiting for it after the "
                    + "command; its exit status does not count"
            ),
            OptionField(Option("timeout", "TIME"), \.timeout) { arguments throws(UsageError) in
                try arguments.duration("timeout")
            }
            .help("ends the run, which has then failed", standard: "none, 60s with --until-met"),
            .flag("json", \.isJSON).help("prints the verdict as a line of JSON, the last of the standard output"),
            .list(ReportRequest.option, \.reports) { text throws(UsageError) in try ReportRequest(text) },
            OutputOptions.journal.of(\.outputs),
            OutputOptions.har.of(\.outputs),
            OutputOptions.log.of(\.outputs)
                .help("shows each exchange in a line; - is the standard error", standard: "off"),
            OutputOptions.trace.of(\.outputs),
            Seeding.field(\.token),
        ] + Documents.fields.map { $0.of(\.reading) } + LimitOptions.fields.map { $0.of(\.limits) }

    init(_ arguments: Arguments) throws(UsageError) {
        paths = arguments.leading
        command = arguments.trailing ?? []
        guard !paths.isEmpty else {
            throw UsageError(
                "run needs a scenario",
                hint: "try: rehearsal run SCENARIO -- \(command.first?.printable ?? "curl -s {url}/")"
            )
        }
        guard let program = command.first else {
            let words = paths.count > 1 ? paths.dropFirst().joined(separator: " ") : "curl -s {url}/"
            throw UsageError(
                "run needs a command, after --",
                hint: "try: rehearsal run \(paths[0].printable) -- \(words.printable)"
            )
        }
        guard !program.isEmpty else { throw UsageError("the command after -- is an empty word") }
        try arguments.read(Self.fields, into: &self)
        if isUntilMet, timeout == nil { timeout = Self.patience }
    }
}

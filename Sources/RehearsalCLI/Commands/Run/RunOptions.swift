import Rehearsal
import RehearsalDocuments

/// What `run` was asked to do.
struct RunOptions: Sendable {
    var paths: [String]
    var command: [String]
    var port: Int
    var isJSON: Bool
    var isUntilMet: Bool
    var timeout: Duration?
    var outputs: OutputOptions
    var reports: [ReportRequest]
    /// How documents and recordings are read.
    var reading: ScenarioFiles.Options
    var limits: LimitOptions
    var token: RunToken?

    /// How long the evidence is waited for where nothing is said.
    private static let patience = Duration.seconds(60)

    static let declared: [Option] =
        [
            Option("port", "N", "the port to listen on; 0 takes any that is free", standard: "0"),
            Option(
                flag: "until-met",
                "ends the command once all that is expected has happened, and goes on waiting for it after the "
                    + "command; its exit status does not count"
            ),
            Option("timeout", "TIME", "ends the run, which has then failed", standard: "none, 60s with --until-met"),
            Option(flag: "json", "prints the verdict as a line of JSON, the last of the standard output"),
            ReportRequest.option,
            OutputOptions.journal,
            OutputOptions.har,
            Option(
                "log",
                "-|FILE|off",
                "shows each exchange in a line; - is the standard error",
                standard: "off"
            ),
            OutputOptions.trace,
            Seeding.option,
        ] + Documents.replaying + LimitOptions.declared

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
        port = try arguments.integer("port", in: 0...65_535) ?? 0
        isJSON = arguments.has("json")
        isUntilMet = arguments.has("until-met")
        timeout = try arguments.duration("timeout") ?? (isUntilMet ? Self.patience : nil)
        outputs = OutputOptions(arguments, terminal: .errors, standard: .off)
        reports = try arguments.all("report").map { text throws(UsageError) in try ReportRequest(text) }
        reading = try Documents.options(arguments)
        limits = try LimitOptions(arguments)
        token = try Seeding.token(arguments)
    }
}

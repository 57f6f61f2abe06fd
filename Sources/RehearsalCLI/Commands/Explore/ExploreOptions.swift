import Rehearsal
import RehearsalContracts
import RehearsalHarness

/// The options of `rehearsal explore`, and of `rehearsal verify --schedule`.
struct ExploreOptions: Sendable {
    let command: [String]
    /// The maximum time of the search; nil for no limit.
    private(set) var duration: Duration?
    /// The maximum number of schedules; nil for no limit.
    private(set) var schedules: Int?
    private(set) var seed: UInt64
    /// The identifiers of the properties to check; empty for all.
    private(set) var properties: [String] = []
    private(set) var reports: [RequestedReport<ExplorationReportFormat>] = []
    /// The folder for the schedules of the findings; nil to save none.
    private(set) var savePath: String?
    /// The paths of the schedules to repeat, or of folders with them; empty for a search.
    private(set) var schedulePaths: [String] = []
    /// The number of runs of each schedule that is repeated.
    private(set) var runs = 1
    /// The path for the standard error of the subject; `-` is that of this process.
    private(set) var subjectLog: String?

    static let fields: [OptionField<ExploreOptions>] = [
        OptionField(Option("for", "TIME"), \.duration) { arguments throws(UsageError) in try arguments.duration("for") }
            .help("the time of the search, such as 60s; the reduction of a finding can exceed it"),
        .integer("schedules", \.schedules, in: 1 ... .max)
            .help("the number of schedules", standard: "\(standardSchedules), or no limit with --for"),
        OptionField("seed", "N", \.seed) { text throws(UsageError) in
            guard let seed = UInt64(text), seed > 0 else {
                throw UsageError("--seed takes a whole number from 1 to \(UInt64.max), found \(text.quoted)")
            }
            return seed
        }
        .help("the seed of the search; the report names it", standard: "random"),
        .list("only", "PROPERTY", \.properties) { $0 }
            .help("check only this property, such as PROP-03 or APP-01; repeatable"),
        .list(RequestedReport<ExplorationReportFormat>.option, \.reports) { text throws(UsageError) in
            try RequestedReport(text)
        },
        .text("save", "FOLDER", \.savePath).help("write the schedule of each finding to a file in this folder"),
        .list(scheduleOption, \.schedulePaths) { $0 },
        runsField,
        .text("subject-log", "-|FILE", \.subjectLog)
            .help("write the subject's standard error to a file; - is the standard error of rehearsal"),
    ]

    private static let scheduleOption = Option(
        "schedule",
        "FILE",
        "repeat the schedule of a file, or of each file in a folder, and check nothing else; repeatable"
    )
    .repeatable()

    private static let runsField = OptionField<ExploreOptions>
        .integer("runs", \.runs, in: 1...1_000_000).help("the number of runs of each --schedule", standard: "1")

    /// The options that only a replay has.
    static let replayOptions = [scheduleOption, runsField.option]

    private static let standardSchedules = 2_000
    /// The options that have no meaning for a replay.
    private static let searchOptions = ["for", "schedules", "seed", "save"]

    /// - Parameter name: the name of the command. `verify` has these options only for a replay.
    init(_ arguments: Arguments, of name: String = "explore") throws(UsageError) {
        command = arguments.afterSeparator ?? []
        seed = .random(in: 1...999_999_999)
        guard arguments.positional.isEmpty else {
            throw UsageError(
                "\(name) takes only options before --, found \(arguments.positional[0].quoted)",
                hint: "try: rehearsal \(name) -- \(arguments.positional.joined(separator: " ").printable)"
            )
        }
        guard let program = command.first, !program.isEmpty else {
            throw UsageError("\(name) needs a command after --", hint: "try: rehearsal \(name) -- ./my-subject")
        }
        try Self.checkNames(arguments.names)
        try arguments.read(Self.fields, into: &self)
        if duration == nil, schedules == nil { schedules = Self.standardSchedules }
        try checkPaths()
    }

    /// Checks that no option of a search is given with one of a replay.
    private static func checkNames(_ names: Set<String>) throws(UsageError) {
        let known = Set(fields.map(\.option.name))
        guard names.contains(scheduleOption.name) else {
            guard names.contains(runsField.option.name) else { return }
            throw UsageError("--\(runsField.option.name) has a meaning only with --\(scheduleOption.name)")
        }
        if let name = names.sorted().first(where: { !known.contains($0) || searchOptions.contains($0) }) {
            throw UsageError("--\(name) has no meaning with --schedule")
        }
    }

    /// Checks that no two reports are written to the same path.
    private func checkPaths() throws(UsageError) {
        var paths: Set<String> = []
        for path in reports.map(\.path) where !paths.insert(path).inserted {
            let problem = path == "-" ? "two reports go to standard output" : "two outputs go to \(path.quoted)"
            throw UsageError(problem, hint: "use a different path for each")
        }
    }

    /// Whether a report is written to standard output, so that the text goes to standard error.
    var writesReportToOutput: Bool { reports.contains(where: \.isStandardOutput) }

    /// The request for the search.
    var request: ExplorationRequest {
        var options = Explorer.Options()
        (options.schedules, options.duration) = (schedules, duration)
        (options.seed, options.properties) = (seed, properties)
        return .start(options)
    }
}

import Rehearsal
import RehearsalDocuments
import RehearsalServer

/// The options of `rehearsal serve`.
struct ServeOptions: Sendable {
    let paths: [String]
    /// The scenario that takes precedence over the others.
    private var overridingPath: String?
    private(set) var port = 8080
    private(set) var bindScope = Backend.BindScope.loopback
    /// The origin of URLs in replies; nil for the origin of the backend.
    private(set) var linkOrigin: String?
    private(set) var isJSON = false
    private(set) var outputs = OutputOptions()
    private(set) var threads = 1
    /// The options for reading documents and recordings.
    private(set) var loadOptions = ScenarioFiles.Options()
    /// Whether a request that violates the API document is answered with an error.
    private(set) var isEnforcing = false
    private(set) var limits = LimitOptions()
    private(set) var token: RunToken?
    private(set) var isWatching = false
    /// The document that gets an endpoint for each unmatched request.
    private(set) var missingEndpointsPath: String?
    /// Whether the server runs in the background.
    private(set) var isDetached = false
    /// The options of the control port.
    private(set) var control = ControlOptions()

    static let fields: [OptionField<ServeOptions>] =
        [
            .text("over", "SCENARIO", \.overridingPath)
                .help("a scenario that takes precedence over the others"),
            .flag("watch", \.isWatching)
                .help(
                    "reload the scenario when one of its files changes; if it is not valid, report its errors and keep the "
                        + "old scenario"
                ),
            .text("add-missing", "FILE", \.missingEndpointsPath)
                .help("add an endpoint to FILE for each request without a matching endpoint"),
            .flag("detach", \.isDetached)
                .help("run in the background, and return when the server is ready; rehearsal stop ends it"),
            DocumentLoading.contract.nested(\.loadOptions),
            ContractLoading.enforce(\.isEnforcing),
            .integer("port", \.port, in: 0...65_535)
                .help("the port to listen on; 0 selects a free one", standard: "8080"),
            .flag("lan", \.bindScope, is: .network).help(
                "listen on every address of this machine, so that other devices can connect, and print the URLs"
            ),
            OptionField("origin", "URL", \.linkOrigin) { text throws(UsageError) in try origin(text) }.help(
                "the origin of URLs in replies: it replaces recorded origins and {{baseURL}}",
                standard: "with --lan the first URL for devices, else http://127.0.0.1:PORT"
            ),
            .flag("json", \.isJSON)
                .help("print one line of JSON when ready and one when stopped, and nothing else"),
            OutputOptions.journal.nested(\.outputs),
            OutputOptions.har.nested(\.outputs),
            OutputOptions.log.nested(\.outputs).help(
                "log each exchange on one line; - is standard output, or standard error with --json",
                standard: "- on a terminal, off elsewhere and with --json"
            ),
            .integer("threads", \.threads, in: 1...64).help("the number of event loops, 1 to 64", standard: "1"),
            OutputOptions.trace.nested(\.outputs),
            RunSeed.field(\.token),
        ] + ControlOptions.fields.map { $0.nested(\.control) } + DocumentLoading.fields.map { $0.nested(\.loadOptions) }
        + LimitOptions.fields.map { $0.nested(\.limits) }

    init(_ arguments: Arguments, _ terminal: Terminal) throws(UsageError) {
        paths = (arguments["over"].map { [$0] } ?? []) + arguments.operands
        if arguments["over"] != nil, arguments.operands.isEmpty {
            throw UsageError("--over needs another scenario", hint: "for example: rehearsal serve --over TOP BASE")
        }
        if arguments.has("watch"), arguments.operands.isEmpty {
            throw UsageError("--watch needs a scenario file", hint: "for example: rehearsal serve --watch FILE")
        }
        // These are the defaults of the log, which --log overrides.
        let isShown = !arguments.has("json") && terminal.output.isTerminal
        (outputs.log, outputs.terminal) = (isShown ? .terminal : .off, arguments.has("json") ? .errors : .output)
        try arguments.read(Self.fields, into: &self)
        try control.check(arguments, terminal)
        if isDetached, !control.isOn {
            throw UsageError(
                "--detach needs the control port, through which rehearsal stop ends the server",
                hint: "omit --no-control"
            )
        }
    }

    /// Parses an origin: a scheme, a host and an optional port, without a path.
    private static func origin(_ text: String) throws(UsageError) -> String {
        guard let url = try? RecordedURL(text), url.path == "/", url.query == nil else {
            throw UsageError(
                "--origin takes a URL without a path, found \(text.quoted)",
                hint: "for example: --origin http://192.168.1.20:8080"
            )
        }
        return url.origin
    }
}

/// The options of the control port.
struct ControlOptions: Sendable, Hashable {
    private(set) var isOn = true
    /// The number of the control port; 0 selects a free port.
    private(set) var port = 0
    /// Whether the control port accepts connections from other machines.
    private(set) var isShared = false
    /// The token from the environment; nil for a random token.
    private(set) var token: String?

    static let fields: [OptionField<ControlOptions>] = [
        .integer("control-port", \.port, in: 0...65_535).help(
            "the port for rehearsal play, release, wait and others; it accepts only connections from this machine, and "
                + "requires the token in the server's state file",
            standard: "a free one"
        ),
        .flag("control-lan", \.isShared).help(
            "also accept other machines on the control port, for containers and clusters; requires REHEARSAL_TOKEN"
        ),
        .flag("no-control", \.isOn, is: false).help(
            "open no control port, so that rehearsal play, wait, stop and others cannot connect"
        ),
    ]

    /// Reads the token from the environment.
    ///
    /// - Throws: ``UsageError`` if options contradict each other or the token is not valid.
    mutating func check(_ arguments: Arguments, _ terminal: Terminal) throws(UsageError) {
        token = isOn ? try Token.fromEnvironment(terminal.environment) : nil
        if isShared, token == nil {
            throw UsageError(
                "--control-lan needs a token in REHEARSAL_TOKEN and the control port",
                hint: "set REHEARSAL_TOKEN to a secret, and omit --no-control"
            )
        }
        if !isOn, arguments["control-port"] != nil {
            throw UsageError("--control-port and --no-control contradict each other", hint: "use only one")
        }
    }
}

import Rehearsal
import RehearsalDocuments
import RehearsalRecorder
import RehearsalRecordings
import RehearsalRedaction
import RehearsalServer

/// The options of `rehearsal record`.
struct RecordOptions: Sendable {
    var upstream: Upstream
    /// The path of the HAR that is written or replayed; nil to only forward requests.
    var path: String?
    var mode = Mode.once
    /// The handling of requests that the recording lacks; nil for the default, which depends on the mode.
    var onMiss: MissHandling?
    var port = 8080
    var bindScope = Backend.BindScope.loopback
    var timeout = Duration.seconds(30)
    var isExact = false
    /// Redaction rules in addition to the built-in ones, and exceptions from those.
    var redaction = RedactionOptions()
    var isJSON = false
    /// The handling of the derived scenario.
    var scenario = DerivedFile.UpdatePolicy.keep

    /// The handling of an existing recording.
    enum Mode: String, Sendable, CaseIterable {
        /// An existing recording is replayed unchanged; otherwise a new one is recorded.
        case once
        /// An existing recording is replayed, and requests that it lacks are added.
        case new
        /// Everything is recorded again.
        case rewrite
    }

    /// The handling of a request that has no recorded reply.
    enum MissHandling: String, Sendable, CaseIterable {
        /// The client receives 501, and the request is not forwarded.
        case fail
        /// The request is forwarded, and the reply is not recorded.
        case forward
        case record
    }

    static let fields: [OptionField<RecordOptions>] =
        [
            // The initializer parses this option, because it is required.
            OptionField(Option("upstream", "URL"), \.upstream) { _ in nil }
                .help("the base URL of the real backend, such as https://api.example.com"),
            OptionField("into", "FILE", \.path) { RecordingWriter.file(for: $0) }
                .help("the recording; Recordings/api writes Recordings/api.har and bodies in Recordings/api/"),
            .choice("mode", \.mode).help(
                "how to treat an existing recording: replay it, replay it and add to it, or record it again",
                standard: "once"
            ),
            OptionField(Option("on-miss", "fail|forward|record"), \.onMiss) { arguments throws(UsageError) in
                try arguments.choice("on-miss")
            }
            .help(
                "how to treat a request that the recording lacks: reply 501, forward it, or forward and record it",
                standard: "fail with --mode once and an existing recording, else record"
            ),
            .choice("scenario", \.scenario).help(
                "how to treat an edited scenario beside the recording: keep it, derive it again, or derive none",
                standard: "keep"
            ),
            .integer("port", \.port, in: 0...65_535)
                .help("the port to listen on; 0 selects a free one", standard: "8080"),
            OptionField("listen", "ADDRESS", \.bindScope) { address throws(UsageError) in try bindScope(of: address) }
                .help(
                    "the address to listen on: 127.0.0.1 for clients on this machine, 0.0.0.0 also for clients on its "
                        + "networks",
                    standard: "127.0.0.1"
                ),
            .timeout(\.timeout)
                .help(
                    "the maximum time without data from the real backend; event streams have no limit",
                    standard: "30s"
                ),
            .flag("exact", \.isExact).help("keep headers that change each time, such as Date, and replay them"),
            .flag("json", \.isJSON)
                .help("print one line of JSON when ready and one when stopped, and nothing else"),
        ] + RedactionOptions.fields.map { $0.nested(\.redaction) }

    init(_ arguments: Arguments) throws(UsageError) {
        if let word = arguments.operands.first {
            throw UsageError("record takes no operand, found \"\(word)\"", hint: "name the recording with --into")
        }
        guard let upstream = arguments["upstream"] else {
            throw UsageError(
                "record needs --upstream URL, the real backend",
                hint: "for example: rehearsal record --upstream https://api.example.com --into Recordings/api"
            )
        }
        self.upstream = try Upstream(upstream, of: "upstream")
        try arguments.read(Self.fields, into: &self)
    }

    private static func bindScope(of address: String) throws(UsageError) -> Backend.BindScope {
        switch address {
        case "127.0.0.1", "::1", "localhost": return .loopback
        case "0.0.0.0", "::", "*": return .network
        default:
            throw UsageError(
                "--listen takes 127.0.0.1 or 0.0.0.0, found \(address.quoted)",
                hint: "127.0.0.1 accepts clients on this machine, 0.0.0.0 also those on its networks"
            )
        }
    }
}

extension Upstream {
    /// Parses the value of an option. An error names the option.
    init(_ text: String, of option: String) throws(UsageError) {
        do throws(Malformed) { self = try Upstream(text, named: "--\(option)") } catch {
            throw UsageError(error.message, hint: error.hint)
        }
    }
}

extension OptionField {
    /// Returns the `--timeout` option, a duration of at least one millisecond.
    static func timeout(_ path: @autoclosure @escaping KeyPathProvider<Duration>) -> OptionField {
        OptionField("timeout", "DURATION", path()) { text throws(UsageError) in
            guard let span = Duration(scenarioText: text), span >= .milliseconds(1) else {
                throw UsageError("--timeout takes a duration such as 500ms, 30s or 2m, found \(text.quoted)")
            }
            return span
        }
    }
}

/// The behavior of `record` that follows from the options: whether it replays, and how it handles requests without a
/// recorded reply.
struct RecordPlan: Sendable, Equatable {
    /// Whether the existing recording answers requests.
    var replays: Bool
    var onMiss: RecordOptions.MissHandling
    /// Whether a new recording replaces the existing one.
    var rewrites: Bool

    var records: Bool { onMiss == .record }

    /// Derives the behavior from the options.
    ///
    /// - Parameter recordingExists: whether a recording with replies exists.
    /// - Throws: ``UsageError`` if options contradict each other.
    init(_ options: RecordOptions, recordingExists: Bool) throws(UsageError) {
        rewrites = options.mode == .rewrite
        replays = recordingExists && !rewrites && options.path != nil
        onMiss = options.onMiss ?? (replays && options.mode == .once ? .fail : .record)
        try validate(options, isThere: recordingExists)
    }

    private func validate(_ options: RecordOptions, isThere: Bool) throws(UsageError) {
        if options.path == nil, records {
            throw UsageError(
                "record needs --into FILE, the recording to write",
                hint: "for example: --into Recordings/api; --on-miss forward writes nothing"
            )
        }
        if rewrites, !records {
            throw UsageError(
                "--mode rewrite records everything, but --on-miss \(onMiss.rawValue) records nothing",
                hint: "omit one of them"
            )
        }
        if replays, records, options.mode == .once {
            throw UsageError(
                "--mode once does not add to an existing recording, but --on-miss record does",
                hint: "use --mode new to add to it"
            )
        }
        if !replays, onMiss == .fail {
            throw UsageError(
                "--on-miss fail needs an existing recording, found none\(options.path.map { " at \($0)" } ?? "")",
                hint: "record it first: omit --on-miss"
            )
        }
    }
}

/// The redaction rules of the command line, and the exceptions from the built-in ones.
struct RedactionOptions: Sendable {
    private(set) var redacting: [RedactionRule] = []
    private(set) var exempting: [RedactionRule] = []

    var isEmpty: Bool { redacting.isEmpty && exempting.isEmpty }

    static let fields: [OptionField<RedactionOptions>] = [
        .list("redact", "RULE", \.redacting) { text throws(UsageError) in try rule(text, "redact") }
            .help("also redact what RULE selects, such as header:X-Key or json:/user/phone; repeatable"),
        .list("keep", "RULE", \.exempting) { text throws(UsageError) in try rule(text, "keep") }
            .help("do not redact what RULE selects, such as cookie:theme or query:code; repeatable"),
    ]

    private static func rule(_ text: String, _ option: String) throws(UsageError) -> RedactionRule {
        do throws(RedactionRule.Malformed) {
            return try RedactionRule(text)
        } catch {
            throw UsageError("--\(option): \(error)", hint: "see: rehearsal lint --explain redaction")
        }
    }
}

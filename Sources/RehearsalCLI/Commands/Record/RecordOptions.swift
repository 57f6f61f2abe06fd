import Rehearsal
import RehearsalDocuments
import RehearsalRecorder
import RehearsalRecordings
import RehearsalRedaction
import RehearsalServer

/// The options of `rehearsal record`.
struct RecordOptions: Sendable {
    var upstream: Upstream
    /// The HAR that is written or replayed; nil for a spy without either.
    var path: String?
    var mode = Mode.once
    /// What becomes of requests that the recording does not know; nil where the mode says it.
    var onMiss: Miss?
    var port = 8080
    var reach = Backend.Reach.loopback
    var timeout = Duration.seconds(30)
    var isExact = false
    /// Redaction rules in addition to the standard ones, and exceptions from them.
    var redaction = RedactionOptions()
    var isJSON = false
    /// What becomes of the scenario beside the recording.
    var scenario = DerivedFile.Wish.keep

    /// Whether to record at all.
    enum Mode: String, Sendable, CaseIterable {
        /// What is there is replayed and stays as it is; what is not there yet is recorded.
        case once
        /// What is there is replayed, and what it does not know is added.
        case new
        /// Everything is recorded anew.
        case rewrite
    }

    /// What to do with a request that no recorded reply answers.
    enum Miss: String, Sendable, CaseIterable {
        /// It is answered 501, and goes nowhere.
        case fail
        /// It is passed on, and not recorded.
        case forward
        case record
    }

    static let fields: [OptionField<RecordOptions>] =
        [
            // It is read before the others: without it there is nothing to record.
            OptionField(Option("upstream", "URL"), \.upstream) { _ in nil }
                .help("the real backend: http or https, a host, perhaps a port"),
            OptionField("into", "FILE", \.path) { RecordingWriter.file(for: $0) }
                .help("the recording: Recordings/api is Recordings/api.har, and Recordings/api/ has its bodies"),
            .choice("mode", \.mode).help(
                "what becomes of a recording that is there: replayed, replayed and added to, or made anew",
                standard: "once"
            ),
            OptionField(Option("on-miss", "fail|forward|record"), \.onMiss) { arguments throws(UsageError) in
                try arguments.choice("on-miss")
            }
            .help(
                "what becomes of a request that it does not know: 501, passed on, or passed on and recorded",
                standard: "fail where a recording is replayed once, else record"
            ),
            .choice("scenario", \.scenario).help(
                "what becomes of the scenario beside the recording: one that was edited is kept, or made anew",
                standard: "keep"
            ),
            .integer("port", \.port, in: 0...65_535)
                .help("the port to listen on; 0 takes any that is free", standard: "8080"),
            OptionField("listen", "ADDRESS", \.reach) { address throws(UsageError) in try reach(of: address) }.help(
                "127.0.0.1 for programs on this machine, 0.0.0.0 for every device of its networks",
                standard: "127.0.0.1"
            ),
            .timeout(\.timeout)
                .help("how long the real backend may be silent; a stream of events may be for ever", standard: "30s"),
            .flag("exact", \.isExact).help("keeps what changes every time, such as Date, and replays it"),
            .flag("json", \.isJSON)
                .help("prints one line of JSON when ready and one when stopped, and nothing else"),
        ] + RedactionOptions.fields.map { $0.of(\.redaction) }

    init(_ arguments: Arguments) throws(UsageError) {
        if let word = arguments.operands.first {
            throw UsageError("record takes no operand, found \"\(word)\"", hint: "the recording goes behind --into")
        }
        guard let upstream = arguments["upstream"] else {
            throw UsageError(
                "--upstream is missing: the real backend, whose replies are recorded",
                hint: "for example: rehearsal record --upstream https://api.example.com --into Recordings/api"
            )
        }
        self.upstream = try Upstream(upstream, of: "upstream")
        try arguments.read(Self.fields, into: &self)
    }

    private static func reach(of address: String) throws(UsageError) -> Backend.Reach {
        switch address {
        case "127.0.0.1", "::1", "localhost": return .loopback
        case "0.0.0.0", "::", "*": return .network
        default:
            throw UsageError(
                "--listen takes 127.0.0.1 or 0.0.0.0, found \(address.quoted)",
                hint: "127.0.0.1 is for programs on this machine, 0.0.0.0 for every device of its networks"
            )
        }
    }
}

extension Upstream {
    /// - Parameter option: The option whose value the text is.
    init(_ text: String, of option: String) throws(UsageError) {
        do throws(Malformed) { self = try Upstream(text) } catch {
            throw UsageError(
                error.message.replacing("--upstream", with: "--\(option)"),
                hint: error.hint?.replacing("--upstream", with: "--\(option)")
            )
        }
    }
}

extension OptionField {
    /// How long something may take, at least one millisecond.
    static func timeout(_ path: @autoclosure @escaping Path<Duration>) -> OptionField {
        OptionField("timeout", "DURATION", path()) { text throws(UsageError) in
            guard let span = Duration(written: text), span >= .milliseconds(1) else {
                throw UsageError("--timeout takes a duration such as 500ms, 30s or 2m, found \(text.quoted)")
            }
            return span
        }
    }
}

/// What a recording comes to: what answers first, and what becomes of everything else.
struct RecordPlan: Sendable, Equatable {
    /// Whether a recording that is there answers what it knows.
    var replays: Bool
    var onMiss: RecordOptions.Miss
    /// Whether the recording that is there gives way to the new one.
    var startsAnew: Bool

    var records: Bool { onMiss == .record }

    /// - Parameter isThere: whether there is a recording of that name already.
    init(_ options: RecordOptions, isThere: Bool) throws(UsageError) {
        startsAnew = options.mode == .rewrite
        replays = isThere && !startsAnew && options.path != nil
        onMiss = options.onMiss ?? (replays && options.mode == .once ? .fail : .record)
        try judge(options, isThere: isThere)
    }

    private func judge(_ options: RecordOptions, isThere: Bool) throws(UsageError) {
        if options.path == nil, records {
            throw UsageError(
                "--into is missing: the recording that is made",
                hint: "for example: --into Recordings/api; --on-miss forward looks on and writes nothing"
            )
        }
        if startsAnew, !records {
            throw UsageError(
                "--mode rewrite records everything, and --on-miss \(onMiss.rawValue) nothing",
                hint: "leave one of them out"
            )
        }
        if replays, records, options.mode == .once {
            throw UsageError(
                "--mode once adds nothing to a recording that is there, and --on-miss record would",
                hint: "--mode new adds what is missing"
            )
        }
        if !replays, onMiss == .fail {
            throw UsageError(
                "--on-miss fail answers from a recording alone, and there is none\(options.path.map { " at \($0)" } ?? "")",
                hint: "record it first: leave --on-miss out"
            )
        }
    }
}

/// What is to be taken out of a recording, and what is to stay, as the command line says it.
struct RedactionOptions: Sendable {
    private(set) var taking: [RedactionRule] = []
    private(set) var keeping: [RedactionRule] = []

    var isEmpty: Bool { taking.isEmpty && keeping.isEmpty }

    static let fields: [OptionField<RedactionOptions>] = [
        .list("redact", "RULE", \.taking) { text throws(UsageError) in try rule(text, "redact") }
            .help("takes out more than what is known to be secret: header:X-Key, json:/user/phone"),
        .list("keep", "RULE", \.keeping) { text throws(UsageError) in try rule(text, "keep") }
            .help("leaves in what would be taken out: cookie:theme, query:code"),
    ]

    private static func rule(_ text: String, _ option: String) throws(UsageError) -> RedactionRule {
        do throws(RedactionRule.Malformed) {
            return try RedactionRule(text)
        } catch {
            throw UsageError("--\(option): \(error)", hint: "see: rehearsal lint --explain redaction")
        }
    }
}

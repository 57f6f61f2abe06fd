import Rehearsal
import RehearsalDocuments
import RehearsalRecorder
import RehearsalRecordings
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

    init(upstream: Upstream, path: String?) { (self.upstream, self.path) = (upstream, path) }
}

extension RecordOptions {
    static let declared =
        [
            Option("upstream", "URL", "the real backend: http or https, a host, perhaps a port"),
            Option(
                "into",
                "FILE",
                "the recording: Recordings/api is Recordings/api.har, and Recordings/api/ has its bodies"
            ),
            Option(
                "mode",
                "once|new|rewrite",
                "what becomes of a recording that is there: replayed, replayed and added to, or made anew",
                standard: "once"
            ),
            Option(
                "on-miss",
                "fail|forward|record",
                "what becomes of a request that it does not know: 501, passed on, or passed on and recorded",
                standard: "fail where a recording is replayed once, else record"
            ),
            Option(
                "scenario",
                "keep|rewrite|none",
                "what becomes of the scenario beside the recording: one that was edited is kept, or made anew",
                standard: "keep"
            ),
            Option("port", "N", "the port to listen on; 0 takes any that is free", standard: "8080"),
            Option(
                "listen",
                "ADDRESS",
                "127.0.0.1 for programs on this machine, 0.0.0.0 for every device of its networks",
                standard: "127.0.0.1"
            ),
            Option(
                "timeout",
                "DURATION",
                "how long the real backend may be silent; a stream of events may be for ever",
                standard: "30s"
            ),
            Option(flag: "exact", "keeps what changes every time, such as Date, and replays it"),
            Option(flag: "json", "prints one line of JSON when ready and one when stopped, and nothing else"),
        ] + RedactionOptions.all

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
        self.init(
            upstream: try Upstream(upstream, of: "upstream"),
            path: arguments["into"].map { RecordingWriter.file(for: $0) }
        )
        mode = try arguments.choice("mode") ?? .once
        onMiss = try arguments.choice("on-miss")
        scenario = try arguments.choice("scenario") ?? .keep
        port = try arguments.integer("port", in: 0...65_535) ?? port
        timeout = try arguments.timeout() ?? timeout
        if let address = arguments["listen"] { reach = try Self.reach(of: address) }
        (isExact, isJSON) = (arguments.has("exact"), arguments.has("json"))
        redaction = try RedactionOptions(arguments)
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

extension Arguments {
    /// The value of `--timeout`, at least one millisecond.
    func timeout() throws(UsageError) -> Duration? {
        guard let text = self["timeout"] else { return nil }
        guard let span = Duration(written: text), span >= .milliseconds(1) else {
            throw UsageError("--timeout takes a duration such as 500ms, 30s or 2m, found \(text.quoted)")
        }
        return span
    }
}

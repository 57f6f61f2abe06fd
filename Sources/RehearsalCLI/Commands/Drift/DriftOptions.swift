@_spi(Wire) import Rehearsal
import RehearsalHTTP
import RehearsalRecorder
import RehearsalRecordings

/// The options of `rehearsal drift`.
struct DriftOptions: Sendable {
    /// The HAR whose requests are sent.
    var path: String
    var backend: Upstream
    /// Whether what may change something is sent too.
    var sendsAll = false
    /// How often each request is sent: what differs between its answers is volatile.
    var times = 2
    /// What is sent beside, or in place of, what was recorded.
    var headers: [WireField] = []
    var ignored = DriftIgnored()
    /// Members that hold one of a few words.
    var words: [DriftPlace] = []
    var timeout = Duration.seconds(30)
    var form = Form.text

    /// How the report is written.
    enum Form: String, Sendable, CaseIterable {
        case text, json, markdown
    }

    static let fields: [OptionField<DriftOptions>] = [
        // It is read before the others: without it there is nothing to compare with.
        OptionField(Option("against", "URL"), \.backend) { _ in nil }.help(
            "the backend: http or https, a host, perhaps a port"
        ),
        .list("header", "NAME: VALUE", \.headers, read: field)
            .help("sent with every request, in place of a recorded one; repeatable"),
        OptionField(Option("ignore", "PLACE").repeatable(), \.ignored) { arguments throws(UsageError) in
            try ignored(arguments.all("ignore"))
        }
        .help("what is no drift: $.items[*].etag, /meta/request_id or header:X-Version; repeatable"),
        .list("words", "PLACE", \.words, read: place)
            .help("a member that holds one of a few words, although the recording shows too little of it; repeatable"),
        .flag("all", \.sendsAll).help("also sends what may change something: POST, PUT, PATCH, DELETE"),
        .integer("times", \.times, in: 1...10).help("how often each request is sent", standard: "2"),
        .timeout(\.timeout).help("how long the backend may take for one answer", standard: "30s"),
        OptionField(Option("format", "text|json|markdown"), \.form) { arguments throws(UsageError) in
            arguments.has("json") ? .json : try arguments.choice("format")
        }
        .help("how the report is written", standard: "text"),
        OptionField.flag("json", \.form, is: .json).help("the same as --format json"),
    ]

    init(_ arguments: Arguments) throws(UsageError) {
        let example = "try: rehearsal drift Recordings/users.har --against https://api.example.com"
        guard arguments.operands.count == 1, let path = arguments.operands.first else {
            let problem = arguments.operands.isEmpty ? "drift needs a recording" : "drift takes one recording at a time"
            throw UsageError(problem, hint: example)
        }
        guard let backend = arguments["against"] else {
            throw UsageError("drift needs --against: the backend that is compared with the recording", hint: example)
        }
        (self.path, self.backend) = (RecordingWriter.file(for: path), try Upstream(backend, of: "against"))
        try arguments.read(Self.fields, into: &self)
    }

    private static func field(_ text: String) throws(UsageError) -> WireField {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let isWhole = !text.contains { $0.isNewline }
        guard parts.count == 2, !parts[0].isEmpty, parts[0].utf8.allSatisfy(ByteClass.isToken), isWhole else {
            throw UsageError(
                "--header takes a header, found \(text.quoted)",
                hint: "for example: --header 'Authorization: Bearer …'"
            )
        }
        return WireField(String(parts[0]), String(parts[1].drop(while: { $0 == " " })))
    }

    private static func ignored(_ texts: [String]) throws(UsageError) -> DriftIgnored {
        var ignored = DriftIgnored()
        for text in texts {
            do throws(DriftPlace.Malformed) { try ignored.add(text) } catch {
                throw UsageError(
                    "--ignore takes a place or a header, found \(text.quoted): \(error.reason)",
                    hint:
                        "for example: --ignore '$.items[*].etag', --ignore /meta/request_id or --ignore header:X-Version"
                )
            }
        }
        return ignored
    }

    private static func place(_ text: String) throws(UsageError) -> DriftPlace {
        do throws(DriftPlace.Malformed) { return try DriftPlace(text) } catch {
            throw UsageError(
                "--words takes a place, found \(text.quoted): \(error.reason)",
                hint: "for example: --words '$.items[*].state'"
            )
        }
    }
}

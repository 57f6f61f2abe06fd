@_spi(Wire) import Rehearsal
import RehearsalHTTP
import RehearsalRecorder
import RehearsalRecordings

/// The options of `rehearsal drift`.
struct DriftOptions: Sendable {
    /// The path of the HAR whose requests are sent.
    var path: String
    /// The backend to compare with the recording; nil to check only the recording, against an API document.
    var backend: Upstream?
    /// Whether requests that may change data are sent too.
    var sendsAll = false
    /// The number of times that each GET, HEAD or OPTIONS request is sent. Differences between its replies are not
    /// drift.
    var repetitions = 2
    /// The headers that are added to each request, or replace its recorded ones.
    var headers: [WireField] = []
    var ignoredPlaces = DriftExclusions()
    /// The places of members that the user declares as enumerations.
    var enumPlaces: [DocumentPath] = []
    /// The path of an OpenAPI document that the replies must conform to; nil for none.
    var contract: String?
    var timeout = Duration.seconds(30)
    var format = Format.text

    /// The format of the report.
    enum Format: String, Sendable, CaseIterable {
        case text, json, markdown
    }

    static let fields: [OptionField<DriftOptions>] = [
        // The initializer parses this option, because it is required.
        OptionField(Option("against", "URL"), \.backend) { _ in nil }.help(
            "the base URL of the backend, such as https://api.example.com or http://localhost:8080; with --contract, it "
                + "may be omitted to check only the recording"
        ),
        .list("header", "NAME: VALUE", \.headers, read: field)
            .help("a header to add to every request; it replaces a recorded header of that name; repeatable"),
        OptionField(Option("ignore", "PLACE").repeatable(), \.ignoredPlaces) { arguments throws(UsageError) in
            try ignored(arguments.all("ignore"))
        }
        .help("a place to exclude, such as $.items[*].etag, /meta/request_id or header:X-Version; repeatable"),
        .list("words", "PLACE", \.enumPlaces, read: place)
            .help("a member to treat as an enumeration, even if the recording has too few values; repeatable"),
        .text("contract", "FILE", \.contract).help(
            "also report recorded and current replies that an OpenAPI document does not allow, and its statuses that "
                + "never occurred"
        ),
        .flag("all", \.sendsAll).help("also send requests that may change data: POST, PUT, PATCH, DELETE"),
        .integer("times", \.repetitions, in: 1...10).help(
            "the number of times that each GET, HEAD or OPTIONS request is sent",
            standard: "2"
        ),
        .timeout(\.timeout).help("the maximum time to wait for one reply", standard: "30s"),
        OptionField(Option("format", "text|json|markdown"), \.format) { arguments throws(UsageError) in
            arguments.has("json") ? .json : try arguments.choice("format")
        }
        .help("the format of the report", standard: "text"),
        OptionField.flag("json", \.format, is: .json).help("the same as --format json"),
    ]

    init(_ arguments: Arguments) throws(UsageError) {
        let example = "try: rehearsal drift Recordings/users.har --against https://api.example.com"
        guard arguments.operands.count == 1, let path = arguments.operands.first else {
            let problem = arguments.operands.isEmpty ? "drift needs a recording" : "drift takes one recording at a time"
            throw UsageError(problem, hint: example)
        }
        self.path = RecordingWriter.file(for: path)
        if let backend = arguments["against"] {
            self.backend = try Upstream(backend, of: "against")
        } else {
            guard arguments["contract"] != nil else {
                throw UsageError(
                    "drift needs --against URL, the backend to compare with the recording, or --contract FILE",
                    hint: example
                )
            }
            for name in Self.namesForBackend where arguments.has(name) || arguments[name] != nil {
                throw UsageError("--\(name) has no effect without --against URL", hint: example)
            }
        }
        try arguments.read(Self.fields, into: &self)
    }

    /// The options that are about requests to a backend or the comparison with it.
    private static let namesForBackend = ["all", "header", "ignore", "words", "times", "timeout"]

    private static func field(_ text: String) throws(UsageError) -> WireField {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let isSingleLine = !text.contains { $0.isNewline }
        guard parts.count == 2, !parts[0].isEmpty, parts[0].utf8.allSatisfy(ByteClass.isToken), isSingleLine else {
            throw UsageError(
                "--header takes 'Name: value', found \(text.quoted)",
                hint: "for example: --header 'Authorization: Bearer …'"
            )
        }
        return WireField(String(parts[0]), String(parts[1].drop(while: { $0 == " " })))
    }

    private static func ignored(_ texts: [String]) throws(UsageError) -> DriftExclusions {
        var ignored = DriftExclusions()
        for text in texts {
            do throws(DocumentPath.Malformed) { try ignored.add(text) } catch {
                throw UsageError(
                    "--ignore takes a place or a header, found \(text.quoted): \(error.reason)",
                    hint:
                        "for example: --ignore '$.items[*].etag', --ignore /meta/request_id or --ignore header:X-Version"
                )
            }
        }
        return ignored
    }

    private static func place(_ text: String) throws(UsageError) -> DocumentPath {
        do throws(DocumentPath.Malformed) { return try DocumentPath(text) } catch {
            throw UsageError(
                "--words takes a place, found \(text.quoted): \(error.reason)",
                hint: "for example: --words '$.items[*].state'"
            )
        }
    }
}

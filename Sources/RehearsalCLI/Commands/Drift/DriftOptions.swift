import Rehearsal
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
        for text in arguments.all("header") { headers.append(try Self.field(text)) }
        for text in arguments.all("ignore") { try Self.ignore(text, &ignored) }
        for text in arguments.all("words") { words.append(try Self.place(text)) }
        times = try arguments.integer("times", in: 1...10) ?? times
        timeout = try arguments.timeout() ?? timeout
        form = arguments.has("json") ? .json : try arguments.choice("format") ?? .text
        sendsAll = arguments.has("all")
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

    private static func ignore(_ text: String, _ ignored: inout DriftIgnored) throws(UsageError) {
        do throws(DriftPlace.Malformed) { try ignored.add(text) } catch {
            throw UsageError(
                "--ignore takes a place or a header, found \(text.quoted): \(error.reason)",
                hint: "for example: --ignore '$.items[*].etag', --ignore /meta/request_id or --ignore header:X-Version"
            )
        }
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

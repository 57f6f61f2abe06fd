import Rehearsal
import RehearsalFiles

/// What `drift` was asked to do.
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

    /// Reads `--name=value`, as `rehearsal drift` writes every option.
    init(words: [String]) throws(RecordOptions.Wrong) {
        var path: String?
        var backend: Upstream?
        for word in words {
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let value = parts.count > 1 ? parts[1] : ""
            switch parts[0] {
            case "--recording": path = value
            case "--against": backend = try Self.backend(value)
            case "--header": headers.append(try Self.field(value))
            case "--ignore": try Self.ignore(value, &ignored)
            case "--words": self.words.append(try Self.place(value))
            case "--times": times = try Self.times(value)
            case "--timeout": timeout = try Self.timeout(value)
            case "--format": form = try Self.form(value)
            case "--all": sendsAll = true
            default:
                throw RecordOptions.Wrong(
                    "unknown word \(word.quoted)",
                    hint: "rehearsal drift takes the words, and starts this program"
                )
            }
        }
        guard let path, let backend else {
            throw RecordOptions.Wrong(
                "drift needs a recording, and --against: the backend that is compared with it",
                hint: "for example: rehearsal drift Recordings/users.har --against https://api.example.com"
            )
        }
        (self.path, self.backend) = (RecordingWriter.file(for: path), backend)
    }

    private static func backend(_ text: String) throws(RecordOptions.Wrong) -> Upstream {
        do throws(Upstream.Malformed) { return try Upstream(text) } catch {
            throw RecordOptions.Wrong(
                error.message.replacing("--upstream", with: "--against"),
                hint: error.hint?.replacing("--upstream", with: "--against")
            )
        }
    }

    private static func field(_ text: String) throws(RecordOptions.Wrong) -> WireField {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let isWhole = !text.contains { $0.isNewline }
        guard parts.count == 2, !parts[0].isEmpty, parts[0].utf8.allSatisfy(ByteClass.isToken), isWhole else {
            throw RecordOptions.Wrong(
                "--header takes a header, found \(text.quoted)",
                hint: "for example: --header 'Authorization: Bearer …'"
            )
        }
        return WireField(String(parts[0]), String(parts[1].drop(while: { $0 == " " })))
    }

    private static func ignore(_ text: String, _ ignored: inout DriftIgnored) throws(RecordOptions.Wrong) {
        do throws(DriftPlace.Malformed) { try ignored.add(text) } catch {
            throw RecordOptions.Wrong(
                "--ignore takes a place or a header, found \(text.quoted): \(error.reason)",
                hint: "for example: --ignore '$.items[*].etag', --ignore /meta/request_id or --ignore header:X-Version"
            )
        }
    }

    private static func place(_ text: String) throws(RecordOptions.Wrong) -> DriftPlace {
        do throws(DriftPlace.Malformed) { return try DriftPlace(text) } catch {
            throw RecordOptions.Wrong(
                "--words takes a place, found \(text.quoted): \(error.reason)",
                hint: "for example: --words '$.items[*].state'"
            )
        }
    }

    private static func times(_ text: String) throws(RecordOptions.Wrong) -> Int {
        guard let number = Int(text), 1...10 ~= number else {
            throw RecordOptions.Wrong("--times takes a whole number 1 to 10, found \(text.quoted)")
        }
        return number
    }

    private static func timeout(_ text: String) throws(RecordOptions.Wrong) -> Duration {
        guard let span = ScenarioFiles.duration(text), span >= .milliseconds(1) else {
            throw RecordOptions.Wrong("--timeout takes a duration such as 500ms, 30s or 2m, found \(text.quoted)")
        }
        return span
    }

    private static func form(_ text: String) throws(RecordOptions.Wrong) -> Form {
        guard let form = Form(rawValue: text) else {
            let names = Form.allCases.map(\.rawValue).joined(separator: ", ")
            throw RecordOptions.Wrong("--format takes \(names), found \(text.quoted)")
        }
        return form
    }
}

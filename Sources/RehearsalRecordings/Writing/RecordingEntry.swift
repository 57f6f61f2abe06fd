import Rehearsal
import RehearsalDocuments
import RehearsalHTTP
import RehearsalRedaction

/// An exchange as it is stored: an entry of a HAR file and the body files next to it.
struct RecordingEntry {
    /// The body files by their name in the body folder.
    private(set) var files: [(name: String, bytes: [UInt8])] = []
    private(set) var notes: [String] = []
    let name: String
    private let exchange: RecordedExchange
    private var clean: DecodedExchange
    private let bodies: Bodies
    private let folder: String
    private let isExact: Bool
    private var request: JSON = nil
    private var response: JSON = nil

    /// The bodies of an exchange in their stored form.
    struct Bodies {
        let request: StoredBody
        /// The body of the reply; nil if there was no reply.
        let reply: StoredBody?

        init(_ clean: DecodedExchange, isExact: Bool) {
            let stored = { (message: DecodedExchange.Message) in
                StoredBody(message.body, type: message.type, coding: message.coding, isExact: isExact)
            }
            (request, reply) = (stored(clean.request), clean.reply.map(stored))
        }
    }

    /// - Parameter folder: The body folder, relative to the HAR file.
    init(_ redacted: RedactedExchange, named name: String, folder: String, isExact: Bool) {
        self.name = name
        (exchange, clean, bodies) = (redacted.exchange, redacted.clean, redacted.bodies)
        self.folder = folder
        self.isExact = isExact
        request = requestPart()
        response = responsePart()
    }

    /// Returns the entry for a date. Unless the recording is exact, the time is midnight and the duration is 0.
    func json(day: String) -> JSON {
        let milliseconds = isExact ? Self.milliseconds(exchange.duration) : "0"
        let moment = isExact ? TimeFormat.isoMilliseconds.text(of: exchange.startedAt) : "\(day)T00:00:00.000Z"
        var members: [JSON.Member] = [
            JSON.Member("_name", .string(name)), JSON.Member("startedDateTime", .string(moment)),
            JSON.Member("time", .number(JSON.Number(text: milliseconds))),
        ]
        let secrets =
            Placeholder.numbers(in: request.bytes() + response.bytes()).count
            + files.reduce(0) { $0 + Placeholder.numbers(in: $1.bytes).count }
        if secrets > 0 { members.append(JSON.Member("_redacted", JSON(integerLiteral: secrets))) }
        members += [
            JSON.Member("request", request), JSON.Member("response", response), JSON.Member("cache", [:]),
            JSON.Member("timings", ["send": 0, "wait": .number(JSON.Number(text: milliseconds)), "receive": 0]),
        ]
        return .object(members + RecordedComments.member(clean.comments.entry))
    }

    private static func milliseconds(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        return String(max(0, seconds * 1000 + attoseconds / 1_000_000_000_000_000))
    }

    private mutating func requestPart() -> JSON {
        var message = clean.request
        let stored = stored(bodies.request, in: &message, ".request")
        clean.request = message
        var members: [JSON.Member] = [
            JSON.Member("method", .string(exchange.method)), JSON.Member("url", .string(clean.url)),
            JSON.Member("httpVersion", "HTTP/1.1"), JSON.Member("cookies", []),
            JSON.Member("headers", Self.headers(clean.request.headers)), JSON.Member("queryString", []),
        ]
        let body = clean.request.body
        if !body.isEmpty {
            let type = Self.value("Content-Type", clean.request.headers) ?? ""
            var content = [JSON.Member("mimeType", .string(type))] + stored
            // HAR 1.2 requires `text`, and some programs reject an entry without it.
            if !content.contains(where: { $0.name == "text" }) { content.append(JSON.Member("text", "")) }
            content += RecordedComments.member(clean.comments.requestBody)
            members.append(JSON.Member("postData", .object(content)))
        }
        members += [JSON.Member("headersSize", -1), JSON.Member("bodySize", JSON(integerLiteral: body.count))]
        return .object(members + RecordedComments.member(clean.comments.request))
    }

    private mutating func responsePart() -> JSON {
        var status = 0
        var phrase = ""
        if case .reply(let reply) = exchange.outcome { (status, phrase) = (reply.status, clean.phrase) }
        let content = content()
        let headers = clean.reply?.headers ?? []
        let size = clean.reply?.body.count ?? 0
        var members: [JSON.Member] = [
            JSON.Member("status", JSON(integerLiteral: status)), JSON.Member("statusText", .string(phrase)),
            JSON.Member("httpVersion", "HTTP/1.1"), JSON.Member("cookies", []),
            JSON.Member("headers", Self.headers(headers)), JSON.Member("content", content),
            JSON.Member("redirectURL", .string(Self.value("Location", headers) ?? "")),
            JSON.Member("headersSize", -1), JSON.Member("bodySize", JSON(integerLiteral: size)),
        ]
        if case .failure(let failure, _) = exchange.outcome {
            members.append(JSON.Member("_error", .string(clean.phrase)))
            members.append(JSON.Member("_fault", .string(failure.rawValue)))
        }
        return .object(members + RecordedComments.member(clean.comments.reply))
    }

    private mutating func content() -> JSON {
        guard var reply = clean.reply, let body = bodies.reply, case .reply(let answer) = exchange.outcome else {
            return ["size": 0, "mimeType": "x-unknown"]
        }
        let stored = stored(body, in: &reply, "")
        clean.reply = reply
        var members: [JSON.Member] = [
            JSON.Member("size", JSON(integerLiteral: reply.body.count)),
            JSON.Member("mimeType", .string(Self.value("Content-Type", reply.headers) ?? "x-unknown")),
        ]
        members += stored
        if !answer.isComplete || reply.isCut {
            members.append(JSON.Member("_truncated", true))
            notes.append("cut off")
        }
        if let removed = reply.removed { notes.append("content encoding (\(removed)) removed") }
        return .object(members + RecordedComments.member(clean.comments.replyBody))
    }

    /// Returns the members that represent a body, and replaces the body of the message by the stored one.
    private mutating func stored(
        _ body: StoredBody,
        in message: inout DecodedExchange.Message,
        _ part: String
    ) -> [JSON.Member] {
        if let changed = body.changed { message.replaceBody(by: changed) }
        let omission = message.isOmitted ? "omitted: it contains a compressed secret that cannot be redacted" : nil
        if let remark = omission ?? body.remark { notes.append(part.isEmpty ? remark : "request: \(remark)") }
        guard let file = body.file else { return body.members }
        let name = "\(name)\(part).\(file.ending)"
        files.append((name, file.bytes))
        return [JSON.Member("_file", .string("\(folder)/\(name)"))] + body.members
    }

    private static func headers(_ fields: [Scenario.Headers.Field]) -> JSON {
        .array(fields.map { ["name": .string($0.name), "value": .string($0.value ?? "")] })
    }

    private static func value(_ name: String, _ fields: [Scenario.Headers.Field]) -> String? {
        Scenario.Headers(fields)[name]
    }
}

/// A body in its stored form: the members in the HAR file, and the body file if there is one.
struct StoredBody {
    /// The members of `content` or `postData` that represent the body.
    var members: [JSON.Member] = []
    /// The extension and the content of the body file; nil if the body is in the HAR file itself.
    var file: (ending: String, bytes: [UInt8])?
    /// A note for the user.
    var remark: String?
    /// The body that readers of the recording get; nil if it is the original one.
    private(set) var changed: [UInt8]?

    /// The maximum number of bytes of a text that is stored in the HAR file itself.
    static let maximumInlineText = 256
    /// The same limit for JSON, which is more readable in a separate file.
    static let maximumInlineJSON = 120

    /// - Parameters:
    ///   - body: The body to replay.
    ///   - coding: The content coding that the body still has.
    init(_ body: [UInt8], type: MediaType, coding: String?, isExact: Bool) {
        guard !body.isEmpty else { return }
        if let coding {
            encoded(body, coding)
        } else if let text = body.text, Self.isShort(text, body, type) {
            members = [JSON.Member("text", .string(text))]
        } else if Self.isDocument(body, type) {
            document(body, isExact)
        } else {
            file = (Self.ending(of: type, body), body)
        }
    }

    private mutating func encoded(_ body: [UInt8], _ coding: String) {
        remark = "still encoded (\(coding)): secrets in it cannot be detected"
        members = [JSON.Member("_encoded", .string(coding))]
        if body.count > Self.maximumInlineText {
            file = ("bin", body)
        } else {
            members =
                [
                    JSON.Member("encoding", "base64"), JSON.Member("text", .string(Base64.encoded(body))),
                ] + members
        }
    }

    private mutating func document(_ body: [UInt8], _ isExact: Bool) {
        let readable = JSONRewriter.bytes(body, spacing: .readable)
        let spacing = readable == body ? nil : JSONSpacing(of: body)
        if readable != body, spacing == nil {
            guard !isExact else {
                file = ("json", body)
                return
            }
            remark = "the white space of its JSON was changed"
            changed = readable
        }
        file = ("json", readable)
        members = spacing.map { [JSON.Member("_spacing", .string($0.name))] } ?? []
    }

    private static func isShort(_ text: String, _ body: [UInt8], _ type: MediaType) -> Bool {
        guard [nil, "utf-8", "utf8", "us-ascii"].contains(type.charset), body.count <= maximumInlineText else {
            return false
        }
        guard body.allSatisfy({ $0 >= 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }) else { return false }
        guard isDocument(body, type) else { return true }
        return body.count <= maximumInlineJSON && !body.dropLast().contains(0x0A)
    }

    private static func isDocument(_ body: [UInt8], _ type: MediaType) -> Bool {
        let first = body.first
        guard type.isJSON || first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else { return false }
        return (try? JSONDocument(parsing: body)) != nil
    }

    private static func ending(of type: MediaType, _ body: [UInt8]) -> String {
        endings[type.name] ?? (type.isXML ? "xml" : type.name.hasPrefix("text/") || body.text != nil ? "txt" : "bin")
    }

    private static let endings = [
        "text/html": "html", "text/css": "css", "text/csv": "csv", "text/javascript": "js",
        "application/javascript": "js", "text/markdown": "md", "application/pdf": "pdf", "application/zip": "zip",
        "application/gzip": "gz", "application/yaml": "yaml", "application/x-ndjson": "ndjson",
        "application/wasm": "wasm", "image/png": "png", "image/jpeg": "jpg", "image/gif": "gif", "image/webp": "webp",
        "image/avif": "avif", "image/heic": "heic", "image/svg+xml": "svg", "image/x-icon": "ico",
        "image/vnd.microsoft.icon": "ico", "audio/mpeg": "mp3", "video/mp4": "mp4", "font/woff": "woff",
        "font/woff2": "woff2", "application/octet-stream": "bin",
    ]
}

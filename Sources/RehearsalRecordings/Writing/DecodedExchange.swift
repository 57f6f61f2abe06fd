import Rehearsal
import RehearsalDocuments
import RehearsalHTTP
import RehearsalRedaction

/// An exchange with its secrets redacted and its bodies decoded.
struct DecodedExchange {
    /// A request or a reply.
    struct Message {
        var headers: [Scenario.Headers.Field] = []
        var body: [UInt8] = []
        var type = MediaType("")
        /// The content coding that the body still has; nil if it has none.
        var coding: String?
        /// The content coding that was removed; nil if none was.
        var removed: String?
        /// Whether the encoded body was incomplete, so that only its beginning could be decoded.
        var isCut = false
        /// Whether the body was removed because it held a secret that cannot be redacted.
        var isOmitted = false

        /// Replaces the body, and updates `Content-Length` if the headers have it.
        mutating func replaceBody(by other: [UInt8]) {
            body = other
            for index in headers.indices where Scenario.Headers.isSameName(headers[index].name, "Content-Length") {
                headers[index].value = String(other.count)
            }
        }
    }

    var url: String
    /// The reason phrase of the reply, or the description of the failure.
    var phrase: String
    var request: Message
    var reply: Message?
    var comments: RecordedComments
    /// The number of redacted values.
    var secrets = 0

    init(_ exchange: RecordedExchange, _ redaction: RecordingRedaction, isExact: Bool) {
        let request = Coded(exchange.requestHeaders, exchange.requestBody)
        var reply: Coded?
        if case .reply(let answer) = exchange.outcome { reply = Coded(answer.headers, answer.body) }
        // A secret may occur before the field that reveals it, so a first pass collects all secrets.
        self.init(exchange, request, reply, redaction: redaction, isExact: isExact)
        redaction.registry.redactedCount = 0
        self.init(exchange, request, reply, redaction: redaction, isExact: isExact)
        secrets = redaction.registry.redactedCount
    }

    private init(
        _ exchange: RecordedExchange,
        _ request: Coded,
        _ reply: Coded?,
        redaction: RecordingRedaction,
        isExact: Bool
    ) {
        url = redaction.url(exchange.url)
        comments = exchange.comments.changed { redaction.text($0) }
        phrase =
            switch exchange.outcome {
            case .reply(let answer): redaction.text(answer.reason)
            case .failure(_, let detail): redaction.text(detail)
            }
        self.request = request.cleaned(redaction, isExact, hasBody: true)
        let status: Int? = if case .reply(let answer) = exchange.outcome { answer.status } else { nil }
        let hasBody = exchange.method != "HEAD" && status != 304
        self.reply = reply.map { $0.cleaned(redaction, isExact, hasBody: hasBody) }
    }

    /// The path of the redacted URL.
    var path: String { (try? RecordedURL(url))?.path ?? "/" }

    /// A message with the content codings of its body removed.
    private struct Coded {
        let headers: Scenario.Headers
        let content: ContentCoding
        let type: MediaType

        init(_ headers: Scenario.Headers, _ body: [UInt8]) {
            self.headers = headers
            content = ContentCoding(body, headers: headers)
            type = MediaType(headers["Content-Type"] ?? "")
        }

        func cleaned(_ redaction: RecordingRedaction, _ isExact: Bool, hasBody: Bool) -> Message {
            var headers = headers
            for index in headers.fields.indices {
                let field = headers.fields[index]
                headers.fields[index].value = field.value.map { redaction.header(field.name, $0) }
                headers.fields[index].name = redaction.headerName(field.name)
            }
            let body =
                content.remaining == nil
                ? redaction.body(content.bytes, type: type) : redaction.redacted(binary: content.bytes)
            let properties = StoredHeaders.Message(
                length: hasBody ? body.count : nil,
                isDecoded: content.removed != nil,
                isChanged: body != content.bytes,
                isExact: isExact
            )
            return Message(
                headers: StoredHeaders.filtered(headers, properties),
                body: body,
                type: type,
                coding: content.remaining,
                removed: content.removed,
                isCut: content.isTruncated,
                isOmitted: body.isEmpty && !content.bytes.isEmpty
            )
        }
    }
}

/// A redacted exchange that can be written as soon as it has a name.
struct RedactedExchange {
    let exchange: RecordedExchange
    let clean: DecodedExchange
    let bodies: RecordingEntry.Bodies

    init(_ exchange: RecordedExchange, _ redaction: RecordingRedaction, isExact: Bool) {
        self.exchange = exchange
        clean = DecodedExchange(exchange, redaction, isExact: isExact)
        bodies = RecordingEntry.Bodies(clean, isExact: isExact)
    }
}

/// A large exchange that is redacted outside the lock, with a copy of the known secrets.
struct SpeculativeRedaction {
    let redacted: RedactedExchange
    let filter: BloomFilter
    /// The secrets that were known when the copy was made, and those of this exchange.
    let registry: SecretRegistry
    /// The revision of the registry that was copied.
    let revision: Int

    /// - Parameter book: A copy of the secrets that the recording knows.
    init(_ exchange: RecordedExchange, _ options: RecordingWriter.Options, _ book: SecretRegistry) {
        (self.registry, revision) = (book, book.revision)
        let redaction = RecordingRedaction(taking: options.redactionRules, keeping: options.exemptions, book: book)
        redacted = RedactedExchange(exchange, redaction, isExact: options.isExact)
        var trace = BloomFilter()
        trace.insert(redacted.clean)
        self.filter = trace
    }
}

/// The rules for header fields that are stored in a recording.
enum StoredHeaders {
    /// The properties of the message that decide which fields are stored.
    struct Message {
        /// The length of the stored body; nil if `Content-Length` describes another body, as in a reply to HEAD.
        var length: Int?
        /// Whether the content codings that the fields name were removed from the body.
        var isDecoded = false
        /// Whether the stored body differs from the body that was sent.
        var isChanged = false
        var isExact = false
    }

    /// Returns the fields that are correct for the stored message, in order and not redacted.
    static func filtered(_ headers: Scenario.Headers, _ message: Message) -> [Scenario.Headers.Field] {
        let connectionOptions = Set(
            headers.values(of: "Connection").flatMap { $0.split(separator: ",") }
                .map { $0.filter { $0 != " " }.lowercased() }
        )
        return headers.fields.compactMap { field in
            guard let value = field.value else { return nil }
            let name = field.name.lowercased()
            if name.hasPrefix(":") || name.hasPrefix("proxy-") || hopByHop.contains(name)
                || connectionOptions.contains(name)
            {
                return nil
            }
            switch name {
            case "content-encoding" where message.isDecoded: return nil
            case "content-length": return message.length.map { Scenario.Headers.Field(field.name, String($0)) } ?? field
            case _ where message.isChanged && (digests.contains(name) || name.hasPrefix("x-amz-checksum-")): return nil
            case _ where !message.isExact && VolatileFields.contains(name): return nil
            default: return Scenario.Headers.Field(field.name, value)
            }
        }
    }

    /// Hop-by-hop fields (RFC 9110 §7.6.1).
    private static let hopByHop: Set<String> = [
        "connection", "keep-alive", "te", "trailer", "transfer-encoding", "upgrade",
    ]

    /// Fields with a checksum of the body.
    private static let digests: Set<String> = [
        "content-md5", "digest", "content-digest", "repr-digest", "x-amz-crc32",
    ]
}

/// Header fields that differ in each response. They are removed, so that recordings can be compared.
enum VolatileFields {
    static func contains(_ name: String) -> Bool {
        let name = name.lowercased()
        return names.contains(name) || prefixes.contains { name.hasPrefix($0) }
    }

    private static let names: Set<String> = [
        // The time of the response (RFC 9110 §6.6.1, RFC 9111 §5.1) and its duration.
        "date", "age", "x-runtime", "x-response-time", "server-timing", "x-envoy-upstream-service-time",
        // The identifier of the request.
        "x-request-id", "request-id", "x-requestid", "x-correlation-id", "correlation-id", "x-amzn-requestid",
        "x-amz-request-id", "x-amz-id-2", "x-amz-cf-id", "x-amz-cf-pop", "x-github-request-id", "x-ms-request-id",
        "x-goog-request-id", "x-guploader-uploadid", "cf-ray", "cf-request-id", "fly-request-id", "x-vercel-id",
        "x-served-by", "x-timer", "x-request-start", "x-transaction-id",
        // Distributed tracing (W3C Trace Context and its predecessors).
        "traceparent", "tracestate", "baggage", "sentry-trace", "x-trace-id", "x-amzn-trace-id",
        "x-cloud-trace-context", "uber-trace-id", "x-datadog-trace-id", "x-datadog-parent-id",
        // Report endpoints for browsers, whose URLs contain a request identifier.
        "report-to", "nel",
        // The time and the number of attempts of an AWS SDK request.
        "x-amz-date", "amz-sdk-invocation-id", "amz-sdk-request",
    ]

    private static let prefixes = ["x-b3-"]
}

import Rehearsal
import RehearsalDocuments
import RehearsalHTTP
import RehearsalRedaction

/// An exchange without its secrets, its bodies decoded.
struct CleanExchange {
    /// A request or a reply.
    struct Message {
        var headers: [Scenario.Headers.Field] = []
        var body: [UInt8] = []
        var type = MediaType("")
        /// What is still on the body.
        var coding: String?
        /// What was taken off it.
        var removed: String?
        /// Whether the coding that was taken off held no more than the beginning of the body.
        var isCut = false
        /// Whether there was a body that hid a secret, and is there no more.
        var isLeftOut = false

        /// Takes another body, and states its length where the headers state one.
        mutating func replaceBody(by other: [UInt8]) {
            body = other
            for index in headers.indices where Scenario.Headers.isSameName(headers[index].name, "Content-Length") {
                headers[index].value = String(other.count)
            }
        }
    }

    var url: String
    /// The reason phrase, or what is said of a failure.
    var phrase: String
    var request: Message
    var reply: Message?
    var comments: RecordedComments
    /// How many values were taken out.
    var secrets = 0

    init(_ exchange: RecordedExchange, _ redaction: RecordingRedaction, isExact: Bool) {
        let request = Coded(exchange.requestHeaders, exchange.requestBody)
        var reply: Coded?
        if case .reply(let answer) = exchange.outcome { reply = Coded(answer.headers, answer.body) }
        // A secret may stand somewhere before that by which it is known: the first time all of them are found.
        self.init(exchange, request, reply, redaction: redaction, isExact: isExact)
        redaction.book.taken = 0
        self.init(exchange, request, reply, redaction: redaction, isExact: isExact)
        secrets = redaction.book.taken
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
        self.request = request.clean(redaction, isExact, hasBody: true)
        let status: Int? = if case .reply(let answer) = exchange.outcome { answer.status } else { nil }
        let hasBody = exchange.method != "HEAD" && status != 304
        self.reply = reply.map { $0.clean(redaction, isExact, hasBody: hasBody) }
    }

    /// The path as anybody may see it.
    var path: String { (try? RecordedURL(url))?.path ?? "/" }

    /// A message with the codings taken off its body.
    private struct Coded {
        let headers: Scenario.Headers
        let content: ContentCoding
        let type: MediaType

        init(_ headers: Scenario.Headers, _ body: [UInt8]) {
            self.headers = headers
            content = ContentCoding(body, headers: headers)
            type = MediaType(headers["Content-Type"] ?? "")
        }

        func clean(_ redaction: RecordingRedaction, _ isExact: Bool, hasBody: Bool) -> Message {
            var headers = headers
            for index in headers.fields.indices {
                let field = headers.fields[index]
                headers.fields[index].value = field.value.map { redaction.header(field.name, $0) }
                headers.fields[index].name = redaction.headerName(field.name)
            }
            let body =
                content.remaining == nil
                ? redaction.body(content.bytes, type: type) : redaction.scrubbed(binary: content.bytes)
            let facts = StoredHeaders.Message(
                length: hasBody ? body.count : nil,
                isDecoded: content.removed != nil,
                isChanged: body != content.bytes,
                isExact: isExact
            )
            return Message(
                headers: StoredHeaders.fitting(headers, facts),
                body: body,
                type: type,
                coding: content.remaining,
                removed: content.removed,
                isCut: content.isCut,
                isLeftOut: body.isEmpty && !content.bytes.isEmpty
            )
        }
    }
}

import Rehearsal

/// Turns a reply of a scenario into the bytes that go on the wire.
///
/// What the scenario says is sent as it says it: a header of the author's takes the place of the server's own.
struct ReplyEncoder {
    /// What recorded origins are replaced by: `http://127.0.0.1:8080`.
    let origin: String

    func encode(_ reply: Scenario.Reply) -> EncodedReply {
        let content = Content(reply)
        var body = content.bytes
        let rewriter = OriginRewriter(from: reply.recordedOrigins, to: origin)
        if content.isText(reply.headers) { body = rewriter.rewrite(body) }
        let isChunked = reply.headers["Transfer-Encoding"]?.lowercased() == "chunked"
        if isChunked { body = Self.chunked(body) }
        let statesClose = reply.headers.values(of: "Connection").contains { $0.lowercased().contains("close") }

        var head = Array("HTTP/1.1 ".utf8) + Self.digits(reply.status) + [0x20]
        head += Array((reply.reason ?? StatusReason.phrase(reply.status)).utf8) + [0x0D, 0x0A]
        for field in reply.headers.fields {
            guard let value = field.value else { continue }
            Self.append(field.name, rewriter.rewrite(Array(value.utf8)), to: &head)
        }
        var dateOffset = -1
        if !reply.headers.names("Date"), reply.status >= 200 {
            dateOffset = head.count + "Date: ".utf8.count
            Self.append("Date", [UInt8](repeating: 0x20, count: HTTPDate.length), to: &head)
        }
        if let type = content.type, !reply.headers.names("Content-Type") {
            Self.append("Content-Type", Array(type.utf8), to: &head)
        }
        let mayHaveContent = reply.status >= 200 && reply.status != 204 && reply.status != 304
        if mayHaveContent, !isChunked, !reply.headers.names("Content-Length") {
            Self.append("Content-Length", Array(String(body.count).utf8), to: &head)
        }
        head += [0x0D, 0x0A]
        return EncodedReply(
            status: reply.status,
            bytes: head + body,
            headLength: head.count,
            dateOffset: dateOffset,
            // Bytes where none are allowed are sent as the author says; what follows them could not be told apart.
            closesConnection: statesClose || Self.hasNoLength(reply.headers) || (!mayHaveContent && !body.isEmpty),
            statesClose: statesClose
        )
    }

    private static func append(_ name: String, _ value: [UInt8], to head: inout [UInt8]) {
        head += Array(name.utf8)
        head += [0x3A, 0x20]
        head += value
        head += [0x0D, 0x0A]
    }

    private static func digits(_ status: Int) -> [UInt8] {
        [status / 100, status / 10 % 10, status % 10].map { UInt8(0x30 + $0) }
    }

    private static func chunked(_ body: [UInt8]) -> [UInt8] {
        let end = Array("0\r\n\r\n".utf8)
        guard !body.isEmpty else { return end }
        return Array("\(String(body.count, radix: 16))\r\n".utf8) + body + [0x0D, 0x0A] + end
    }

    /// A reply whose author took its length away ends with its connection (RFC 9112 §6.3).
    private static func hasNoLength(_ headers: Scenario.Headers) -> Bool {
        let suppressesLength = headers.names("Content-Length") && headers["Content-Length"] == nil
        return suppressesLength && headers["Transfer-Encoding"] == nil
    }
}

/// The body of a reply and the media type that goes with it.
private struct Content {
    let bytes: [UInt8]
    let type: String?

    init(_ reply: Scenario.Reply) {
        switch reply.body {
        case .none: (bytes, type) = ([], nil)
        case .json(let value): (bytes, type) = (value.bytes(pretty: false), "application/json")
        case .problem(let value):
            let document = Self.problem(value, status: reply.status)
            (bytes, type) = (document.bytes(pretty: false), "application/problem+json")
        case .text(let text): (bytes, type) = (Array(text.utf8), "text/plain; charset=utf-8")
        case .bytes(let data, let media): (bytes, type) = (data, media)
        }
    }

    /// Whether recorded origins may stand in the body.
    func isText(_ headers: Scenario.Headers) -> Bool {
        guard headers["Content-Encoding"] == nil else { return false }
        guard let media = (headers["Content-Type"] ?? type)?.lowercased() else { return false }
        return media.hasPrefix("text/")
            || ["json", "xml", "javascript", "x-www-form-urlencoded"].contains {
                media.contains($0)
            }
    }

    /// The members of problem details that a writer may leave out (RFC 9457 §3.1).
    private static func problem(_ value: JSON, status: Int) -> JSON {
        guard case .object(var members) = value else { return value }
        if !members.contains(where: { $0.name == "type" }) {
            members.insert(JSON.Member("type", .string("about:blank")), at: 0)
        }
        if !members.contains(where: { $0.name == "status" }) {
            members.append(JSON.Member("status", .number(JSON.Number(text: String(status)))))
        }
        return .object(members)
    }
}

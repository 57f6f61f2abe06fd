import Rehearsal
import RehearsalDocuments
import RehearsalHTTP
import RehearsalPlatform
import RehearsalServer

/// Writes the head of a reply as it goes to a client.
struct ReplyWriter {
    /// The backend's own, in the place of which stands the one that the client uses; nil leaves everything as it is.
    var origin: String?

    func head(
        of reply: ReplyHead,
        _ framing: ReplyHead.Framing,
        to request: IncomingRequest,
        closes: Bool
    ) -> [UInt8] {
        var bytes = Array("HTTP/1.1 \(reply.status) ".utf8) + reply.reason + [0x0D, 0x0A]
        for field in reply.fields.endToEnd {
            // It would lead clients to where nothing is recorded.
            if origin != nil, field.isNamed("Alt-Svc") { continue }
            rewritten(field, for: request).write(to: &bytes)
        }
        switch framing {
        case .length(let length): WireField("Content-Length", String(length)).write(to: &bytes)
        case .chunked where request.head.minorVersion == 1:
            WireField("Transfer-Encoding", "chunked").write(to: &bytes)
        case .none where reply.status != 204:
            // Of a reply to HEAD, and of 304, it says what GET would have had.
            if let length = reply.fields.first(where: { $0.isNamed("Content-Length") }) { length.write(to: &bytes) }
        default: break
        }
        if closes {
            WireField("Connection", "close").write(to: &bytes)
        } else if request.head.minorVersion == 0 {
            WireField("Connection", "keep-alive").write(to: &bytes)
        }
        return bytes + [0x0D, 0x0A]
    }

    /// Leads clients back to where they came from, and lets them keep cookies there.
    private func rewritten(_ field: WireField, for request: IncomingRequest) -> WireField {
        guard let origin else { return field }
        if field.isNamed("Set-Cookie") { return WireField(field.name, RecordedHeaders.cookieForAnyOrigin(field.text)) }
        guard Self.leading.contains(field.name.lowercased()),
            let host = request.fields.first(where: { $0.isNamed("Host") })
        else { return field }
        return WireField(
            field.name,
            OriginRewriter(from: [.init(origin)], to: "http://\(host.text)").rewrite(field.value)
        )
    }

    private static let leading: Set<String> = ["location", "content-location", "link", "refresh"]
}

/// What a client gets where there is no reply to pass on: problem details (RFC 9457).
struct ProblemReply {
    var status: Int
    /// Behind `urn:rehearsal:problem:`.
    var type: String
    var title: String
    var detail: String
    var members: [JSON.Member] = []

    /// A real backend that gave no reply.
    init(_ failure: TransferFailure, of upstream: Upstream) {
        status = failure.status
        type = "upstream-\(failure.recorded.rawValue)"
        title = "The real backend gave no reply."
        detail = "\(upstream.origin): \(failure.detail)."
        members = [
            JSON.Member("failure", .string(failure.recorded.rawValue)),
            JSON.Member("upstream", .string(upstream.origin)),
        ]
        if let hint = failure.advice { members.append(JSON.Member("hint", .string(hint))) }
    }

    /// A request that is not passed on.
    init(_ status: Int, _ type: String, _ detail: String) {
        (self.status, self.type, self.detail) = (status, type, detail)
        title = "The request was not passed on."
    }

    func bytes(answering request: IncomingRequest?, closes: Bool) -> [UInt8] {
        let json: JSON = .object(
            [
                JSON.Member("type", .string("urn:rehearsal:problem:\(type)")),
                JSON.Member("title", .string(title)),
                JSON.Member("status", JSON(integerLiteral: status)),
                JSON.Member("detail", .string(detail)),
            ] + members
        )
        let body = json.shownBytes(pretty: true)
        var text = "HTTP/1.1 \(status) \(StatusReason.phrase(status))\r\nContent-Type: application/problem+json\r\n"
        text += "Content-Length: \(body.count)\r\n"
        if closes {
            text += "Connection: close\r\n"
        } else if request?.head.minorVersion == 0 {
            text += "Connection: keep-alive\r\n"
        }
        return Array((text + "\r\n").utf8) + (request?.method == "HEAD" ? [] : body)
    }
}

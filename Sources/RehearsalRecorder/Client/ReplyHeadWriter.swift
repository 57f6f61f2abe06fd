import Rehearsal
import RehearsalDocuments
import RehearsalHTTP
import RehearsalPlatform
import RehearsalServer

/// A serializer for the head of a reply to a client.
struct ReplyHeadWriter {
    /// The origin of the real backend, which is replaced by the origin that the client uses; nil for no replacement.
    var origin: String?

    func head(
        of reply: ReplyHead,
        _ framing: ReplyHead.Framing,
        to request: IncomingRequest,
        closes: Bool
    ) -> [UInt8] {
        var head = HeadWriter(status: reply.status, reason: reply.reason)
        for field in reply.fields.endToEnd {
            // A client that used the alternative service would bypass the recorder (RFC 7838).
            if origin != nil, field.isNamed("Alt-Svc") { continue }
            head.append(rewritten(field, for: request))
        }
        switch framing {
        case .length(let length): head.append("Content-Length", String(length))
        case .chunked where request.head.minorVersion == 1: head.append("Transfer-Encoding", "chunked")
        case .none where reply.status != 204:
            // In a reply to HEAD and in a 304, Content-Length is the length of the body that GET would receive.
            if let length = reply.fields.first(where: { $0.isNamed("Content-Length") }) { head.append(length) }
        default: break
        }
        head.appendConnection(closes: closes, to: request)
        return head.head
    }

    /// Returns the field with the origin of the recorder in its URLs, and with cookies that are valid for that origin.
    private func rewritten(_ field: WireField, for request: IncomingRequest) -> WireField {
        guard let origin else { return field }
        if field.isNamed("Set-Cookie") { return WireField(field.name, RecordedHeaders.cookieForAnyOrigin(field.text)) }
        guard Self.urlFields.contains(field.name.lowercased()),
            let host = request.fields.first(where: { $0.isNamed("Host") })
        else { return field }
        return WireField(
            field.name,
            OriginRewriter(from: [.init(origin)], to: "http://\(host.text)").rewrite(field.value)
        )
    }

    private static let urlFields: Set<String> = ["location", "content-location", "link", "refresh"]
}

extension HeadWriter {
    /// Adds `Connection` unless its value is the default of the request's HTTP version.
    fileprivate mutating func appendConnection(closes: Bool, to request: IncomingRequest?) {
        if closes {
            append("Connection", "close")
        } else if request?.head.minorVersion == 0 {
            append("Connection", "keep-alive")
        }
    }
}

/// An error reply that the recorder sends when it has no reply to forward.
struct ProblemReply {
    private let details: ProblemDetails

    /// Creates a 502 or 504 reply for a real backend that sent no reply.
    init(_ failure: TransferFailure, of upstream: Upstream) {
        let name = failure.recordedFailure.rawValue
        var more = [JSON.Member("failure", .string(name)), JSON.Member("upstream", .string(upstream.origin))]
        if let hint = failure.suggestion { more.append(JSON.Member("hint", .string(hint))) }
        details = ProblemDetails(
            "urn:rehearsal:problem:upstream-\(name)",
            title: "The real backend sent no reply.",
            status: failure.status,
            detail: "\(upstream.origin): \(failure.detail).",
            more: more
        )
    }

    /// Creates the reply to a request that the recorder does not forward.
    init(_ status: Int, _ type: String, _ detail: String) {
        let title = "The request was not forwarded."
        details = ProblemDetails("urn:rehearsal:problem:\(type)", title: title, status: status, detail: detail)
    }

    /// The problem as a reply of a scenario.
    var reply: Scenario.Reply {
        let headers = Scenario.Headers([Scenario.Headers.Field("Content-Type", ProblemDetails.mediaType)])
        return Scenario.Reply(details.status, headers: headers, body: .bytes(details.bytes))
    }

    func bytes(answering request: IncomingRequest?, closes: Bool) -> [UInt8] {
        let body = details.bytes
        var head = HeadWriter(status: details.status, reason: StatusReason.phrase(details.status).utf8)
        head.append("Content-Type", ProblemDetails.mediaType)
        head.append("Content-Length", String(body.count))
        head.appendConnection(closes: closes, to: request)
        return head.head + (request?.method == "HEAD" ? [] : body)
    }
}

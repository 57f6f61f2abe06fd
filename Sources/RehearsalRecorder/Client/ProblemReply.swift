import Rehearsal
import RehearsalDocuments
import RehearsalHTTP
import RehearsalServer

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

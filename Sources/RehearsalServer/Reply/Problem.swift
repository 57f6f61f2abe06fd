package import Rehearsal
import RehearsalHTTP

/// A problem details document (RFC 9457).
package struct ProblemDetails {
    /// The URN of the problem type.
    package var type: String
    /// The short summary of the problem type.
    package var title: String
    /// The status code of the reply.
    package var status: Int
    /// The explanation of this occurrence.
    package var detail: String?
    /// The extension members, which follow the standard members.
    package var extensions: [JSON.Member] = []

    /// The media type of the document.
    package static let mediaType = "application/problem+json"

    /// Creates a document.
    package init(_ type: String, title: String, status: Int, detail: String?, more: [JSON.Member] = []) {
        (self.type, self.title, self.status, self.detail, self.extensions) = (type, title, status, detail, more)
    }

    /// The document as indented JSON.
    package var bytes: [UInt8] {
        var members = [
            JSON.Member("type", .string(type)), JSON.Member("title", .string(title)),
            JSON.Member("status", .integer(status)),
        ]
        if let detail { members.append(JSON.Member("detail", .string(detail))) }
        return JSON.object(members + extensions).printableBytes(pretty: true)
    }
}

/// The error replies that the server itself generates.
enum ServerErrorReply {
    /// Returns the reply to an unmatched request, with the nearest endpoints and an endpoint to add to the scenario.
    static func unmatched(_ misses: [NearMiss], _ head: RequestHead, _ bytes: Span<UInt8>) -> Scenario.Reply {
        let (method, path) = (bytes.text(head.method), bytes.text(head.path))
        var more = [JSON.Member("nearest", .array(misses.map(json)))]
        // An endpoint cannot match `OPTIONS *`, because the path of an endpoint begins with a slash.
        if path.hasPrefix("/") { more.append(JSON.Member("paste", Scenario.Endpoint.suggestedEndpoint(method, path))) }
        return unanswered(
            "unmatched",
            "No endpoint of the scenario matches this request.",
            detail("\(method) \(path)", misses),
            more: more
        )
    }

    /// Returns the reply to a request whose endpoint has sent all of its replies.
    static func exhausted(_ misses: [NearMiss]) -> Scenario.Reply {
        unanswered(
            "exhausted",
            "The endpoint has sent all of its replies.",
            "\(misses.first?.label ?? "The endpoint") has no reply left; set \"afterLast\" to \"repeat\" or \"cycle\" "
                + "to continue the sequence."
        )
    }

    /// Returns the reply to a request that names a session that does not exist.
    static func noSession(_ name: String) -> Scenario.Reply {
        unanswered(
            "no-session",
            "The session does not exist on this server.",
            "No session is named \"\(name)\". The session was ended, its lease expired, or its server stopped. "
                + "Its state is lost; create the session again."
        )
    }

    /// Returns the reply to a request that violates a rule of HTTP or exceeds a limit.
    static func refused(_ violation: Violation) -> Scenario.Reply {
        let title = StatusReason.phrase(violation.status)
        return reply("refused", title, status: violation.status, violation.rule)
    }

    private static func unanswered(
        _ type: String,
        _ title: String,
        _ detail: String,
        more: [JSON.Member] = [],
    ) -> Scenario.Reply {
        var reply = reply(type, title, status: 501, detail, more: more)
        reply.headers.append("Rehearsal-Unmatched", "true")
        return reply
    }

    private static func reply(
        _ type: String,
        _ title: String,
        status: Int,
        _ detail: String,
        more: [JSON.Member] = [],
    ) -> Scenario.Reply {
        let type = "urn:rehearsal:problem:\(type)"
        let details = ProblemDetails(type, title: title, status: status, detail: detail, more: more)
        let headers: Scenario.Headers = ["Content-Type": .init(stringLiteral: ProblemDetails.mediaType)]
        return Scenario.Reply(status, headers: headers, body: .bytes(details.bytes))
    }

    private static func detail(_ request: String, _ misses: [NearMiss]) -> String {
        guard let nearest = misses.first else {
            return "No endpoint matches \(request): the scenario has no endpoints."
        }
        return "No endpoint matches \(request). The nearest is \(nearest.description)."
    }

    private static func json(_ miss: NearMiss) -> JSON {
        ["endpoint": .string(miss.label), "differences": .array(miss.differences.map { .string($0) })]
    }
}

package import Rehearsal
import RehearsalHTTP

/// Problem details (RFC 9457): the document of a reply that says what is wrong.
package struct ProblemDetails {
    /// The URN of the kind of problem.
    package var type: String
    package var title: String
    package var status: Int
    package var detail: String?
    /// The members behind those that every such document has.
    package var more: [JSON.Member] = []

    package static let mediaType = "application/problem+json"

    package init(_ type: String, title: String, status: Int, detail: String?, more: [JSON.Member] = []) {
        (self.type, self.title, self.status, self.detail, self.more) = (type, title, status, detail, more)
    }

    package var bytes: [UInt8] {
        var members = [
            JSON.Member("type", .string(type)), JSON.Member("title", .string(title)),
            JSON.Member("status", .integer(status)),
        ]
        if let detail { members.append(JSON.Member("detail", .string(detail))) }
        return JSON.object(members + more).shownBytes(pretty: true)
    }
}

/// The replies of the server itself.
enum Problem {
    /// Nothing matched: says what came nearest, and what to write to make it match.
    static func unmatched(_ misses: [NearMiss], _ head: RequestHead, _ bytes: Span<UInt8>) -> Scenario.Reply {
        let (method, path) = (bytes.text(head.method), bytes.text(head.path))
        var more = [JSON.Member("nearest", .array(misses.map(json)))]
        // No endpoint can have the path of `OPTIONS *`.
        if path.hasPrefix("/") { more.append(JSON.Member("paste", Scenario.Endpoint.pasteable(method, path))) }
        return unanswered(
            "unmatched",
            "No endpoint of the scenario answers this request.",
            detail("\(method) \(path)", misses),
            more: more
        )
    }

    static func exhausted(_ misses: [NearMiss]) -> Scenario.Reply {
        unanswered(
            "exhausted",
            "The endpoint has given all of its replies.",
            "\(misses.first?.label ?? "The endpoint") has no reply left; \"afterLast\": \"repeat\" or \"cycle\" would go "
                + "on."
        )
    }

    /// The request asks for a session that there is not, or no longer.
    static func noSession(_ name: String) -> Scenario.Reply {
        unanswered(
            "no-session",
            "There is no such session on this server.",
            "No session is named \"\(name)\" here. It has ended, its lease ran out, or the server that held it is gone; "
                + "what it knew is lost. Create it again."
        )
    }

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
        guard let nearest = misses.first else { return "\(request) matches nothing: the scenario has no endpoints." }
        return "\(request) matches nothing. Nearest is \(nearest.description)."
    }

    private static func json(_ miss: NearMiss) -> JSON {
        ["endpoint": .string(miss.label), "differences": .array(miss.differences.map { .string($0) })]
    }
}

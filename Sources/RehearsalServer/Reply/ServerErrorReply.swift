import Rehearsal
import RehearsalHTTP

/// The error replies that the server itself generates.
enum ServerErrorReply {
    /// Returns the reply to an unmatched request.
    ///
    /// - Parameter document: the bytes of an ``UnmatchedReport``.
    static func unmatched(_ document: [UInt8]) -> Scenario.Reply {
        var reply = Scenario.Reply(501, headers: problemHeaders, body: .bytes(document))
        reply.headers.append("Rehearsal-Unmatched", "true")
        return reply
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

    private static func unanswered(_ type: String, _ title: String, _ detail: String) -> Scenario.Reply {
        var reply = reply(type, title, status: 501, detail)
        reply.headers.append("Rehearsal-Unmatched", "true")
        return reply
    }

    private static func reply(_ type: String, _ title: String, status: Int, _ detail: String) -> Scenario.Reply {
        let type = "urn:rehearsal:problem:\(type)"
        let details = ProblemDetails(type, title: title, status: status, detail: detail)
        return Scenario.Reply(status, headers: problemHeaders, body: .bytes(details.bytes))
    }

    private static let problemHeaders: Scenario.Headers = [
        "Content-Type": .init(stringLiteral: ProblemDetails.mediaType)
    ]
}

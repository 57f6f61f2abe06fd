import Rehearsal
import RehearsalHTTP

/// The replies of the server itself, as problem details (RFC 9457).
enum Problem {
    /// Nothing matched: says what came nearest, and what to write to make it match.
    static func unmatched(_ misses: [NearMiss], _ head: RequestHead, _ bytes: Span<UInt8>) -> Scenario.Reply {
        let (method, path) = (bytes.text(head.method), bytes.text(head.path))
        var members = [
            JSON.Member("type", .string("urn:rehearsal:problem:unmatched")),
            JSON.Member("title", .string("No endpoint of the scenario answers this request.")),
            JSON.Member("status", .number(JSON.Number(text: "501"))),
            JSON.Member("detail", .string(detail("\(method) \(path)", misses))),
        ]
        members.append(JSON.Member("nearest", .array(misses.map(json))))
        // No endpoint can have the path of `OPTIONS *`.
        if path.hasPrefix("/") { members.append(JSON.Member("paste", Scenario.Endpoint.pasteable(method, path))) }
        return reply(501, .object(members), unmatched: true)
    }

    static func exhausted(_ misses: [NearMiss]) -> Scenario.Reply {
        reply(
            501,
            .object([
                JSON.Member("type", .string("urn:rehearsal:problem:exhausted")),
                JSON.Member("title", .string("The endpoint has given all of its replies.")),
                JSON.Member("status", .number(JSON.Number(text: "501"))),
                JSON.Member(
                    "detail",
                    .string(
                        "\(misses.first?.label ?? "The endpoint") has no reply left; \"afterLast\": \"repeat\" "
                            + "or \"cycle\" would go on."
                    )
                ),
            ]),
            unmatched: true
        )
    }

    /// The request asks for a session that there is not, or no longer.
    static func noSession(_ name: String) -> Scenario.Reply {
        reply(
            501,
            .object([
                JSON.Member("type", .string("urn:rehearsal:problem:no-session")),
                JSON.Member("title", .string("There is no such session on this server.")),
                JSON.Member("status", .number(JSON.Number(text: "501"))),
                JSON.Member(
                    "detail",
                    .string(
                        "No session is named \"\(name)\" here. It has ended, its lease ran out, or the server that "
                            + "held it is gone; what it knew is lost. Create it again."
                    )
                ),
            ]),
            unmatched: true
        )
    }

    static func refused(_ violation: Violation) -> Scenario.Reply {
        reply(
            violation.status,
            .object([
                JSON.Member("type", .string("urn:rehearsal:problem:refused")),
                JSON.Member("title", .string(StatusReason.phrase(violation.status))),
                JSON.Member("status", .integer(violation.status)),
                JSON.Member("detail", .string(violation.rule)),
            ]),
            unmatched: false
        )
    }

    private static func reply(_ status: Int, _ body: JSON, unmatched: Bool) -> Scenario.Reply {
        var headers: Scenario.Headers = ["Content-Type": "application/problem+json"]
        if unmatched { headers.append("Rehearsal-Unmatched", "true") }
        return Scenario.Reply(status, headers: headers, body: .bytes(body.shownBytes(pretty: true)))
    }

    private static func detail(_ request: String, _ misses: [NearMiss]) -> String {
        guard let nearest = misses.first else { return "\(request) matches nothing: the scenario has no endpoints." }
        return "\(request) matches nothing. Nearest is \(nearest.description)."
    }

    private static func json(_ miss: NearMiss) -> JSON {
        .object([
            JSON.Member("endpoint", .string(miss.label)),
            JSON.Member("differences", .array(miss.differences.map { .string($0) })),
        ])
    }
}

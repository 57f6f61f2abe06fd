import Rehearsal

/// An exchange as one object of an event, without headers and bodies.
struct ExchangeSummary {
    let entry: Journal.Entry
    /// The start of the session, from which times are measured.
    let startedAt: Int64
    let redaction: Redaction

    /// The maximum number of characters of a target. The detail of the exchange has the whole target.
    static let maximumTarget = 400

    var json: JSON {
        let target = entry.redactedTarget(redaction)
        var members: [JSON.Member] = [
            JSON.Member("number", .integer(entry.ordinal)),
            JSON.Member("connection", .integer(entry.connection)),
            JSON.Member("exchange", .integer(entry.exchange)),
            JSON.Member("at", .integer((entry.at - startedAt) / 1_000)),
            JSON.Member("method", .string(entry.redactedMethod)),
            JSON.Member("target", .string(Self.shortened(target))),
            JSON.Member("decision", .string("\(entry.decision)")),
            JSON.Member("status", .integer(entry.status)),
            JSON.Member("requestBytes", .integer(entry.body.length)),
            JSON.Member("replyBytes", .integer(entry.written)),
            JSON.Member("duration", .integer(entry.endAt.map { ($0 - entry.at) / 1_000 })),
            JSON.Member("end", .text(entry.end.map { "\($0)" })),
        ]
        // Most exchanges have none of these members.
        if let endpoint = entry.endpoint { members.append(JSON.Member("endpoint", .string(endpoint))) }
        if let fault = entry.fault { members.append(JSON.Member("fault", .string(fault))) }
        if let policy = entry.policy { members.append(JSON.Member("policy", .string(policy))) }
        if let violation = redaction.note(entry.violation, about: entry) {
            members.append(JSON.Member("violation", .string(Self.shortened(violation))))
        }
        return .object(members)
    }

    private static func shortened(_ text: String) -> String {
        text.utf8.count <= maximumTarget ? text : text.prefix(maximumTarget) + "…"
    }
}

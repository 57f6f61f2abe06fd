import Rehearsal

/// What a line of the log tells of an exchange, with its secrets taken out: read off the journal, or off a line of it.
struct LoggedExchange: Sendable, Hashable {
    var at: Int64
    var endAt: Int64?
    var method: String
    /// Whether the method is what the client sent, so that an endpoint can be made of it.
    var isMethodWhole: Bool
    var target: String
    var endpoint: String?
    var isUnmatched = false
    var isExhausted = false
    var fault: String?
    var status: Int?
    var written: Int
    var end: Journal.End?
    var violation: String?
    /// Cookies that are another server's.
    var cookieNote: String?
    /// What a policy of the scenario decided, and why.
    var policy: String?
    /// The endpoint that came nearest, and what differed.
    var nearest: String?

    init(_ entry: Journal.Entry, _ redaction: Redaction) {
        (at, endAt) = (entry.at, entry.endAt)
        (method, isMethodWhole) = (entry.shownMethod, entry.shownMethod == entry.method)
        target = entry.shownTarget(redaction)
        (endpoint, fault, status) = (entry.endpoint, entry.fault, entry.status)
        isUnmatched = entry.decision == .unmatched
        isExhausted = entry.decision == .exhausted
        (written, end) = (entry.written, entry.end)
        violation = redaction.remark(entry.violation, about: entry)
        nearest = redaction.remark(entry.nearest.first, about: entry)
        (policy, cookieNote) = (entry.policy, entry.foreignCookieNote)
    }

    /// Reads a line of NDJSON; nil for one that is about something else.
    init?(_ json: JSON) {
        guard json.text("event") == "exchange", let at = json.integer("at"), let method = json.text("method"),
            let target = json.text("target")
        else { return nil }
        (self.at, self.method, self.target) = (Int64(at), method, target)
        // What stands there instead of one has a space in it.
        isMethodWhole = !method.isEmpty && !method.contains(" ")
        endAt = json.integer("endAt").map { Int64($0) }
        (endpoint, fault, status) = (json.text("endpoint"), json.text("fault"), json.integer("status"))
        isUnmatched = json.text("decision") == "\(Journal.Decision.unmatched)"
        isExhausted = json.text("decision") == "\(Journal.Decision.exhausted)"
        written = json.integer("written") ?? 0
        end = json.text("end").flatMap { text in Journal.End.all.first { "\($0)" == text } }
        (violation, policy, nearest) = (json.text("violation"), json.text("policy"), json["nearest"]?[0]?.text)
    }
}

extension Journal.End {
    fileprivate static let all: [Journal.End] = [
        .completed, .resetByClient, .closedByClient, .fault, .timeout, .stopped,
    ]
}

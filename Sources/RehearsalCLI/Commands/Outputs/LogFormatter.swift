import Rehearsal
import RehearsalDocuments

/// A formatter of log lines: one line for each exchange, and suggestions below a request that no endpoint matched.
struct LogFormatter: Sendable {
    var redaction = Redaction(salt: 0)
    let style: TerminalStyle
    /// Returns the time of day at an instant of the journal.
    let clock: @Sendable (Int64) -> String

    func text(_ item: Journal.Record) -> String {
        switch item {
        case .exchange(let entry): text(entry)
        case .scenarioSwitch(let mark): "\(style.dim("\(clock(mark.at))  — now playing \(mark.scenario.printable)"))\n"
        }
    }

    func text(_ entry: Journal.Entry) -> String { text(LoggedExchange(entry, redaction)) }

    func text(_ exchange: LoggedExchange) -> String {
        let request = "\(exchange.method) \(exchange.target)".printable
        var parts = [style.dim(clock(exchange.at)), "", request, "→", outcome(exchange)]
        if let endAt = exchange.endAt { parts.append(style.dim(Self.milliseconds(endAt - exchange.at))) }
        if exchange.written > 0 { parts.append(style.dim(Self.size(exchange.written))) }
        if let endpoint = exchange.endpoint { parts.append(style.dim(endpoint.printable)) }
        if let note = note(exchange) { parts.append(style.yellow(note.printable)) }
        return ([parts.joined(separator: " ")] + advice(exchange)).joined(separator: "\n") + "\n"
    }

    private func outcome(_ exchange: LoggedExchange) -> String {
        // The client did not receive a status that was decided but not sent.
        guard let status = exchange.status, exchange.written > 0 || exchange.end == .completed else {
            return style.red("no reply")
        }
        return style.status(status)
    }

    /// Returns the fault, the violation, the policy or the unusual end of an exchange; nil if it has none of them.
    private func note(_ exchange: LoggedExchange) -> String? {
        if let fault = exchange.fault { return fault }
        if let violation = exchange.violation { return violation }
        if let policy = exchange.policy { return policy }
        if let cookieNote = exchange.cookieNote { return cookieNote }
        switch exchange.end {
        case .completed, .fault, nil: break
        case .resetByClient, .closedByClient, .timeout, .stopped: return exchange.end?.displayText
        }
        return exchange.isExhausted ? "no reply is left" : nil
    }

    private func advice(_ exchange: LoggedExchange) -> [String] {
        guard exchange.isUnmatched else { return [] }
        var lines: [String] = []
        if let nearest = exchange.nearest { lines.append("    nearest: \(nearest.printable)") }
        if exchange.isMethodExact {
            lines.append("    to answer it: \(Self.endpoint(for: exchange.method, exchange.target).printable)")
        }
        return lines
    }

    /// Returns an endpoint that answers a request, which a user can paste into a scenario.
    static func endpoint(for method: String, _ target: String) -> String {
        let path = quoted(String(target.prefix { $0 != "?" }))
        let name =
            ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"].contains(method)
            ? "\"\(method.lowercased())\": \(path)" : "\"method\": \(quoted(method)), \"path\": \(path)"
        return "{ \(name), \"replies\": [{ \"json\": {} }] }"
    }

    private static func quoted(_ text: String) -> String {
        String(decoding: JSON.string(text).printableBytes(), as: UTF8.self)
    }

    /// Returns a duration for display: `0.4 ms`, `12 ms`, `3.2 s`.
    static func milliseconds(_ nanoseconds: Int64) -> String {
        let microseconds = max(0, nanoseconds) / 1_000
        if microseconds >= 1_000_000 { return tenths(microseconds / 100_000) + " s" }
        if microseconds >= 10_000 { return "\(microseconds / 1_000) ms" }
        return tenths(microseconds / 100) + " ms"
    }

    /// Returns a size for display: `312 B`, `1.2 KB`, `3.4 MB`.
    static func size(_ bytes: Int) -> String {
        if bytes < 1 << 10 { return "\(bytes) B" }
        if bytes < 1 << 20 { return tenths(Int64(bytes) * 10 / (1 << 10)) + " KB" }
        return tenths(Int64(bytes) * 10 / (1 << 20)) + " MB"
    }

    private static func tenths(_ value: Int64) -> String { "\(value / 10).\(value % 10)" }
}

/// The redacted data of an exchange for a log line. It comes from a journal entry or from a line of NDJSON.
struct LoggedExchange: Sendable, Hashable {
    var at: Int64
    var endAt: Int64?
    var method: String
    /// Whether `method` is the text that the client sent, and not a redaction, so that an endpoint can be suggested.
    var isMethodExact: Bool
    var target: String
    var endpoint: String?
    var isUnmatched = false
    var isExhausted = false
    var fault: String?
    var status: Int?
    var written: Int
    var end: Journal.End?
    var violation: String?
    /// A note that names cookies of another server; nil if the request has none.
    var cookieNote: String?
    /// The decision of a policy of the scenario, with its reason.
    var policy: String?
    /// The nearest endpoint and its differences.
    var nearest: String?

    init(_ entry: Journal.Entry, _ redaction: Redaction) {
        (at, endAt) = (entry.at, entry.endAt)
        (method, isMethodExact) = (entry.redactedMethod, entry.redactedMethod == entry.method)
        target = entry.redactedTarget(redaction)
        (endpoint, fault, status) = (entry.endpoint, entry.fault, entry.status)
        isUnmatched = entry.decision == .unmatched
        isExhausted = entry.decision == .exhausted
        (written, end) = (entry.written, entry.end)
        violation = redaction.note(entry.violation, about: entry)
        nearest = redaction.note(entry.nearest.first, about: entry)
        (policy, cookieNote) = (entry.policy, entry.foreignCookieNote)
    }

    /// Parses a line of NDJSON; nil if its event is not an exchange.
    init?(_ json: JSON) {
        guard json.text("event") == "exchange", let at = json.integer("at"), let method = json.text("method"),
            let target = json.text("target")
        else { return nil }
        (self.at, self.method, self.target) = (Int64(at), method, target)
        // A redacted method is replaced by a text that contains a space.
        isMethodExact = !method.isEmpty && !method.contains(" ")
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

import Rehearsal
import RehearsalDocuments

/// One exchange as a person reads it while it happens; an unexpected one says below what to do about it.
struct LogLine: Sendable {
    var redaction = Redaction(salt: 0)
    let style: Style
    /// The time of day at an instant of the journal.
    let clock: @Sendable (Int64) -> String

    func text(_ item: Journal.Item) -> String {
        switch item {
        case .exchange(let entry): text(entry)
        case .mark(let mark): "\(style.dim("\(clock(mark.at))  — \(mark.scenario.printable) plays from here on"))\n"
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
        // A status that was decided on and never sent is not what the client saw.
        guard let status = exchange.status, exchange.written > 0 || exchange.end == .completed else {
            return style.red("no reply")
        }
        return style.status(status)
    }

    /// What was not as usual.
    private func note(_ exchange: LoggedExchange) -> String? {
        if let fault = exchange.fault { return fault }
        if let violation = exchange.violation { return violation }
        if let policy = exchange.policy { return policy }
        if let cookieNote = exchange.cookieNote { return cookieNote }
        switch exchange.end {
        case .completed, .fault, nil: break
        case .resetByClient, .closedByClient, .timeout, .stopped: return exchange.end?.shown
        }
        return exchange.isExhausted ? "no reply left" : nil
    }

    private func advice(_ exchange: LoggedExchange) -> [String] {
        guard exchange.isUnmatched else { return [] }
        var lines: [String] = []
        if let nearest = exchange.nearest { lines.append("    nearest: \(nearest.printable)") }
        if exchange.isMethodWhole {
            lines.append("    to answer it: \(Self.endpoint(for: exchange.method, exchange.target).printable)")
        }
        return lines
    }

    /// An endpoint that answers such a request, ready to be pasted into a scenario.
    static func endpoint(for method: String, _ target: String) -> String {
        let path = quoted(String(target.prefix { $0 != "?" }))
        let name =
            ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"].contains(method)
            ? "\"\(method.lowercased())\": \(path)" : "\"method\": \(quoted(method)), \"path\": \(path)"
        return "{ \(name), \"replies\": [{ \"json\": {} }] }"
    }

    private static func quoted(_ text: String) -> String {
        String(decoding: JSON.string(text).shownBytes(), as: UTF8.self)
    }

    /// `0.4 ms`, `12 ms`, `3.2 s`.
    static func milliseconds(_ nanoseconds: Int64) -> String {
        let microseconds = max(0, nanoseconds) / 1_000
        if microseconds >= 1_000_000 { return tenths(microseconds / 100_000) + " s" }
        if microseconds >= 10_000 { return "\(microseconds / 1_000) ms" }
        return tenths(microseconds / 100) + " ms"
    }

    /// `312 B`, `1.2 KB`, `3.4 MB`.
    static func size(_ bytes: Int) -> String {
        if bytes < 1 << 10 { return "\(bytes) B" }
        if bytes < 1 << 20 { return tenths(Int64(bytes) * 10 / (1 << 10)) + " KB" }
        return tenths(Int64(bytes) * 10 / (1 << 20)) + " MB"
    }

    private static func tenths(_ value: Int64) -> String { "\(value / 10).\(value % 10)" }
}

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

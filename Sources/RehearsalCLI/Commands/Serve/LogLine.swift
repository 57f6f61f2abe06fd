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
}

extension LogLine {
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

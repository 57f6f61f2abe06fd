import Rehearsal
import RehearsalFiles

/// One exchange as a person reads it while it happens; an unexpected one says below what to do about it.
struct LogLine: Sendable {
    let redaction: Redaction
    let style: Style
    /// The time of day at an instant of the journal.
    let clock: @Sendable (Int64) -> String

    func text(_ entry: Journal.Entry) -> String {
        let request = entry.shownRequest(redaction).printable
        var parts = [style.dim(clock(entry.at)), "", request, "→", outcome(entry)]
        if let endAt = entry.endAt { parts.append(style.dim(Self.milliseconds(endAt - entry.at))) }
        if entry.written > 0 { parts.append(style.dim(Self.size(entry.written))) }
        if let endpoint = entry.endpoint { parts.append(style.dim(endpoint.printable)) }
        if let note = note(entry) { parts.append(style.yellow(note)) }
        return ([parts.joined(separator: " ")] + advice(entry)).joined(separator: "\n") + "\n"
    }

    private func outcome(_ entry: Journal.Entry) -> String {
        // A status that was decided on and never sent is not what the client saw.
        guard let status = entry.status, entry.written > 0 || entry.end == .completed else {
            return style.red("no reply")
        }
        return style.status(status)
    }

    /// What was not as usual.
    private func note(_ entry: Journal.Entry) -> String? {
        if let fault = entry.fault { return fault }
        if let violation = entry.violation { return violation.printable }
        if let policy = entry.policy { return policy.printable }
        switch entry.end {
        case .completed, .fault, nil: break
        case .resetByClient: return "reset by the client"
        case .closedByClient: return "closed by the client"
        case .timeout: return "the client was silent for too long"
        case .stopped: return "stopped before it was done"
        }
        return entry.decision == .exhausted ? "no reply left" : nil
    }

    private func advice(_ entry: Journal.Entry) -> [String] {
        guard entry.decision == .unmatched else { return [] }
        var lines: [String] = []
        if let nearest = entry.nearest.first { lines.append("    nearest: \(nearest.printable)") }
        if entry.shownMethod == entry.method {
            let endpoint = Self.endpoint(for: entry.method, entry.shownTarget(redaction))
            lines.append("    to answer it: \(endpoint.printable)")
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
        String(decoding: JSON.string(text).bytes(), as: UTF8.self)
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

/// Judges what nothing in the scenario was made for: requests without an answer, and requests that broke HTTP.
struct UnexpectedJudge {
    var count: Scenario.Expectation.Count = 0
    let redaction: Redaction

    private static let mostNamed = 20

    func findings(in entries: [Journal.Entry]) -> [Journal.Finding] {
        let unexpected = entries.filter { $0.isUnexpected || $0.decision == .refused }
        guard !count.contains(unexpected.count) else { return [] }
        guard count == 0 else {
            let message = "expected \(count), saw \(unexpected.count)"
            let isFinal = unexpected.count > count.max ?? .max
            return [Journal.Finding(.unexpected, "every request", message, arrivals: unexpected, isFinal: isFinal)]
        }
        return findings(naming: unexpected)
    }

    /// A finding for each thing that was asked for, however often.
    private func findings(naming unexpected: [Journal.Entry]) -> [Journal.Finding] {
        var order: [String] = []
        var groups: [String: [Journal.Entry]] = [:]
        for entry in unexpected {
            let name = "\(entry.method) \(entry.target) \(entry.decision) \(entry.violation ?? "")"
            if groups[name] == nil { order.append(name) }
            groups[name, default: []].append(entry)
        }
        let named = order.prefix(Self.mostNamed).compactMap { groups[$0] }.compactMap(finding)
        guard order.count > Self.mostNamed else { return named }
        let rest = order.dropFirst(Self.mostNamed).flatMap { groups[$0] ?? [] }
        let message = "\(rest.count) more, for \(order.count - Self.mostNamed) other targets"
        return named + [Journal.Finding(.unexpected, "other requests", message, arrivals: rest, isFinal: true)]
    }

    private func finding(_ entries: [Journal.Entry]) -> Journal.Finding? {
        guard let first = entries.first else { return nil }
        let times = entries.count == 1 ? "" : " (\(entries.count) times)"
        return Journal.Finding(.unexpected, subject(first), reason(first) + times, arrivals: entries, isFinal: true)
    }

    private func subject(_ entry: Journal.Entry) -> String {
        let text = entry.shownRequest(redaction)
        return text == " " ? "a request without a request line" : text
    }

    private func reason(_ entry: Journal.Entry) -> String {
        switch entry.decision {
        case .exhausted: "\"\(entry.endpoint ?? "")\" has no reply left"
        case .refused:
            "the request broke a rule: \(redaction.remark(entry.violation, about: entry) ?? "")"
        default:
            "no endpoint answers it"
                + (redaction.remark(entry.nearest.first, about: entry).map { "; nearest: \($0)" } ?? "")
        }
    }
}

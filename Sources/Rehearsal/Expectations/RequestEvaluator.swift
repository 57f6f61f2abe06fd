/// An evaluator of the requirements on the requests that match a query.
struct RequestEvaluator {
    let subject: String
    let requirements: Scenario.Expectation.Requirements
    let evidence: VerificationInput

    func findings(in matching: [Journal.Entry]) -> [Journal.Finding] {
        let arrivals = matching.filter { isInWindow($0.at) }
        let late = matching.count - arrivals.count
        var findings: [Journal.Finding] = []
        let hasNoCount = requirements.count == nil && requirements.attempts == nil
        if let count = requirements.count ?? (hasNoCount ? .atLeast(1) : nil) {
            findings += checkCount(.count, arrivals.count, count, late: late, note: "", arrivals)
        }
        let attempts = RetryAnalysis.analyze(arrivals)
        if let requiredCount = requirements.attempts {
            let repeats = arrivals.count - attempts.count
            let note = repeats == 0 ? "" : "; \(arrivals.count) arrived, \(repeats) retried by the network stack"
            findings += checkCount(.attempts, attempts.count, requiredCount, late: late, note: note, arrivals)
        }
        let countsMatch = findings.isEmpty
        findings += gaps(between: attempts)
        // A wrong number of requests explains missing gaps, so those are not reported as well.
        if countsMatch { findings += missingGaps(between: attempts) }
        for part in requirements.same { findings += same(part, arrivals) }
        if let side = requirements.endedBy { findings += ended(by: side, arrivals) }
        return findings
    }

    private func isInWindow(_ instant: Int64) -> Bool {
        guard let within = requirements.within else { return true }
        return instant - evidence.startedAt <= within.nanoseconds
    }

    private func checkCount(
        _ rule: Journal.Finding.Rule,
        _ seen: Int,
        _ requiredCount: Scenario.Expectation.Count,
        late: Int,
        note: String,
        _ arrivals: [Journal.Entry],
    ) -> [Journal.Finding] {
        guard !requiredCount.contains(seen) else { return [] }
        let window = requirements.within.map { " within \($0.displayText)" } ?? ""
        let after = late == 0 ? "" : ", and \(late) later"
        let message = "expected \(requiredCount)\(window), saw \(seen)\(after)\(note)"
        let isFinal = seen > requiredCount.max ?? .max || !isInWindow(evidence.now)
        return [Journal.Finding(rule, subject, message, requests: arrivals, isFinal: isFinal)]
    }

    private func gaps(between attempts: [RetryAnalysis.Attempt]) -> [Journal.Finding] {
        guard !requirements.gaps.isEmpty else { return [] }
        var findings: [Journal.Finding] = []
        for (index, gap) in requirements.gaps.enumerated() where index + 1 < attempts.count {
            let measured = Duration.nanoseconds(attempts[index + 1].first.delay(after: attempts[index].last))
            let bound: String
            if let minimum = gap.atLeast, measured < minimum {
                bound = "at least \(minimum.displayText)"
            } else if let maximum = gap.atMost, measured > maximum {
                bound = "at most \(maximum.displayText)"
            } else {
                continue
            }
            let message = "expected \(bound) before attempt \(index + 2), saw \(measured.displayText)"
            findings.append(Journal.Finding(.gaps, subject, message, requests: attempts.map(\.first), isFinal: true))
        }
        return findings
    }

    private func missingGaps(between attempts: [RetryAnalysis.Attempt]) -> [Journal.Finding] {
        let (gaps, count) = (requirements.gaps.count, attempts.count)
        guard gaps > 0, count <= gaps else { return [] }
        let message = "expected \(gaps) between \(gaps + 1) attempts, saw \(count) attempt\(count == 1 ? "" : "s")"
        return [
            Journal.Finding(
                .gaps,
                subject,
                message,
                requests: attempts.map(\.first),
                isFinal: !isInWindow(evidence.now)
            )
        ]
    }

    private func same(_ part: Scenario.Expectation.RequestPart, _ arrivals: [Journal.Entry]) -> [Journal.Finding] {
        guard let first = arrivals.first else { return [] }
        let values = arrivals.map { part.value(in: $0) }
        let expected = "expected the same \(part) in all requests, but request"
        let message: String
        if let index = values.firstIndex(where: { $0 == nil }) {
            message = "\(expected) \(index + 1) of \(arrivals.count) has none"
        } else if let index = values.firstIndex(where: { $0 != values[0] }) {
            message =
                "\(expected) \(index + 1) of \(arrivals.count) differs "
                + "(first: \(description(of: part, first)), this: \(description(of: part, arrivals[index])))"
        } else {
            return []
        }
        return [Journal.Finding(.same, subject, message, requests: arrivals, isFinal: true)]
    }

    private func description(of part: Scenario.Expectation.RequestPart, _ entry: Journal.Entry) -> String {
        part.displayText(entry, evidence.redaction)
    }

    private func ended(by side: Scenario.Expectation.Side, _ arrivals: [Journal.Entry]) -> [Journal.Finding] {
        let others = arrivals.filter { $0.side != side }
        guard let first = others.first else { return [] }
        let actual = first.end.map { "\($0.displayText)" } ?? "still open"
        let message =
            "expected the \(side.rawValue) to end every exchange, "
            + "but \(others.count) of \(arrivals.count) ended otherwise: \(actual)"
        let isFinal = others.contains { $0.end != nil }
        return [Journal.Finding(.endedBy, subject, message, requests: arrivals, isFinal: isFinal)]
    }
}

/// An evaluator of unexpected requests, which no endpoint answered or which violated HTTP.
struct UnexpectedRequestEvaluator {
    var count: Scenario.Expectation.Count = 0
    let redaction: Redaction

    private static let maxNamed = 20

    func findings(in entries: [Journal.Entry]) -> [Journal.Finding] {
        let unexpected = entries.filter { $0.isUnexpected || $0.decision == .refused }
        guard !count.contains(unexpected.count) else { return [] }
        guard count == 0 else {
            let message = "expected \(count), saw \(unexpected.count)"
            let isFinal = unexpected.count > count.max ?? .max
            return [Journal.Finding(.unexpected, "every request", message, requests: unexpected, isFinal: isFinal)]
        }
        return findings(naming: unexpected)
    }

    /// Returns one finding for each group of equal requests.
    private func findings(naming unexpected: [Journal.Entry]) -> [Journal.Finding] {
        var order: [String] = []
        var groups: [String: [Journal.Entry]] = [:]
        for entry in unexpected {
            let name = "\(entry.method) \(entry.target) \(entry.decision) \(entry.violation ?? "")"
            if groups[name] == nil { order.append(name) }
            groups[name, default: []].append(entry)
        }
        let named = order.prefix(Self.maxNamed).compactMap { groups[$0] }.compactMap(finding)
        guard order.count > Self.maxNamed else { return named }
        let rest = order.dropFirst(Self.maxNamed).flatMap { groups[$0] ?? [] }
        let message = "\(rest.count) more, for \(order.count - Self.maxNamed) other targets"
        return named + [Journal.Finding(.unexpected, "other requests", message, requests: rest, isFinal: true)]
    }

    private func finding(_ entries: [Journal.Entry]) -> Journal.Finding? {
        guard let first = entries.first else { return nil }
        let times = entries.count == 1 ? "" : " (\(entries.count) times)"
        return Journal.Finding(.unexpected, subject(first), reason(first) + times, requests: entries, isFinal: true)
    }

    private func subject(_ entry: Journal.Entry) -> String {
        let text = entry.redactedRequest(redaction)
        return text == " " ? "a request without a request line" : text
    }

    private func reason(_ entry: Journal.Entry) -> String {
        switch entry.decision {
        case .exhausted: "\"\(entry.endpoint ?? "")\" has no reply left"
        case .refused:
            "the server rejected the request: \(redaction.note(entry.violation, about: entry) ?? "")"
        default:
            "no endpoint answers it"
                + (redaction.note(entry.nearest.first, about: entry).map { "; nearest: \($0)" } ?? "")
        }
    }
}

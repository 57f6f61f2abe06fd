import Rehearsal

extension ContractReport {
    /// The report as it is shown.
    package var written: WrittenReport {
        let shown = results.map { clause($0) }
        let mentioned = Set(results.flatMap { [$0.rule] + $0.restsOn } + notApplicable.map(\.rule))
        return WrittenReport(
            subject: subject,
            platform: platform,
            transport: transport,
            profile: profile.rawValue,
            timing: timing.rawValue,
            startedAt: startedAt.map { TimeFormat.iso.text(of: $0) },
            elapsed: .nanoseconds(elapsed.nanoseconds),
            overhead: overhead.map { .nanoseconds($0.nanoseconds) },
            command: command.isEmpty ? nil : redaction.command(command),
            errors: errors + breaches,
            breaches: breaches,
            warnings: warnings,
            rules: rules.filter { mentioned.contains($0.id) }.map(WrittenReport.Rule.init),
            clauses: shown,
            notApplicable: notApplicable,
            maps: DecodingMap.maps(of: self).map(WrittenReport.Map.init)
        )
    }

    private func clause(_ result: ClauseResult) -> WrittenReport.Clause {
        var clause = WrittenReport.Clause(
            id: result.id,
            rule: result.rule,
            operation: result.operation,
            variant: result.variant,
            result.verdict
        )
        (clause.findings, clause.notes) = (result.findings, result.notes)
        clause.knownReason = result.knownReason
        clause.outcomes = result.outcomes.map { $0.shown(redaction) }
        clause.waits = result.waits.map(\.inNanoseconds)
        clause.took = .nanoseconds(max(0, result.answeredAt - result.calledAt))
        clause.exchanges = exchanges(result)
        clause.attribution = attribution(result)
        guard !result.isPlain else { return clause }
        clause.again = again(result.id)
        clause.timeline =
            Timeline(result.entries, result.connections, since: result.start, redaction).lines
        return clause
    }

    private func exchanges(_ result: ClauseResult) -> [WrittenReport.Exchange] {
        let own = Set(result.attempts.map(\.first.ordinal))
        return result.entries.map { entry in
            WrittenReport.Exchange(
                at: .nanoseconds(entry.at - result.start),
                end: entry.endAt.map { .nanoseconds($0 - result.start) },
                connection: entry.connection,
                status: entry.written > 0 || entry.end == .completed ? entry.status : nil,
                isResent: !own.contains(entry.ordinal),
                line: entry.trace(since: result.start, redaction)
            )
        }
    }

    /// Who sent what arrived; nil if nothing did.
    private func attribution(_ result: ClauseResult) -> String? {
        guard !result.entries.isEmpty else { return nil }
        let own = result.attempts.count
        let resent = result.entries.count - own
        return resent == 0 ? "\(own) by the client" : "\(own) by the client, \(resent) by its network stack"
    }

    /// The words of the run with those that select one clause, before the command of the subject.
    private func again(_ id: String) -> String? {
        guard !command.isEmpty else { return nil }
        let end = command.firstIndex(of: "--") ?? command.endIndex
        return redaction.command(command[..<end] + ["--only", id] + command[end...])
    }
}

extension ClauseResult {
    /// Whether there is nothing to find out about it.
    fileprivate var isPlain: Bool { verdict == .pass && findings.isEmpty }

    /// The instant that is zero: the call, or the first that happened where nobody knows when that was.
    fileprivate var start: Int64 {
        calledAt > 0 ? calledAt : (connections.map(\.openedAt) + entries.map(\.at)).min() ?? 0
    }
}

extension Examination.Wait {
    fileprivate var inNanoseconds: Examination.Wait {
        Examination.Wait(
            .nanoseconds(gap.nanoseconds),
            least: least.map { .nanoseconds($0.nanoseconds) },
            most: most.map { .nanoseconds($0.nanoseconds) },
            isRight: isRight
        )
    }
}

extension WrittenReport.Rule {
    fileprivate init(_ rule: Rule) {
        self.init(
            id: rule.id,
            level: rule.level.rawValue,
            statement: rule.statement,
            source: rule.source,
            restsOn: rule.restsOn
        )
    }
}

extension ClientOutcome {
    /// In one line, without the secrets of a value.
    fileprivate func shown(_ redaction: Redaction) -> String {
        guard case .value(let value, let freshness) = self else { return description }
        let bytes = redaction.body(value.bytes())
        return ClientOutcome.value((try? JSON(parsing: bytes)) ?? value, freshness).description
    }
}

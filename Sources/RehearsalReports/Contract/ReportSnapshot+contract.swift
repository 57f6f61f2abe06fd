import Rehearsal
package import RehearsalContracts

extension ContractReport {
    /// The report as texts and numbers, in which secrets are redacted.
    package var snapshot: ReportSnapshot {
        let clauses = results.map { clause($0) }
        let mentioned = Set(results.flatMap { [$0.rule] + $0.dependsOn } + notApplicable.map(\.rule))
        return ReportSnapshot(
            subject: redaction.text(subject),
            platform: redaction.text(platform),
            transport: redaction.text(transport),
            profile: profile.rawValue,
            timing: timing.rawValue,
            startedAt: startedAt.map { TimeFormat.iso.text(of: $0) },
            elapsed: .nanoseconds(elapsed.nanoseconds),
            overhead: overhead.map { .nanoseconds($0.nanoseconds) },
            command: command.isEmpty ? nil : redaction.redactedCommand(command),
            errors: (errors + protocolViolations).map(redaction.text),
            protocolViolations: protocolViolations.map(redaction.text),
            warnings: warnings.map(redaction.text),
            rules: rules.filter { mentioned.contains($0.id) }.map(ReportSnapshot.Rule.init),
            clauses: clauses,
            notApplicable: notApplicable.map { $0.redacted(redaction) },
            maps: DecodingMap.maps(of: self).map { ReportSnapshot.Map($0, redaction) }
        )
    }

    private func clause(_ result: ClauseResult) -> ReportSnapshot.Clause {
        var clause = ReportSnapshot.Clause(
            id: result.id,
            rule: result.rule,
            operation: result.operation,
            variant: result.variant,
            verdict: result.verdict.redacted(redaction)
        )
        (clause.findings, clause.notes) = (result.findings.map(redaction.text), result.notes.map(redaction.text))
        clause.knownReason = result.knownFailureReason.map(redaction.text)
        clause.outcomes = result.outcomes.map { $0.redactedText(redaction) }
        clause.waits = result.waits.map(\.inNanoseconds)
        clause.duration = .nanoseconds(max(0, result.answeredAt - result.calledAt))
        clause.exchanges = exchanges(result)
        clause.attribution = attribution(result)
        guard !result.isPlain else { return clause }
        clause.rerunCommand = rerunCommand(result.id)
        clause.timeline =
            Timeline(result.entries, result.connections, since: result.start, redaction).lines
        return clause
    }

    private func exchanges(_ result: ClauseResult) -> [ReportSnapshot.ExchangeSummary] {
        let attempts = Set(result.attempts.map(\.first.ordinal))
        return result.entries.map { entry in
            ReportSnapshot.ExchangeSummary(
                at: .nanoseconds(entry.at - result.start),
                end: entry.endAt.map { .nanoseconds($0 - result.start) },
                connection: entry.connection,
                status: entry.written > 0 || entry.end == .completed ? entry.status : nil,
                isResent: !attempts.contains(entry.ordinal),
                line: entry.summaryLine(since: result.start, redaction)
            )
        }
    }

    /// Returns the number of requests by sender; nil without requests.
    private func attribution(_ result: ClauseResult) -> String? {
        guard !result.entries.isEmpty else { return nil }
        let sent = result.attempts.count
        let resent = result.entries.count - sent
        return resent == 0 ? "\(sent) by the client" : "\(sent) by the client, \(resent) by its network stack"
    }

    /// Returns the command of the run, with an option that selects one clause.
    private func rerunCommand(_ id: String) -> String? {
        guard !command.isEmpty else { return nil }
        let end = command.firstIndex(of: "--") ?? command.endIndex
        return redaction.redactedCommand(command[..<end] + ["--only", id] + command[end...])
    }
}

extension ClauseResult {
    /// Whether the clause passed without findings.
    fileprivate var isPlain: Bool { verdict == .pass && findings.isEmpty }

    /// The instant to which times are relative: the call, or the first event if the instant of the call is unknown.
    fileprivate var start: Int64 {
        calledAt > 0 ? calledAt : (connections.map(\.openedAt) + entries.map(\.at)).min() ?? 0
    }
}

extension CaseAssertions.Wait {
    fileprivate var inNanoseconds: CaseAssertions.Wait {
        CaseAssertions.Wait(
            .nanoseconds(gap.nanoseconds),
            least: least.map { .nanoseconds($0.nanoseconds) },
            most: most.map { .nanoseconds($0.nanoseconds) },
            isRight: isWithinBounds
        )
    }
}

extension ReportSnapshot.Rule {
    fileprivate init(_ rule: Rule) {
        self.init(
            id: rule.id,
            level: rule.level.rawValue,
            statement: rule.statement,
            source: rule.source,
            dependsOn: rule.dependsOn,
            profile: RuleCatalogue.rule(rule.id)?.profile
        )
    }
}

extension Verdict {
    /// Returns the verdict with a redacted reason.
    fileprivate func redacted(_ redaction: Redaction) -> Verdict {
        switch self {
        case .pass, .fail, .knownFailure, .flaky, .blocked: self
        case .notApplicable(let reason): .notApplicable(redaction.text(reason))
        case .inconclusive(let reason): .inconclusive(redaction.text(reason))
        case .notJudged(let reason): .notJudged(redaction.text(reason))
        }
    }
}

extension Plan.NotApplicable {
    fileprivate func redacted(_ redaction: Redaction) -> Plan.NotApplicable {
        Plan.NotApplicable(rule: rule, operation: operation, reason: redaction.text(reason))
    }
}

extension ClientOutcome {
    /// Returns the outcome in one line, with its value and texts redacted.
    fileprivate func redactedText(_ redaction: Redaction) -> String {
        guard case .value(let value, let freshness) = self else { return redaction.text(description) }
        let bytes = redaction.body(value.bytes())
        return ClientOutcome.value((try? JSON(parsing: bytes)) ?? value, freshness).description
    }
}

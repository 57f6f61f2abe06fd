package import Rehearsal
import RehearsalContracts

extension ReportSnapshot {
    /// Returns the report as lines for a terminal.
    ///
    /// The first line is the verdict. The failed rules follow, and then the remarks.
    package func lines(_ style: TerminalStyle = .plain) -> [String] { ContractText(report: self).document.lines(style) }

    /// The report as text without colours.
    package var text: String { lines().map { $0 + "\n" }.joined() }

    /// The report in Markdown: the verdict, the failed rules, and a table of the verdicts by rule.
    package var markdown: String { ContractMarkdown(report: self).lines.map { $0 + "\n" }.joined() }

    /// The report as JUnit XML, with a test case for each clause, and one for the errors of the run.
    package var junit: String { JUnitSuite(self).text }

    /// The report as indented JSON text.
    package var jsonText: String { String(decoding: json.bytes(pretty: true), as: UTF8.self) + "\n" }

    /// Returns the sections on warnings, and on clauses that neither passed nor failed.
    ///
    /// - Parameter isWhole: whether the clauses that known failures block are included.
    func remarks(isWhole: Bool) -> [ReportDocument.Section] {
        let blocked = isWhole ? blockedByKnownFailures : []
        return section("known failures", clauses(.knownFailure)) { $0.knownReason ?? $0.findings.first }
            + section("flaky", clauses(.flaky)) { $0.knownReason ?? $0.findings.first }
            + section("blocked by known failures", blocked) { $0.verdict.reason }
            + section("skipped", skippedClauses) { $0.notes.first ?? $0.verdict.reason }
            + ReportDocument.Section.list("warnings", warnings.map { "\($0)" })
            + section("inconclusive", clauses(.inconclusive)) { $0.verdict.reason }
            + section("not judged", clauses(.notJudged)) { $0.verdict.reason }
    }

    private func section(
        _ title: String,
        _ clauses: [Clause],
        _ reason: (Clause) -> String?,
    ) -> [ReportDocument.Section] {
        let items = clauses.map { clause -> StyledText in
            reason(clause).map { "\(clause.id)\(.dim, ": \($0)")" } ?? "\(clause.id)"
        }
        return ReportDocument.Section.list(title, items)
    }

    /// The annotations for GitHub Actions, at most ten: the errors of the run, and then ``failedRules``.
    package var annotations: [Annotation] {
        let runErrors = errors.map { Annotation(title: "rehearsal verify \(subject)".printable, message: $0.printable) }
        let failures = failedRules.map(annotation)
        let all = runErrors + failures
        guard all.count > Annotation.maxPerStep else { return all }
        let visible = all.prefix(Annotation.maxPerStep - 1)
        let rest = failedRules.suffix(all.count - visible.count).map(\.rule.id).joined(separator: ", ")
        return visible + [Annotation(title: "\(all.count - visible.count) more rules failed", message: rest)]
    }

    private func annotation(_ root: FailedRule) -> Annotation {
        let rule = root.rule
        var lines = ["\(rule.statement) (\(rule.level), \(rule.source))"]
        lines += root.clauses.prefix(5).flatMap { clause in clause.findings.map { "\(clause.id): \($0)" } }
        if root.clauses.count > 5 { lines.append("… and \(root.clauses.count - 5) more") }
        if !root.blocked.isEmpty {
            lines.append("blocks \(root.blocked.count.counted("clause")): \(root.blockedRules)")
        }
        lines += root.clauses.first?.rerunCommand.map { ["rerun: \($0)"] } ?? []
        let operations = Self.countedList(root.clauses.map(\.operation))
        return Annotation(
            title: "\(rule.id) failed: \(operations)".printable,
            message: lines.map(\.printable).joined(separator: "\n")
        )
    }
}

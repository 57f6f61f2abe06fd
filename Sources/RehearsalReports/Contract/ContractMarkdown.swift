import Rehearsal
import RehearsalContracts

/// A contract report as Markdown.
struct ContractMarkdown: Sendable {
    let report: ReportSnapshot

    var lines: [String] {
        ["### \(Markdown.escaped(report.subject)): \(report.outcome.title)", ""]
            + [Markdown.escaped(report.headline), "", Markdown.escaped(report.context), ""]
            + report.errors.map { "- **error:** \(Markdown.escaped($0))" } + (report.errors.isEmpty ? [] : [""])
            + report.failedRules.flatMap(lines)
            + matrix
            + report.maps.flatMap(\.markdown)
            + report.remarks(isWhole: false).flatMap { $0.markdown(isCapitalized: true) }
            + notApplicable
    }

    private func lines(_ root: ReportSnapshot.FailedRule) -> [String] {
        let rule = root.rule
        var lines = ["#### ❌ \(Markdown.escaped("\(rule.id) (\(rule.level)): \(rule.statement)"))", ""]
        if !rule.source.isEmpty { lines += [Markdown.escaped("Source: \(rule.source)"), ""] }
        for clause in root.clauses.prefix(5) {
            let details =
                clause.findings + clause.outcomes.map { "client: \($0)" }
                + (clause.attribution.map { ["sent:   \($0)"] } ?? [])
            let rerun = clause.rerunCommand.map { ["rerun:  \($0)"] } ?? []
            lines += Markdown.fenced(([clause.id] + details + clause.exchanges.map(\.line) + rerun).map(\.printable))
            lines.append("")
        }
        let rest = root.clauses.dropFirst(5)
        if !rest.isEmpty {
            lines += ["… and \(rest.count) more: \(Markdown.escaped(rest.map(\.id).joined(separator: ", ")))", ""]
        }
        if !root.blocked.isEmpty {
            let count = root.blocked.count.counted("clause")
            lines += ["Blocks \(count): \(Markdown.escaped(root.blockedRules))", ""]
        }
        return lines
    }

    /// The table of verdicts, with a row for each rule and a column for each operation, and the key of its symbols.
    private var matrix: [String] {
        let groups = report.matrixByProfile
        let rows = groups.flatMap { group in
            let head = (title: "**\(group.title)**", cells: report.operations.map { _ in "" })
            return (groups.count > 1 ? [head] : [])
                + group.rows.map { row in
                    (
                        title: Markdown.escaped(row.rule.id),
                        cells: row.cells.map { $0.kinds.map { "\($0.kind.mark) \($0.count)" }.joined(separator: " ") }
                    )
                }
        }
        let key = Verdict.Kind.allCases.map { "\($0.mark) \($0.title)" }.joined(separator: " · ")
        return Markdown.table(report.operations.map(Markdown.escaped), rows) + ["", key]
    }

    private var notApplicable: [String] {
        guard !report.notApplicable.isEmpty else { return [] }
        return ["", "<details><summary>Not applicable: \(report.count(.notApplicable))</summary>", ""]
            + report.notApplicableByReason.map { "- " + Markdown.escaped("\($0.reason): \($0.places)") }
            + ["", "</details>"]
    }
}

extension ReportSnapshot.Map {
    /// The map as a collapsed table, after a list of the changes whose effect is always wrong.
    fileprivate var markdown: [String] {
        let title = Markdown.escaped("Decoding map of \(operation): \(summary)")
        let losses = alwaysWrongChanges.isEmpty ? [] : [""] + Markdown.fenced(lossLines)
        let rows = rows.map { row in
            (
                title: Markdown.escaped(row.field == "$" ? "the whole body" : row.field),
                cells: families.map { row.worst($0)?.title ?? "" }.map { $0 == "swallowed" ? "**swallowed**" : $0 }
            )
        }
        return losses + ["", "<details><summary>\(title)</summary>", ""] + Markdown.table(families.map(\.title), rows)
            + ["", "</details>"]
    }
}

extension Verdict.Kind {
    /// The symbol of a verdict.
    fileprivate var mark: String {
        switch self {
        case .pass: "✅"
        case .fail: "❌"
        case .knownFailure: "🩹"
        case .flaky: "🎲"
        case .blocked: "⛔"
        case .notApplicable: "➖"
        case .inconclusive: "❔"
        case .notJudged: "⚠️"
        }
    }
}

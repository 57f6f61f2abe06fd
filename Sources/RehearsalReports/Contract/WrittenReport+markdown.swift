import Rehearsal
import RehearsalContracts

extension WrittenReport {
    /// The report for a page: what came of it, a table of what was found out rule by rule, and what failed.
    package var markdown: String {
        var lines = ["### \(Markdown.escaped(subject)): \(outcome.title)", ""]
        lines += [Markdown.escaped(headline), "", Markdown.escaped(circumstances), ""]
        lines += errors.map { "- **error:** \(Markdown.escaped($0))" }
        if !errors.isEmpty { lines.append("") }
        lines += roots.flatMap(markdown)
        lines += table
        lines += maps.flatMap(\.markdown)
        lines += list("Known failures", clauses(.knownFailure)) { $0.knownReason ?? $0.findings.first }
        lines += list("Flaky", clauses(.flaky)) { $0.knownReason ?? $0.findings.first }
        lines += warnings.isEmpty ? [] : ["", "**Warnings**", ""] + warnings.map { "- " + Markdown.escaped($0) }
        lines += list("Inconclusive", clauses(.inconclusive)) { $0.verdict.reason }
        lines += list("Not judged", clauses(.notJudged)) { $0.verdict.reason }
        lines += notApplicableList
        return lines.map { $0 + "\n" }.joined()
    }

    private func markdown(_ root: Root) -> [String] {
        let rule = root.rule
        var lines = ["#### ❌ \(Markdown.escaped("\(rule.id) (\(rule.level)): \(rule.statement)"))", ""]
        if !rule.source.isEmpty { lines += [Markdown.escaped("Source: \(rule.source)"), ""] }
        for clause in root.clauses.prefix(5) {
            let facts =
                clause.findings + clause.outcomes.map { "client: \($0)" }
                + (clause.attribution.map { ["sent:   \($0)"] } ?? [])
            let again = clause.again.map { ["again:  \($0)"] } ?? []
            lines += Markdown.fenced(([clause.id] + facts + clause.exchanges.map(\.line) + again).map(\.printable))
            lines.append("")
        }
        let rest = root.clauses.dropFirst(5)
        if !rest.isEmpty {
            lines += ["… and \(rest.count) more: \(Markdown.escaped(rest.map(\.id).joined(separator: ", ")))", ""]
        }
        if !root.blocked.isEmpty {
            lines += ["Blocks \(root.blocked.count): \(Markdown.escaped(root.blockedRules))", ""]
        }
        return lines
    }

    /// Rules and operations, with what came of each.
    private var table: [String] {
        let operations = operations
        let head = "| | " + operations.map { Markdown.escaped($0) }.joined(separator: " | ") + " |"
        let rows = matrix.map { row in
            let cells = row.cells.map { cell in
                cell.kinds.map { "\($0.kind.mark) \($0.count)" }.joined(separator: " ")
            }
            return "| \(Markdown.escaped(row.rule.id)) | " + cells.joined(separator: " | ") + " |"
        }
        let key = Verdict.Kind.allCases.map { "\($0.mark) \($0.title)" }.joined(separator: " · ")
        return [head, "|---|" + operations.map { _ in "---|" }.joined()] + rows + ["", key]
    }

    private func list(_ title: String, _ clauses: [Clause], _ reason: (Clause) -> String?) -> [String] {
        guard !clauses.isEmpty else { return [] }
        return ["", "**\(title)**", ""]
            + clauses.map { clause in
                Markdown.escaped("- " + clause.id + (reason(clause).map { ": " + $0 } ?? ""))
            }
    }

    private var notApplicableList: [String] {
        guard !notApplicable.isEmpty else { return [] }
        return ["", "<details><summary>Not applicable: \(count(.notApplicable))</summary>", ""]
            + notApplicableByReason.map { reason, places in "- " + Markdown.escaped("\(reason): \(places)") }
            + ["", "</details>"]
    }
}

extension Verdict.Kind {
    /// A sign of it where there is room for no word.
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

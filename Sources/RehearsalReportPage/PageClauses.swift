import Rehearsal
import RehearsalContracts
import RehearsalReports

/// Every clause, rule by rule and operation by operation.
struct PageClauses: Sendable {
    let report: WrittenReport
    let anchors: PageAnchors

    var markup: Markup {
        guard !report.clauses.isEmpty else { return "" }
        let rows = report.matrix.filter { row in row.cells.contains { !$0.clauses.isEmpty } }
        return """
            <section id="clauses" aria-labelledby="clauses-title">
            <h2 id="clauses-title">Every clause</h2>
            \(rows.map(rule).joined(separator: "\n"))
            </section>
            """
    }

    private func rule(_ row: WrittenReport.Row) -> Markup {
        let clauses = row.cells.flatMap(\.clauses)
        return """
            <details class="ruled" id="\(anchors.of(row.rule.id))" data-group>
            <summary><span class="signs">\(signs(clauses))</span><b>\(row.rule.id)</b> \
            <span class="statement">\(row.rule.statement)</span></summary>
            <p class="source"><span class="level">\(row.rule.level)</span> \(row.rule.source)\(restsOn(row.rule))</p>
            \(row.cells.map(operation).joined(separator: "\n"))
            </details>
            """
    }

    private func restsOn(_ rule: WrittenReport.Rule) -> Markup {
        rule.restsOn.isEmpty ? "" : " · rests on \(rule.restsOn.joined(separator: ", "))"
    }

    /// How many of each.
    private func signs(_ clauses: [WrittenReport.Clause]) -> Markup {
        let kinds = Verdict.Kind.worstFirst.compactMap { kind -> Markup? in
            let count = clauses.count { $0.verdict.kind == kind }
            return count == 0
                ? nil : "<span>\(PageIcons.icon(kind))\(count)<span class=\"unseen\"> \(kind.title)</span></span>"
        }
        return kinds.joined()
    }

    private func operation(_ cell: WrittenReport.Cell) -> Markup {
        guard !cell.clauses.isEmpty else { return "" }
        let lines = cell.clauses.map { PageClause(clause: $0).line }
        return """
            <div id="\(anchors.of(cell.rule, cell.operation))" class="lines" data-group>
            \(lines.joined(separator: "\n"))
            </div>
            """
    }
}

import Rehearsal
import RehearsalContracts
import RehearsalReports

/// The table of verdicts, with a row for each rule and a column for each operation. A cell shows the worst verdict.
struct PageMatrix: Sendable {
    let report: ReportSnapshot
    let anchors: PageAnchors

    var markup: Markup {
        let heads = report.operations.map { operation -> Markup in "<th scope=\"col\">\(Self.breakable(operation))</th>"
        }
        return """
            <section id="matrix" aria-labelledby="matrix-title">
            <h2 id="matrix-title">Rules and operations</h2>
            <div class="scroll" tabindex="0" role="region" aria-labelledby="matrix-title">
            <table class="matrix">
            <thead><tr><th scope="col" class="rule">Rule</th>\(heads)</tr></thead>
            \(groups.map(body).joined(separator: "\n"))
            </table>
            </div>
            </section>
            """
    }

    /// The groups of rules in each profile. The title names the profile if the report has several.
    private var groups: [(title: String, rows: [ReportSnapshot.Row])] {
        let profiles = report.matrixByProfile
        return profiles.flatMap { profile in
            profile.rows.grouped(by: { String($0.rule.id.prefix { $0 != "-" }) }).map { group in
                let suffix = profiles.count > 1 ? " · \(profile.title)" : ""
                return (Self.title(group.key) + suffix, group.elements)
            }
        }
    }

    private func body(_ group: (title: String, rows: [ReportSnapshot.Row])) -> Markup {
        """
        <tbody data-group><tr class="group"><th scope="rowgroup" colspan="\(report.operations.count + 1)">\
        \(group.title)</th></tr>
        \(group.rows.map(row).joined(separator: "\n"))
        </tbody>
        """
    }

    private func row(_ row: ReportSnapshot.Row) -> Markup {
        """
        <tr data-group><th scope="row" class="rule"><a href="#\(target(row))">\(row.rule.id)</a>\
        <span class="level">\(row.rule.level)</span><span class="statement">\(row.rule.statement)</span></th>\
        \(row.cells.map(cell))</tr>
        """
    }

    private func cell(_ cell: ReportSnapshot.Cell) -> Markup {
        guard let worst = cell.worst else { return "<td class=\"cell\"></td>" }
        let verdicts = cell.kinds.map(\.kind.rawValue).joined(separator: " ")
        let words = "\(cell.rule) \(cell.operation)".lowercased()
        return """
            <td class="cell k-\(worst.rawValue)" data-verdicts="\(verdicts)" data-words="\(words)">\
            <a href="#\(target(cell))" title="\(tooltip(cell))">\(PageIcons.icon(worst))\(count(cell, worst))\
            <span class="unseen">\(verdictCounts(cell))</span></a></td>
            """
    }

    private func target(_ row: ReportSnapshot.Row) -> String {
        row.cells.allSatisfy(\.clauses.isEmpty) ? "not-applicable" : anchors.anchor(row.rule.id)
    }

    private func target(_ cell: ReportSnapshot.Cell) -> String {
        cell.clauses.isEmpty ? "not-applicable" : anchors.anchor(cell.rule, cell.operation)
    }

    /// Returns the number of clauses with the worst verdict: `4` if all four have it, `1/4` if one of four has it.
    private func count(_ cell: ReportSnapshot.Cell, _ worst: Verdict.Kind) -> Markup {
        guard worst != .notApplicable else { return "" }
        let all = cell.clauses.count
        let count = cell.clauses.count { $0.verdict.kind == worst }
        return "<span class=\"count\" aria-hidden=\"true\">\(count == all ? "\(all)" : "\(count)/\(all)")</span>"
    }

    private func verdictCounts(_ cell: ReportSnapshot.Cell) -> String {
        cell.kinds.map { "\($0.count) \($0.kind.title)" }.joined(separator: ", ")
    }

    /// Returns the tooltip of a cell: the number of each verdict, and the first finding or reason of the worst one.
    private func tooltip(_ cell: ReportSnapshot.Cell) -> String {
        let first = cell.clauses.first { $0.verdict.kind == cell.worst }
        let reason = first.flatMap { $0.findings.first ?? $0.verdict.reason } ?? cell.reasons.first
        return "\(cell.rule) · \(cell.operation): \(verdictCounts(cell))" + (reason.map { " – \($0)" } ?? "")
    }

    /// Returns a name with `<wbr>` before each capital letter, so that a browser may break the line there.
    static func breakable(_ name: String) -> Markup {
        var result = Markup(raw: "")
        for character in name {
            if character.isUppercase { result.text += "<wbr>" }
            result.text += String(character).escapedMarkup
        }
        return result
    }

    private static func title(_ group: String) -> String {
        let titles = [
            "REQ": "Requests", "STAT": "Statuses", "DEC": "Decoding", "TRN": "Transport", "RETRY": "Retries",
            "BACK": "Backoff", "IDEM": "Idempotency", "AUTH": "Authentication", "REDIR": "Redirects",
            "CACHE": "Caching", "PAGE": "Pagination", "CANC": "Cancellation and timeouts", "CONC": "Concurrency",
            "REPO": "Repositories", "ERR": "Error types",
        ]
        return titles[group] ?? group
    }
}

import Rehearsal
import RehearsalContracts
import RehearsalReports

/// The section on failed rules, each with its failed clauses and their evidence.
struct PageFailures: Sendable {
    let report: ReportSnapshot
    let anchors: PageAnchors

    /// The maximum number of clauses of a rule with visible details. Those of further clauses are collapsed.
    private static let maximumInFull = 2

    var markup: Markup {
        let roots = report.failedRules
        guard !roots.isEmpty else { return "" }
        return """
            <section id="failures" aria-labelledby="failures-title">
            <h2 id="failures-title">Failures</h2>
            \(roots.map(card).joined(separator: "\n"))
            </section>
            """
    }

    private func card(_ root: ReportSnapshot.FailedRule) -> Markup {
        let clauses = root.clauses.prefix(Self.maximumInFull).map { PageClause(clause: $0).failure }
        return """
            <article class="card" data-group>
            <h3>\(PageIcons.icon(.fail)) <a href="#\(anchors.anchor(root.rule.id))">\(root.rule.id)</a> \
            <span class="level">\(root.rule.level)</span> \(root.rule.statement)</h3>
            <p class="source">\(root.rule.source)</p>
            \(clauses.joined(separator: "\n"))
            \(rest(root))
            \(blocked(root))
            </article>
            """
    }

    private func rest(_ root: ReportSnapshot.FailedRule) -> Markup {
        let rest = root.clauses.dropFirst(Self.maximumInFull)
        guard !rest.isEmpty else { return "" }
        let lines = rest.map { PageClause(clause: $0).line }
        return "<div class=\"more\">\(lines.joined(separator: "\n"))</div>"
    }

    private func blocked(_ root: ReportSnapshot.FailedRule) -> Markup {
        guard !root.blocked.isEmpty else { return "" }
        return """
            <p class="blocks">\(PageIcons.icon(.blocked)) blocks <b>\(root.blocked.count)</b> \
            \(root.blocked.count.plural(of: "clause")): \(root.blockedRules)</p>
            """
    }
}

/// The section with all clauses, by rule and operation.
struct PageClauses: Sendable {
    let report: ReportSnapshot
    let anchors: PageAnchors

    var markup: Markup {
        guard !report.clauses.isEmpty else { return "" }
        let rows = report.matrix.filter { row in row.cells.contains { !$0.clauses.isEmpty } }
        return """
            <section id="clauses" aria-labelledby="clauses-title">
            <h2 id="clauses-title">All clauses</h2>
            \(rows.map(rule).joined(separator: "\n"))
            </section>
            """
    }

    private func rule(_ row: ReportSnapshot.Row) -> Markup {
        let clauses = row.cells.flatMap(\.clauses)
        return """
            <details class="ruled" id="\(anchors.anchor(row.rule.id))" data-group>
            <summary><span class="signs">\(verdictCounts(clauses))</span><b>\(row.rule.id)</b> \
            <span class="statement">\(row.rule.statement)</span></summary>
            <p class="source"><span class="level">\(row.rule.level)</span> \(row.rule.source)\(prerequisites(row.rule))</p>
            \(row.cells.map(operation).joined(separator: "\n"))
            </details>
            """
    }

    private func prerequisites(_ rule: ReportSnapshot.Rule) -> Markup {
        rule.dependsOn.isEmpty ? "" : " · depends on \(rule.dependsOn.joined(separator: ", "))"
    }

    /// Returns the number of clauses with each verdict, the worst first.
    private func verdictCounts(_ clauses: [ReportSnapshot.Clause]) -> Markup {
        let kinds = Verdict.Kind.worstFirst.compactMap { kind -> Markup? in
            let count = clauses.count { $0.verdict.kind == kind }
            return count == 0
                ? nil : "<span>\(PageIcons.icon(kind))\(count)<span class=\"unseen\"> \(kind.title)</span></span>"
        }
        return kinds.joined()
    }

    private func operation(_ cell: ReportSnapshot.Cell) -> Markup {
        guard !cell.clauses.isEmpty else { return "" }
        let lines = cell.clauses.map { PageClause(clause: $0).line }
        return """
            <div id="\(anchors.anchor(cell.rule, cell.operation))" class="lines" data-group>
            \(lines.joined(separator: "\n"))
            </div>
            """
    }
}

/// The markup of one clause.
struct PageClause: Sendable {
    let clause: ReportSnapshot.Clause

    /// The clause with visible details, for the section on failed rules.
    var failure: Markup {
        """
        <div class="clause" data-verdicts="\(clause.verdict.name)" data-words="\(clause.id.lowercased())">
        <h4><code>\(clause.id)</code></h4>
        \(findings)
        \(details)
        \(timeDiagram)
        \(exchanges)
        </div>
        """
    }

    /// The clause as one line, which the reader can expand to see its details.
    var line: Markup {
        let kind = clause.verdict.kind
        let head: Markup = """
            \(PageIcons.icon(kind))<span class="unseen">\(kind.title)</span> <code>\(shortID)</code> \
            <span class="brief">\(summary)</span>
            """
        return """
            <details class="line" data-verdicts="\(kind.rawValue)" data-words="\(clause.id.lowercased())">
            <summary>\(head)</summary>
            <div class="inside">\(findings)\(details)\(exchanges)</div>
            </details>
            """
    }

    /// The ID without the rule, which is the heading above.
    private var shortID: String {
        clause.variant.isEmpty ? clause.operation : "\(clause.operation)/\(clause.variant)"
    }

    private var summary: String {
        switch clause.verdict {
        case .pass: clause.outcomes.first ?? ""
        case .fail: clause.findings.first ?? ""
        case .blocked(let rule): "blocked by \(rule)"
        case .knownFailure, .flaky: clause.knownReason ?? clause.findings.first ?? ""
        case .notApplicable(let reason), .inconclusive(let reason), .notJudged(let reason): reason
        }
    }

    private var findings: Markup {
        let findings = clause.findings.map { finding -> Markup in "<li>\(finding)</li>" }
        return findings.isEmpty ? "" : "<ul class=\"findings\">\(findings)</ul>"
    }

    private var details: Markup {
        var rows: [(String, Markup)] = []
        let outcomes = ReportSnapshot.countedList(clause.outcomes)
        if !outcomes.isEmpty { rows.append(("Client", "<code>\(outcomes)</code>")) }
        if let attribution = clause.attribution { rows.append(("Requests", "\(attribution)")) }
        if let reason = clause.verdict.reason { rows.append(("Reason", "\(reason)")) }
        if let reason = clause.knownReason { rows.append(("Known failure", "\(reason)")) }
        rows += clause.waits.map { ("Wait", "\($0.shown)") }
        rows += clause.notes.map { ("Note", "\($0)") }
        rows.append(("Duration", "\(clause.duration.displayText)"))
        if let command = clause.rerunCommand { rows.append(("Rerun", "<code class=\"command\">\(command)</code>")) }
        let items = rows.map { row -> Markup in "<dt>\(row.0)</dt><dd>\(row.1)</dd>" }
        return "<dl>\(items)</dl>"
    }

    private var timeDiagram: Markup {
        clause.hasTimeDiagram ? "<figure class=\"wide\">\(TimeDiagram(clause: clause, width: 620).markup)</figure>" : ""
    }

    /// The exchanges, one line each, and a collapsed list of all events on the connections.
    private var exchanges: Markup {
        let lines = clause.exchanges.map { exchange -> Markup in "\(exchange.line)" }.joined(separator: "\n")
        let events = clause.timeline.map { line -> Markup in "\(line)" }.joined(separator: "\n")
        let visible: Markup = lines.text.isEmpty ? "" : "<pre tabindex=\"0\">\(lines)</pre>"
        guard !events.text.isEmpty else { return visible }
        return """
            \(visible)<details class="wire"><summary>all events on the connections</summary>\
            <pre tabindex="0">\(events)</pre></details>
            """
    }
}

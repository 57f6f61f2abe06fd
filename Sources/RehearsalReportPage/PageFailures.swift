import Rehearsal
import RehearsalContracts
import RehearsalReports

/// What failed, root causes first, each with everything that is known of it.
struct PageFailures: Sendable {
    let report: WrittenReport
    let anchors: PageAnchors

    /// Clauses of one rule that are shown in full; the others open where one wants to see them.
    private static let mostInFull = 2

    var markup: Markup {
        let roots = report.roots
        guard !roots.isEmpty else { return "" }
        return """
            <section id="failures" aria-labelledby="failures-title">
            <h2 id="failures-title">What failed</h2>
            \(roots.map(card).joined(separator: "\n"))
            </section>
            """
    }

    private func card(_ root: WrittenReport.Root) -> Markup {
        let clauses = root.clauses.prefix(Self.mostInFull).map { PageClause(clause: $0).failure }
        return """
            <article class="card" data-group>
            <h3>\(PageIcons.icon(.fail)) <a href="#\(anchors.of(root.rule.id))">\(root.rule.id)</a> \
            <span class="level">\(root.rule.level)</span> \(root.rule.statement)</h3>
            <p class="source">\(root.rule.source)</p>
            \(clauses.joined(separator: "\n"))
            \(rest(root))
            \(blocked(root))
            </article>
            """
    }

    private func rest(_ root: WrittenReport.Root) -> Markup {
        let rest = root.clauses.dropFirst(Self.mostInFull)
        guard !rest.isEmpty else { return "" }
        let lines = rest.map { PageClause(clause: $0).line }
        return "<div class=\"more\">\(lines.joined(separator: "\n"))</div>"
    }

    private func blocked(_ root: WrittenReport.Root) -> Markup {
        guard !root.blocked.isEmpty else { return "" }
        return """
            <p class="blocks">\(PageIcons.icon(.blocked)) blocks <b>\(root.blocked.count)</b>: \(root.blockedRules)</p>
            """
    }
}

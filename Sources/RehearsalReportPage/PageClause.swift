import Rehearsal
import RehearsalContracts
import RehearsalReports

/// One clause on the page.
struct PageClause: Sendable {
    let clause: WrittenReport.Clause

    /// Everything that is known of it, as a part of the card of its rule.
    var failure: Markup {
        """
        <div class="clause" data-verdicts="\(clause.verdict.name)" data-words="\(clause.id.lowercased())">
        <h4><code>\(clause.id)</code></h4>
        \(findings)
        \(facts)
        \(picture)
        \(exchanges)
        </div>
        """
    }

    /// A line of the list, which opens where there is more to it.
    var line: Markup {
        let kind = clause.verdict.kind
        let head: Markup = """
            \(PageIcons.icon(kind))<span class="unseen">\(kind.title)</span> <code>\(shortID)</code> \
            <span class="gist">\(gist)</span>
            """
        return """
            <details class="line" data-verdicts="\(kind.rawValue)" data-words="\(clause.id.lowercased())">
            <summary>\(head)</summary>
            <div class="inside">\(findings)\(facts)\(exchanges)</div>
            </details>
            """
    }

    /// The operation and the variant; the rule stands above it.
    private var shortID: String {
        clause.variant.isEmpty ? clause.operation : "\(clause.operation)/\(clause.variant)"
    }

    private var gist: String {
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

    private var facts: Markup {
        var rows: [(String, Markup)] = []
        let outcomes = WrittenReport.tally(clause.outcomes)
        if !outcomes.isEmpty { rows.append(("Client", "<code>\(outcomes)</code>")) }
        if let attribution = clause.attribution { rows.append(("Sent", "\(attribution)")) }
        if let reason = clause.verdict.reason { rows.append(("Why", "\(reason)")) }
        if let reason = clause.knownReason { rows.append(("Known", "\(reason)")) }
        rows += clause.waits.map { ("Wait", "\($0.shown)") }
        rows += clause.notes.map { ("Note", "\($0)") }
        rows.append(("Took", "\(clause.took.shown)"))
        if let again = clause.again { rows.append(("Again", "<code class=\"command\">\(again)</code>")) }
        let items = rows.map { row -> Markup in "<dt>\(row.0)</dt><dd>\(row.1)</dd>" }
        return "<dl>\(items)</dl>"
    }

    private var picture: Markup {
        clause.hasPicture ? "<figure class=\"wide\">\(TimePicture(clause: clause, width: 620).markup)</figure>" : ""
    }

    /// What arrived, a line each, and everything on the wire behind it.
    private var exchanges: Markup {
        let short = clause.exchanges.map { exchange -> Markup in "\(exchange.line)" }.joined(separator: "\n")
        let long = clause.timeline.map { line -> Markup in "\(line)" }.joined(separator: "\n")
        let shown: Markup = short.text.isEmpty ? "" : "<pre tabindex=\"0\">\(short)</pre>"
        guard !long.text.isEmpty else { return shown }
        return """
            \(shown)<details class="wire"><summary>everything on the wire</summary>\
            <pre tabindex="0">\(long)</pre></details>
            """
    }
}

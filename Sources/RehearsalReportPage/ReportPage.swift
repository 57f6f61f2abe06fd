import Rehearsal
package import RehearsalContracts
package import RehearsalReports

/// An output format of a contract report.
package enum ContractReportFormat: String, Sendable, Hashable, CaseIterable {
    /// Text for a terminal.
    case text
    /// JSON, which programs and `rehearsal report` can read.
    case json
    /// JUnit XML for continuous integration.
    case junit
    /// Markdown for pages and for job summaries.
    case markdown
    /// A self-contained HTML page.
    case html
    /// Annotations for GitHub Actions, one line each.
    case github

    /// Returns the report in this format.
    package func text(of report: ContractReport) -> String { text(of: report.snapshot) }

    /// Returns the report in this format.
    package func text(of report: ReportSnapshot) -> String {
        switch self {
        case .text: report.text
        case .json: report.jsonText
        case .junit: report.junit
        case .markdown: report.markdown
        case .html: ReportPage(report: report).markup.text
        case .github: report.annotations.map { $0.text + "\n" }.joined()
        }
    }
}

/// A contract report as a self-contained HTML page, which loads no other file.
///
/// In a browser without JavaScript, only the filters and the search are missing.
struct ReportPage: Sendable {
    let report: ReportSnapshot

    var markup: Markup {
        let anchors = PageAnchors(report)
        return """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <meta http-equiv="Content-Security-Policy" content="\(PageStyle.policy)">
            <link rel="icon" href="data:,">
            <title>\(report.subject): \(report.outcome.title)</title>
            <style>\(PageStyle.sheet)</style>
            </head>
            <body>
            \(PageIcons.symbols)
            \(PageHead(report: report).markup)
            <main>
            \(PageFailures(report: report, anchors: anchors).markup)
            \(PageMatrix(report: report, anchors: anchors).markup)
            \(PageMap(report: report).markup)
            \(PageTimeDiagrams(report: report, anchors: anchors).markup)
            \(PageClauses(report: report, anchors: anchors).markup)
            \(warnings)\(notApplicable)
            </main>
            <footer>Written by <code>rehearsal verify</code>\(command)</footer>
            <script>\(PageScript.text)</script>
            </body>
            </html>

            """
    }

    private var command: Markup? { report.command.map { ": <code class=\"command\">\($0)</code>" } }

    private var warnings: Markup {
        guard !report.warnings.isEmpty else { return "" }
        let items = report.warnings.map { warning -> Markup in "<li>\(warning)</li>" }
        return """
            <section id="warnings" aria-labelledby="warnings-title">
            <h2 id="warnings-title">Warnings</h2><ul>\(items)</ul>
            </section>
            """
    }

    /// The section on the rules that do not apply, by reason.
    private var notApplicable: Markup {
        guard !report.notApplicable.isEmpty else { return "" }
        let items = report.notApplicableByReason.map { item -> Markup in
            """
            <li data-verdicts="notApplicable" data-words="\("\(item.places) \(item.reason)".lowercased())">\(item.reason) \
            <span class="brief">\(item.places)</span></li>
            """
        }
        return """
            <section id="not-applicable" aria-labelledby="na-title" data-group>
            <h2 id="na-title">Not applicable</h2><ul>\(items.joined(separator: "\n"))</ul>
            </section>
            """
    }
}

/// The anchors of rules and operations. They are numbers, because a name may not be valid in a URL.
struct PageAnchors: Sendable {
    private let rows: [String: Int]
    private let columns: [String: Int]

    init(_ report: ReportSnapshot) {
        rows = Self.indices(report.matrix.map(\.rule.id))
        columns = Self.indices(report.operations)
    }

    /// Returns the anchor of the clauses of a rule.
    func anchor(_ rule: String) -> String { "r\(rows[rule] ?? 0)" }

    /// Returns the anchor of the clauses of a rule for one operation.
    func anchor(_ rule: String, _ operation: String) -> String { "c\(rows[rule] ?? 0)-\(columns[operation] ?? 0)" }

    private static func indices(_ names: [String]) -> [String: Int] {
        Dictionary(zip(names, 0...), uniquingKeysWith: { first, _ in first })
    }
}

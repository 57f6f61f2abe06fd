import Rehearsal
import RehearsalContracts
import RehearsalReports

/// The header of the page: the subject, the outcome, and a filter button for each verdict with its count.
struct PageHead: Sendable {
    let report: ReportSnapshot

    var markup: Markup {
        """
        <header class="top o-\(report.outcome.rawValue)">
        <p class="over">rehearsal verify</p>
        <div class="title"><h1>\(report.subject) <span class="outcome">\(report.outcome.title)</span></h1>
        <label class="search"><span class="unseen">Show only clauses with these words</span>
        <input id="search" type="search" placeholder="Find a rule or an operation" autocomplete="off" spellcheck="false">\
        </label></div>
        <p class="facts">\(facts)</p>
        \(bar)
        \(errors)
        <div class="filters" role="group" aria-label="Show only">
        \(Verdict.Kind.allCases.map(filterButton).joined(separator: "\n"))
        </div>
        <p id="shown" class="unseen" role="status"></p>
        </header>
        """
    }

    private var facts: Markup {
        let rules = Set(report.clauses.map(\.rule)).count
        let counts =
            "\(report.clauses.count.counted("clause")) of \(rules.counted("rule")) "
            + "for \(report.operations.count.counted("operation"))"
        var facts = [counts, "\(report.transport) on \(report.platform)", "profile \(report.profile)"]
        facts.append("timing \(report.timing)" + (report.overhead.map { ", overhead \($0.displayText)" } ?? ""))
        facts.append(report.elapsed.displayText)
        if let startedAt = report.startedAt { facts.append(startedAt) }
        return facts.map { "<span>\($0)</span>" }.joined(separator: "\n")
    }

    /// The proportions of the verdicts as a bar.
    private var bar: Markup {
        let kinds = Verdict.Kind.worstFirst.filter { report.count($0) > 0 }
        let parts = kinds.map { kind -> Markup in
            "<span class=\"k-\(kind.rawValue)\" style=\"flex-grow:\(report.count(kind))\"></span>"
        }
        return "<div class=\"bar\" aria-hidden=\"true\">\(parts)</div>"
    }

    private var errors: Markup {
        guard !report.errors.isEmpty else { return "" }
        let items = report.errors.map { error -> Markup in "<li>\(error)</li>" }
        return "<div class=\"errors\"><h2>Errors of the run</h2><ul>\(items)</ul></div>"
    }

    private func filterButton(_ kind: Verdict.Kind) -> Markup {
        let count = report.count(kind)
        let disabled: Markup = count == 0 ? " disabled" : ""
        return """
            <button type="button" class="chip k-\(kind.rawValue)" data-filter="\(kind.rawValue)" aria-pressed="false"\(disabled)>\
            \(PageIcons.icon(kind))<b>\(count)</b> \(kind.title)</button>
            """
    }
}

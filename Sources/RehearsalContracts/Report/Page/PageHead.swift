import Rehearsal

/// The top of the page: what was tried, what came of it, and the filters, which are the counts themselves.
struct PageHead: Sendable {
    let report: WrittenReport

    var markup: Markup {
        """
        <header class="top o-\(report.outcome.rawValue)">
        <p class="over">rehearsal verify</p>
        <h1>\(report.subject) <span class="outcome">\(report.outcome.title)</span></h1>
        <p class="facts">\(facts)</p>
        \(bar)
        \(errors)
        <div class="filters" role="group" aria-label="Show only">
        \(Verdict.Kind.allCases.map(chip).joined(separator: "\n"))
        <label class="search"><span class="unseen">Show only clauses with these words</span>
        <input id="search" type="search" placeholder="rule, operation, …" autocomplete="off" spellcheck="false"></label>
        </div>
        <p id="shown" class="unseen" role="status"></p>
        </header>
        """
    }

    private var facts: Markup {
        var facts: [(String, String)] = [
            ("clauses", String(report.clauses.count)),
            ("rules", String(Set(report.clauses.map(\.rule)).count)),
            ("operations", String(report.operations.count)),
            ("platform", report.platform), ("transport", report.transport), ("profile", report.profile),
            ("timing", report.timing), ("took", report.elapsed.shown),
        ]
        if let overhead = report.overhead { facts.append(("overhead", overhead.shown)) }
        if let startedAt = report.startedAt { facts.append(("started", startedAt)) }
        return facts.map { "<span><b>\($0.1)</b> \($0.0)</span>" }.joined(separator: "\n")
    }

    /// How the verdicts are shared out, as one bar.
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
        return "<div class=\"errors\"><h2>The run itself went wrong</h2><ul>\(items)</ul></div>"
    }

    private func chip(_ kind: Verdict.Kind) -> Markup {
        let count = report.count(kind)
        let isNone: Markup = count == 0 ? " disabled" : ""
        return """
            <button type="button" class="chip k-\(kind.rawValue)" data-filter="\(kind.rawValue)" aria-pressed="false"\(isNone)>\
            \(PageIcons.icon(kind))<b>\(count)</b> \(kind.title)</button>
            """
    }
}

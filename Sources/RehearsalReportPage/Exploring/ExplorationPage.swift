import Rehearsal
package import RehearsalContracts
import RehearsalReports

extension ExplorationReport {
    /// The report as a self-contained HTML page without scripts.
    package var html: String { ExplorationPage(report: self).markup.text }
}

/// A report of a search as a self-contained HTML page, which loads no other file and has no script.
struct ExplorationPage: Sendable {
    let report: ExplorationReport

    var markup: Markup {
        """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <meta http-equiv="Content-Security-Policy" content="\(Self.policy)">
        <link rel="icon" href="data:,">
        <title>\(report.subject): \(outcome)</title>
        <style>\(PageStyle.sheet)\(HistoryPicture.style)</style>
        </head>
        <body>
        <header class="top o-\(report.findings.isEmpty ? "met" : "failed")">
        <p class="over">rehearsal explore</p>
        <div class="title"><h1>\(report.subject) <span class="outcome">\(outcome)</span></h1></div>
        <p class="facts">\(facts.map { fact -> Markup in "<span>\(fact)</span>" }.joined(separator: "\n"))</p>
        </header>
        <main>
        \(section("findings", "Findings", report.findings.map { card($0) }))
        \(section("flaky", "Not reproducible", report.flaky.map { card($0.finding, note: $0.sentence) }))
        \(properties)
        </main>
        <footer>Written by <code>rehearsal explore</code></footer>
        </body>
        </html>

        """
    }

    /// The content security policy, which permits only inline styles.
    static let policy: Markup =
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"

    private var outcome: String {
        report.findings.isEmpty ? "no findings" : report.findings.count.counted("finding")
    }

    private var facts: [String] {
        let progress = report.progress
        return [
            progress.schedules.counted("schedule"), progress.behaviors.counted("behavior"),
            "\(Int(progress.rate)) schedules a second", progress.elapsed.displayText,
        ] + (report.seed == 0 ? [] : ["seed \(report.seed)"])
    }

    private func section(_ id: String, _ title: String, _ cards: [Markup]) -> Markup {
        guard !cards.isEmpty else { return "" }
        return """
            <section aria-labelledby="\(id)">
            <h2 id="\(id)">\(title)</h2>
            \(cards.joined(separator: "\n"))
            </section>
            """
    }

    private func card(_ finding: ExplorationFinding, note: String? = nil) -> Markup {
        let steps = finding.schedule.steps.map { step -> Markup in "<li><code>\("\(step)")</code></li>" }
        let note = note.map { note -> Markup in "<p class=\"brief\">\(note)</p>" }
        return """
            <article class="card">
            <h3>\(finding.property) \(finding.place): \(finding.violation)</h3>
            <p class="source">\(finding.sentence) (\(finding.source))</p>\(note)
            <h4>Schedule</h4><ol class="steps">\(steps)</ol>
            <h4>History</h4>\(HistoryPicture(finding: finding).markup)
            </article>
            """
    }

    /// The table of all properties with their verdicts.
    private var properties: Markup {
        var verdicts = report.checkedProperties.map { ($0, verdict(of: $0)) }
        verdicts += report.notApplicable.map { ($0.property, "does not apply: \($0.reason)") }
        let rows = verdicts.sorted { $0.0 < $1.0 }.map { id, verdict -> Markup in
            let sentence = Property.all.first { $0.id == id }?.sentence ?? ""
            return "<tr><th scope=\"row\">\(id)</th><td>\(sentence)</td><td>\(verdict)</td></tr>"
        }
        return """
            <section aria-labelledby="properties">
            <h2 id="properties">Properties</h2>
            <table class="properties"><thead><tr><th scope="col">ID</th><th scope="col">Property</th>\
            <th scope="col">Result</th></tr></thead><tbody>\(rows.joined(separator: "\n"))</tbody></table>
            </section>
            """
    }

    private func verdict(of id: String) -> Markup {
        if report.findings.contains(where: { $0.property == id }) { return "<b class=\"bad\">violated</b>" }
        if let flaky = report.flaky.first(where: { $0.finding.property == id }) { return "\(flaky.sentence)" }
        return "no violation found"
    }
}

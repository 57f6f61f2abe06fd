import Rehearsal
import RehearsalContracts
import RehearsalReports

/// What is neither right nor wrong: warnings, and why something was not to be asked.
struct PageRemarks: Sendable {
    let report: WrittenReport

    var markup: Markup { "\(warnings)\(notApplicable)" }

    private var warnings: Markup {
        guard !report.warnings.isEmpty else { return "" }
        let items = report.warnings.map { warning -> Markup in "<li>\(warning)</li>" }
        return """
            <section id="warnings" aria-labelledby="warnings-title">
            <h2 id="warnings-title">Warnings</h2><ul>\(items)</ul>
            </section>
            """
    }

    private var notApplicable: Markup {
        guard !report.notApplicable.isEmpty else { return "" }
        let items = report.notApplicableByReason.map { reason, places -> Markup in
            """
            <li data-verdicts="notApplicable" data-words="\("\(places) \(reason)".lowercased())">\(reason) \
            <span class="gist">\(places)</span></li>
            """
        }
        return """
            <section id="not-applicable" aria-labelledby="na-title" data-group>
            <h2 id="na-title">Not applicable</h2><ul>\(items.joined(separator: "\n"))</ul>
            </section>
            """
    }
}

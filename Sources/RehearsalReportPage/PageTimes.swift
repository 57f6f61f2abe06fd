import Rehearsal
import RehearsalContracts
import RehearsalReports

/// The pictures of everything that took several attempts, beside one another.
struct PageTimes: Sendable {
    let report: WrittenReport
    let anchors: PageAnchors

    var markup: Markup {
        let drawn = Verdict.Kind.worstFirst.flatMap { kind in report.clauses(kind).filter(\.hasPicture) }
        guard !drawn.isEmpty else { return "" }
        // What only took several attempts, as it should, is there for who wants to see it.
        let isTelling = { (clause: WrittenReport.Clause) in !clause.waits.isEmpty || clause.verdict != .pass }
        let rest = drawn.filter { !isTelling($0) }
        let more: Markup = """
            <details class="wire" data-group><summary>\(rest.count) more that took several requests</summary>
            \(pictures(rest))
            </details>
            """
        return """
            <section id="times" aria-labelledby="times-title" data-group>
            <h2 id="times-title">Attempts and waits</h2>
            \(key)
            \(pictures(drawn.filter(isTelling)))
            \(rest.isEmpty ? "" : more)
            </section>
            """
    }

    private func pictures(_ clauses: [WrittenReport.Clause]) -> Markup {
        clauses.isEmpty ? "" : "<div class=\"pictures\">\n\(clauses.map(figure).joined(separator: "\n"))\n</div>"
    }

    private var key: Markup {
        """
        <p class="key"><span><svg viewBox="0 0 28 14" aria-hidden="true"><rect class="band" x="1" y="1" width="26" height="12"/></svg>\
        where the next request may arrive</span>
        <span><svg viewBox="0 0 28 14" aria-hidden="true"><rect class="reply good" x="11" y="2" width="6" height="10" rx="2"/></svg>\
        a request and its answer</span>
        <span><svg viewBox="0 0 28 14" aria-hidden="true"><path class="gap wrong" d="M2 7h24"/></svg>\
        a wait that is too short or too long</span>
        <span><svg viewBox="0 0 28 14" aria-hidden="true"><path class="answer" d="M14 1v12"/></svg>\
        the call comes back</span></p>
        """
    }

    private func figure(_ clause: WrittenReport.Clause) -> Markup {
        let kind = clause.verdict.kind
        let outcome = clause.outcomes.isEmpty ? "" : " → \(WrittenReport.tally(clause.outcomes))"
        return """
            <figure class="picture" data-verdicts="\(kind.rawValue)" data-words="\(clause.id.lowercased())">
            <figcaption title="\(clause.id)\(outcome)">\(PageIcons.icon(kind))<span class="unseen">\(kind.title)</span> \
            <a href="#\(anchors.of(clause.rule, clause.operation))">\(clause.id)</a>\
            <span class="gist">\(outcome)</span></figcaption>
            \(TimePicture(clause: clause).markup)
            </figure>
            """
    }
}

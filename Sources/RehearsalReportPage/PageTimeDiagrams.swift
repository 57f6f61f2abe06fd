import Rehearsal
import RehearsalContracts
import RehearsalReports

/// The section with time diagrams of clauses with several requests or measured waits.
struct PageTimeDiagrams: Sendable {
    let report: ReportSnapshot
    let anchors: PageAnchors

    var markup: Markup {
        let drawn = Verdict.Kind.worstFirst.flatMap { kind in report.clauses(kind).filter(\.hasTimeDiagram) }
        guard !drawn.isEmpty else { return "" }
        // The diagrams of passed clauses without measured waits are collapsed.
        let isVisible = { (clause: ReportSnapshot.Clause) in !clause.waits.isEmpty || clause.verdict != .pass }
        let rest = drawn.filter { !isVisible($0) }
        let more: Markup = """
            <details class="wire" data-group><summary>\(rest.count) more clauses with several requests</summary>
            \(diagrams(rest))
            </details>
            """
        return """
            <section id="times" aria-labelledby="times-title" data-group>
            <h2 id="times-title">Attempts and waits</h2>
            \(key)
            \(diagrams(drawn.filter(isVisible)))
            \(rest.isEmpty ? "" : more)
            </section>
            """
    }

    private func diagrams(_ clauses: [ReportSnapshot.Clause]) -> Markup {
        clauses.isEmpty ? "" : "<div class=\"pictures\">\n\(clauses.map(figure).joined(separator: "\n"))\n</div>"
    }

    private var key: Markup {
        """
        <p class="key"><span><svg viewBox="0 0 28 14" aria-hidden="true"><rect class="band" x="1" y="1" width="26" height="12"/></svg>\
        the expected time of the next request</span>
        <span><svg viewBox="0 0 28 14" aria-hidden="true"><rect class="reply good" x="11" y="2" width="6" height="10" rx="2"/></svg>\
        a request and its reply</span>
        <span><svg viewBox="0 0 28 14" aria-hidden="true"><path class="gap wrong" d="M2 7h24"/></svg>\
        a wait that is too short or too long</span>
        <span><svg viewBox="0 0 28 14" aria-hidden="true"><path class="answer" d="M14 1v12"/></svg>\
        the call returns</span></p>
        """
    }

    private func figure(_ clause: ReportSnapshot.Clause) -> Markup {
        let kind = clause.verdict.kind
        let outcome = clause.outcomes.isEmpty ? "" : " → \(ReportSnapshot.countedList(clause.outcomes))"
        return """
            <figure class="picture" data-verdicts="\(kind.rawValue)" data-words="\(clause.id.lowercased())">
            <figcaption title="\(clause.id)\(outcome)">\(PageIcons.icon(kind))<span class="unseen">\(kind.title)</span> \
            <a href="#\(anchors.anchor(clause.rule, clause.operation))">\(clause.id)</a>\
            <span class="brief">\(outcome)</span></figcaption>
            \(TimeDiagram(clause: clause).markup)
            </figure>
            """
    }
}

/// A diagram of a clause's requests and replies on a time axis, with the waits between them and their expected ranges.
struct TimeDiagram: Sendable {
    private let plot: TimePlot
    private let clause: ReportSnapshot.Clause
    private let width: Int

    /// - Parameter width: the width in SVG units, of which the font size is ten.
    init(clause: ReportSnapshot.Clause, width: Int = 372) {
        (self.clause, self.width) = (clause, width)
        plot = TimePlot(clause)
    }

    private static let margin = (left: 10.0, right: 14.0)
    private static let top = 20.0
    /// The distance from the top of one lane to that of the next.
    private static let laneDistance = 15.0
    private static let laneHeight = 12.0
    private static let maximumLanes = 12
    /// The approximate width of a digit.
    private static let digitWidth = 6.2

    private var lanes: Int { min(Self.maximumLanes, plot.lanes) }
    private var bottom: Double { Self.top + Double(lanes) * Self.laneDistance + (plot.gaps.isEmpty ? 4 : 16) }
    private var height: Int { Int(bottom) + 20 }

    var markup: Markup {
        """
        <svg class="times" viewBox="0 0 \(width) \(height)" role="img" aria-label="\(textAlternative)">
        \(plot.gaps.map(band))\(axis)\(returnMark)\(plot.gaps.map(line))\(bars)\(labels)\(hiddenLanes)
        </svg>
        """
    }

    /// The text that a screen reader reads instead of the diagram.
    private var textAlternative: String {
        let requests = plot.bars.map { bar in
            "at \(Self.text(bar.start)) \(bar.status.map { "reply \($0)" } ?? "no reply")"
        }
        let waits = plot.gaps.map { gap in
            "\(gap.wait?.shown ?? Self.text(gap.end - gap.start))\(gap.isExpected ? "" : ", which is not as expected")"
        }
        return "\(plot.bars.count.counted("request")): \(requests.joined(separator: "; "))"
            + (waits.isEmpty ? "" : ". Waits: \(waits.joined(separator: "; "))")
    }

    private func x(_ milliseconds: Double) -> Double {
        let room = Double(width) - Self.margin.left - Self.margin.right
        return Self.margin.left + min(max(0, milliseconds / plot.span), 1) * room
    }

    private func y(_ lane: Int) -> Double { Self.top + Double(lane) * Self.laneDistance }

    /// Returns the band for the time in which the next request is expected.
    private func band(_ gap: TimePlot.Gap) -> Markup {
        guard let wait = gap.wait, wait.least != nil || wait.most != nil else { return "" }
        let start = x(gap.start + (wait.least ?? .zero).milliseconds)
        let end = wait.most.map { x(gap.start + $0.milliseconds) } ?? Double(width)
        let length = max(2, end - start)
        return """
            <rect class="band\(wait.most == nil ? " open" : "")" x="\(start.short)" y="\((Self.top - 5).short)" \
            width="\(length.short)" height="\((Self.laneHeight + 10).short)"><title>\(wait.shown)</title></rect>
            """
    }

    private func line(_ gap: TimePlot.Gap) -> Markup {
        let y = Self.top + Self.laneHeight / 2
        let isLong = x(gap.end) - x(gap.start) > 2
        return isLong
            ? "<path class=\"gap\(gap.isExpected ? "" : " wrong")\" d=\"M\(x(gap.start).short) \(y.short)H\(x(gap.end).short)\"/>"
            : ""
    }

    private var bars: Markup {
        plot.bars.filter { $0.lane < lanes }.map { bar -> Markup in
            let kind = bar.status.map { (200..<400).contains($0) ? "good" : "bad" } ?? "lost"
            let length = max(3.5, x(bar.end) - x(bar.start))
            return """
                <rect class="reply \(kind)\(bar.isResent ? " resent" : "")" x="\(x(bar.start).short)" y="\(y(bar.lane).short)" \
                width="\(length.short)" height="\(Self.laneHeight.short)" rx="2"><title>\(bar.line)</title></rect>
                """
        }.joined()
    }

    /// The labels: the statuses above the bars, and the waits below them, as far as there is space.
    private var labels: Markup {
        var above: [Label] = []
        for bar in plot.bars where lanes == 1 {
            let middle = (x(bar.start) + max(x(bar.start) + 3.5, x(bar.end))) / 2
            add(Label(text: bar.status.map { "\($0)" } ?? "none", kind: "status", middle: middle), to: &above)
        }
        var below: [Label] = []
        for gap in plot.gaps {
            let text = Self.text(gap.wait?.gap.milliseconds ?? gap.end - gap.start)
            let kind = gap.isExpected ? "wait" : "wait wrong"
            add(Label(text: text, kind: kind, middle: (x(gap.start) + x(gap.end)) / 2), to: &below)
        }
        let markup = { (label: Label, y: Double) -> Markup in
            "<text class=\"\(label.kind)\" x=\"\(label.middle.short)\" y=\"\(y.short)\">\(label.shown)</text>"
        }
        return (above.map { markup($0, Self.top - 7) } + below.map { markup($0, Self.top + Self.laneHeight + 15) })
            .joined()
    }

    /// A label, which may represent several equal ones.
    private struct Label {
        var text: String
        var kind: String
        var middle: Double
        var count = 1

        var shown: String { count == 1 ? text : "\(text) ×\(count)" }
        var halfWidth: Double { Double(shown.count) * TimeDiagram.digitWidth / 2 }
    }

    /// Adds a label. If there is not enough space, it is merged with the previous label if both are equal, or dropped.
    private func add(_ label: Label, to labels: inout [Label]) {
        var label = label
        label.middle = clampedMiddle(label)
        guard let last = labels.last, label.middle - label.halfWidth < last.middle + last.halfWidth + 6 else {
            return labels.append(label)
        }
        guard last.text == label.text else { return }
        labels[labels.count - 1].count += 1
        labels[labels.count - 1].middle = clampedMiddle(labels[labels.count - 1])
    }

    /// Returns the middle of a label, limited so that the whole label is inside the diagram.
    private func clampedMiddle(_ label: Label) -> Double {
        min(max(label.middle, label.halfWidth + 2), Double(width) - label.halfWidth - 2)
    }

    private var axis: Markup {
        let ticks = plot.ticks.map { tick -> Markup in
            let x = x(tick)
            let anchor = tick == 0 ? "start" : "middle"
            return """
                <path class="tick" d="M\(x.short) \(bottom.short)v4"/>\
                <text class="tick" text-anchor="\(anchor)" x="\((tick == 0 ? x - 2 : x).short)" y="\((bottom + 15).short)">\
                \(tick == 0 ? "0" : Self.text(tick))</text>
                """
        }
        return "<path class=\"axis\" d=\"M\(Self.margin.left.short) \(bottom.short)H\(width - 8)\"/>\(ticks)"
    }

    /// The line at the instant at which the call returned.
    private var returnMark: Markup {
        let x = x(plot.returnedAt).short
        return """
            <path class="answer" d="M\(x) \((Self.top - 5).short)v\((Self.laneHeight + 10).short)"><title>the call returned after \
            \(Self.text(plot.returnedAt))</title></path>
            """
    }

    /// The number of exchanges for which the diagram has no lane.
    private var hiddenLanes: Markup {
        let hidden = plot.bars.count { $0.lane >= lanes }
        guard hidden > 0 else { return "" }
        return
            "<text class=\"wait\" x=\"\(width / 2)\" y=\"\((Self.top - 7).short)\">and \(hidden) more in parallel</text>"
    }

    private static func text(_ milliseconds: Double) -> String {
        Duration.nanoseconds(Int64(milliseconds * 1_000_000)).displayText
    }
}

extension Double {
    /// The number with at most one decimal, because a tenth of a pixel is sufficient.
    fileprivate var short: String {
        let tenths = Int((self * 10).rounded())
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(abs(tenths % 10))"
    }
}

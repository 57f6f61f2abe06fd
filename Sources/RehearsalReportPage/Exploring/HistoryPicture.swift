import Rehearsal
import RehearsalContracts

/// The history of a finding as a table with a lane each for the client, the wire and the server, and a band a step.
struct HistoryPicture: Sendable {
    let finding: ExplorationFinding

    var markup: Markup {
        let lanes = HistoryEvent.Lane.allCases.map { lane -> Markup in "<th scope=\"col\">\(lane.rawValue)</th>" }
        return """
            <table class="lanes"><thead><tr><th scope="col">step</th>\(lanes)</tr></thead>
            \(bands.map(markup).joined(separator: "\n"))
            </table>
            """
    }

    /// The events in groups of successive events of the same step.
    private var bands: [[HistoryEvent]] {
        var bands: [[HistoryEvent]] = []
        for event in finding.events {
            if let last = bands.last?.last, last.step == event.step {
                bands[bands.count - 1].append(event)
            } else {
                bands.append([event])
            }
        }
        return bands
    }

    private func markup(_ band: [HistoryEvent]) -> Markup {
        let step = band.first?.step ?? 0
        let kind: Markup = step == finding.step ? "band-shown" : "band"
        let rows = band.enumerated().map { index, event -> Markup in
            let number: Markup = index == 0 ? "<th scope=\"rowgroup\" rowspan=\"\(band.count)\">\(step + 1)</th>" : ""
            return "<tr>\(number)\(HistoryEvent.Lane.allCases.map { cell(event, in: $0) })</tr>"
        }
        return "<tbody class=\"\(kind)\">\(rows.joined(separator: "\n"))</tbody>"
    }

    private func cell(_ event: HistoryEvent, in lane: HistoryEvent.Lane) -> Markup {
        guard event.lane == lane else { return "<td></td>" }
        let mark: Markup = event.isEvidence ? " evidence" : ""
        let sign: Markup = event.isEvidence ? "<span class=\"sign\" title=\"evidence\">!</span> " : ""
        return "<td><span class=\"event \(lane.rawValue)\(mark)\">\(sign)\(event.text)</span></td>"
    }

    static let style = Markup(
        raw: """

            .steps { margin: 0 0 .9rem; padding-left: 1.4rem; } .steps code { overflow-wrap: anywhere; }
            .lanes { width: 100%; table-layout: fixed; border-collapse: collapse; font-size: .84rem; }
            .lanes thead th { color: var(--soft); font-weight: 500; text-align: left; padding: .2rem .4rem; }
            .lanes th:first-child { width: 2.6rem; text-align: center; color: var(--soft); font-weight: 500; }
            .lanes td { border-left: 2px solid var(--line); padding: .12rem .35rem; vertical-align: top; }
            .lanes tbody { border-top: 1px solid var(--line); }
            .lanes tbody:nth-of-type(even) { background: var(--paper); }
            .lanes .band-shown > tr > th { color: var(--fail); font-weight: 700; }
            .event { display: inline-block; max-width: 100%; overflow-wrap: anywhere; padding: .05rem .4rem;
              border-radius: 5px; background: var(--tint, transparent); border: 1px solid var(--k, var(--line)); }
            .event.client { --k: var(--doubt); --tint: var(--doubt-tint); }
            .event.server { --k: var(--pass); --tint: var(--pass-tint); }
            .event.wire { --k: var(--line); --tint: var(--card); }
            .event.evidence { --k: var(--fail); --tint: var(--fail-tint); } .event .sign { color: var(--fail); font-weight: 700; }
            .properties { width: 100%; border-collapse: collapse; font-size: .9rem; }
            .properties th, .properties td { text-align: left; vertical-align: top; padding: .35rem .6rem .35rem 0;
              border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
            .properties th[scope=row] { white-space: nowrap; } .bad { color: var(--fail); }
            @media (max-width: 30rem) {
              .card { padding: .8rem .7rem; } .lanes { font-size: .72rem; } .lanes td { padding: .1rem .15rem; }
              .lanes thead th { padding: .2rem .1rem; }
              .lanes th:first-child { width: 1.9rem; } .event { padding: .05rem .2rem; }
            }
            @media print { .lanes tr { break-inside: avoid; } }
            """
    )
}

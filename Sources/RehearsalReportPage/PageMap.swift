import Rehearsal
import RehearsalContracts
import RehearsalReports

/// The section with the decoding maps: tables of the client's reactions to changed fields of replies.
struct PageMap: Sendable {
    let report: ReportSnapshot

    var markup: Markup {
        guard !report.maps.isEmpty else { return "" }
        return """
            <section id="map" aria-labelledby="map-title">
            <h2 id="map-title">Decoding map</h2>
            <p class="key">\(key)</p>
            \(report.maps.map(map).joined(separator: "\n"))
            </section>
            """
    }

    private var key: Markup {
        MutationEffect.Kind.allCases.map { kind -> Markup in
            "<span>\(PageIcons.icon(kind)) \(kind.title): \(kind.explanation)</span>"
        }.joined(separator: "\n")
    }

    private func map(_ map: ReportSnapshot.Map) -> Markup {
        // Changes of the whole body are in a row of their own, not in a column.
        let families = map.families.filter { $0 != .body }
        let heads = families.map { family -> Markup in "<th scope=\"col\">\(family.title)</th>" }
        return """
            <h3 class="operation">\(map.operation)</h3>
            <p class="source">\(map.summary)</p>
            <div class="scroll" tabindex="0" role="region" aria-label="Decoding map of \(map.operation)">
            <table class="matrix map">
            <thead><tr><th scope="col" class="rule">Field</th>\(heads)</tr></thead>
            <tbody>
            \(map.rows.map { row($0, families) }.joined(separator: "\n"))
            </tbody>
            </table>
            </div>
            \(losses(map))
            \(allChanges(map))
            """
    }

    private func row(_ row: ReportSnapshot.MapRow, _ families: [Mutation.Family]) -> Markup {
        if row.field == "$" { return bodyRow(row, families.count) }
        let presence = row.isRequired.map { $0 ? "" : ", optional" } ?? ""
        let kind: Markup = row.kind.map { "<span class=\"statement\">\($0)\(presence)</span>" } ?? ""
        return """
            <tr><th scope="row" class="rule"><code>\(row.field)</code>\(kind)</th>\(families.map { cell(row, $0) })</tr>
            """
    }

    /// Returns the row of the whole body, with the name of every change.
    private func bodyRow(_ row: ReportSnapshot.MapRow, _ columns: Int) -> Markup {
        let changes = row.changes.map { change -> Markup in
            """
            <span class="whole e-\(change.effect.rawValue)" title="\(change.shown)">\(PageIcons.icon(change.effect))\
            \(change.mutation)<span class="unseen">: \(change.effect.title)</span></span>
            """
        }
        return """
            <tr><th scope="row" class="rule">the whole body</th>\
            <td colspan="\(max(1, columns))">\(changes.joined(separator: " "))</td></tr>
            """
    }

    private func cell(_ row: ReportSnapshot.MapRow, _ family: Mutation.Family) -> Markup {
        guard let worst = row.worst(family) else { return "<td class=\"cell\"></td>" }
        let changes = row.changes.filter { $0.family == family }
        let icons = MutationEffect.Kind.allCases.reversed().compactMap { kind -> Markup? in
            let count = changes.count { $0.effect == kind }
            guard count > 0 else { return nil }
            let number = changes.count > 1 ? "\(count)" : ""
            return "<span class=\"e-\(kind.rawValue)\" aria-hidden=\"true\">\(PageIcons.icon(kind))\(number)</span>"
        }
        return """
            <td class="cell e-\(worst.rawValue)" title="\(changes.map(\.shown).joined(separator: " · "))">\
            <span class="effect">\(icons)<span class="unseen">\(ReportSnapshot.countedList(changes.map(\.effect.title)))</span></span></td>
            """
    }

    private func losses(_ map: ReportSnapshot.Map) -> Markup {
        let losses = map.alwaysWrongChanges
        guard !losses.isEmpty else { return "" }
        let items = losses.map { field, change -> Markup in
            "<li>\(PageIcons.icon(change.effect)) <code>\(field)</code> \(change.shown)</li>"
        }
        return "<ul class=\"losses\">\(items)</ul>"
    }

    private func allChanges(_ map: ReportSnapshot.Map) -> Markup {
        let items = map.rows.flatMap { row in
            row.changes.map { change -> Markup in
                """
                <tr><td><code>\(row.field)</code></td><td>\(change.mutation)</td>\
                <td class="e-\(change.effect.rawValue)">\(PageIcons.icon(change.effect)) \(change.effect.title)</td>\
                <td>\(change.detail)</td></tr>
                """
            }
        }
        return """
            <details class="wire"><summary>all changes to the reply of \(map.operation)</summary>
            <table class="changes"><thead><tr><th scope="col">Field</th><th scope="col">Change</th>\
            <th scope="col">Effect</th><th scope="col">Detail</th></tr></thead>
            <tbody>\(items.joined(separator: "\n"))</tbody></table></details>
            """
    }
}

extension ReportSnapshot.MapChange {
    /// The change and its effect: `string: exact error (decoding(typeMismatch, $[0].id))`.
    fileprivate var shown: String { "\(mutation): \(effect.title)\(detail.isEmpty ? "" : " (\(detail))")" }
}

extension MutationEffect.Kind {
    /// The meaning of the effect, for the legend.
    fileprivate var explanation: String {
        switch self {
        case .error: "the client reports a decoding error with the path of the field"
        case .read: "the client returns the changed value"
        case .tolerated: "the client returns the same value as without the change"
        case .vague: "the client reports another error, or no path"
        case .unknown: "the contract does not declare the expected value"
        case .swallowed: "the client returns a value that the server did not send"
        case .hang: "the call does not return"
        case .crash: "the client's process ends"
        }
    }
}

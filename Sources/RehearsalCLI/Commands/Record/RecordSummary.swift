import Rehearsal
import RehearsalRecorder

/// What is said at the end.
struct RecordSummary: Sendable {
    let figures: RecordStatistics.Figures
    let rows: [RecordStatistics.Row]
    private let path: String?
    private let plan: RecordPlan
    private let scenario: DerivedSummary?

    init(
        _ figures: RecordStatistics.Figures,
        rows: [RecordStatistics.Row],
        _ options: RecordOptions,
        _ plan: RecordPlan,
        _ scenario: DerivedSummary? = nil
    ) {
        (self.figures, self.rows, self.plan, self.scenario) = (figures, rows, plan, scenario)
        path = plan.records ? options.path : nil
    }

    /// For the program that started this one.
    var line: String {
        let numbers = [
            ("recorded", figures.recorded), ("forwarded", figures.forwarded), ("replayed", figures.replayed),
            ("missed", figures.missed), ("failures", figures.failures), ("left", figures.left), ("lost", figures.lost),
            ("bytes", figures.bytes), ("secrets", figures.secrets),
        ]
        let members = [
            JSON.Member("event", "stopped"), JSON.Member("recording", .text(path)),
            JSON.Member("scenario", .text(scenario?.path)),
        ]
        let json: JSON = .object(members + numbers.map { JSON.Member($0.0, JSON(integerLiteral: $0.1)) })
        return String(decoding: json.bytes(), as: UTF8.self)
    }

    /// For a person: a table, then what it comes to.
    func text(_ style: Style) -> String {
        var lines = rows.isEmpty ? [] : table(style) + [""]
        var parts: [String] = []
        if plan.records { parts.append("\(Self.count(figures.recorded, "exchange")) recorded into \(path ?? "")") }
        if figures.forwarded > 0 { parts.append("\(figures.forwarded) passed on, not recorded") }
        if plan.replays { parts.append("\(figures.replayed) replayed") }
        if figures.missed > 0 { parts.append("\(figures.missed) not in the recording, answered 501") }
        if figures.secrets > 0 { parts.append("\(Self.count(figures.secrets, "secret")) taken out") }
        lines.append(parts.isEmpty ? "nothing was asked" : parts.joined(separator: ", "))
        if plan.records, figures.recorded == 0 {
            lines.append(plan.startsAnew ? "\(path ?? "") stays as it was" : "nothing came: is the client led here?")
        } else if let path, plan.records {
            if let line = scenario?.line { lines.append(line) }
            lines.append("next: rehearsal serve \(scenario?.path ?? path)")
        }
        return lines.joined(separator: "\n")
    }

    /// What has to be said of what is not in the recording.
    var remarks: [String] {
        var remarks: [String] = []
        if figures.lost > 0 {
            let reason = figures.reason.map { ": \($0)" } ?? ""
            remarks.append("error: \(Self.count(figures.lost, "exchange")) could not be written\(reason)")
        }
        if figures.left > 0 {
            remarks.append(
                "\(Self.count(figures.left, "exchange")) broken off by the client or by the end, not recorded"
            )
        }
        return remarks
    }

    private static let shownRows = 60

    private func table(_ style: Style) -> [String] {
        let hasRemarks = rows.contains { !$0.remarks.isEmpty }
        let head = ["method", "path", "status", "count", "bytes", "secrets"] + (hasRemarks ? ["remarks"] : [])
        let shown = rows.prefix(Self.shownRows)
        let cells = shown.map { row in
            [
                row.key.method, Self.short(row.key.path), row.key.status, "\(row.count)", "\(row.bytes)",
                "\(row.secrets)",
            ] + (hasRemarks ? [row.remarks.joined(separator: ", ")] : [])
        }
        let widths = head.indices.map { column in ([head] + cells).map { $0[column].count }.max() ?? 0 }
        func line(_ cells: [String]) -> String {
            cells.enumerated().map { column, cell in
                let space = String(repeating: " ", count: max(0, widths[column] - cell.count))
                if column > 5 { return cell }
                return column < 3 ? cell + space : space + cell
            }.joined(separator: "  ")
        }
        let rest = rows.count - shown.count
        return [style.dim(line(head))] + cells.map(line) + (rest > 0 ? ["and \(rest) more"] : [])
    }

    private static func short(_ path: String) -> String {
        let path = path.printable
        return path.count <= 56 ? path : "\(path.prefix(55))…"
    }

    private static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
}

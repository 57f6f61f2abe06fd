import Rehearsal
import RehearsalDocuments
import RehearsalPlatform
import RehearsalRecorder
import RehearsalRecordings
import RehearsalServer

/// The message that `record` prints when it accepts connections.
struct RecordStartupMessage: Sendable {
    let options: RecordOptions
    let plan: RecordPlan
    let origin: String
    let port: Int

    /// The message as a line of JSON.
    var line: String {
        let json: JSON = .object([
            JSON.Member("event", "ready"),
            JSON.Member("baseURL", .string(origin)),
            JSON.Member("port", JSON(integerLiteral: port)),
            JSON.Member("pid", JSON(integerLiteral: Int(getpid()))),
            JSON.Member("upstream", .string(options.upstream.origin)),
            JSON.Member("recording", .text(options.path)),
            JSON.Member("replays", .bool(plan.replays)),
            JSON.Member("onMiss", .string(plan.onMiss.rawValue)),
        ])
        return String(decoding: json.bytes(), as: UTF8.self)
    }

    /// Returns the message as text.
    func text(_ style: TerminalStyle) -> String {
        var lines = [style.bold(purpose)]
        lines.append("listening on \(style.cyan(origin)) and http://[::1]:\(port): use one as the client's base URL")
        if options.bindScope == .network { lines.append("devices on this machine's networks can connect too") }
        lines.append(contentsOf: explanation)
        lines.append("Press Ctrl-C to stop.")
        return lines.joined(separator: "\n") + "\n"
    }

    private var purpose: String {
        let path = options.path ?? ""
        let upstream = options.upstream.origin
        return switch (plan.replays, plan.onMiss) {
        case (true, .fail): "replaying \(path); \(upstream) is not contacted"
        case (true, .forward): "replaying \(path), and forwarding other requests to \(upstream)"
        case (true, .record): "replaying \(path), and recording other requests to \(upstream)"
        case (false, .record): "recording \(upstream) into \(path)"
        case (false, _): "forwarding every request to \(upstream), recording nothing"
        }
    }

    private var explanation: [String] {
        if plan.replays, plan.onMiss == .fail, options.mode == .once {
            return ["the recording exists and is not changed: --mode rewrite replaces it, --mode new adds to it"]
        }
        if plan.rewrites { return ["an existing recording is replaced at the end"] }
        return []
    }
}

/// The summary that `record` prints at the end.
struct RecordSummary: Sendable {
    let figures: RecordStatistics.Totals
    let rows: [RecordStatistics.Row]
    private let path: String?
    private let plan: RecordPlan
    private let scenario: DerivedScenarioResult?

    init(
        _ figures: RecordStatistics.Totals,
        rows: [RecordStatistics.Row],
        _ options: RecordOptions,
        _ plan: RecordPlan,
        _ scenario: DerivedScenarioResult? = nil
    ) {
        (self.figures, self.rows, self.plan, self.scenario) = (figures, rows, plan, scenario)
        path = plan.records ? options.path : nil
    }

    /// The summary as a line of JSON.
    var line: String {
        let numbers = [
            ("recorded", figures.recorded), ("forwarded", figures.forwardedCount), ("replayed", figures.replayedCount),
            ("missed", figures.missedCount), ("failures", figures.failures), ("left", figures.aborted),
            ("lost", figures.lostCount),
            ("bytes", figures.bytes), ("secrets", figures.secretCount),
        ]
        let members = [
            JSON.Member("event", "stopped"), JSON.Member("recording", .text(path)),
            JSON.Member("scenario", .text(scenario?.path)),
        ]
        let json: JSON = .object(members + numbers.map { JSON.Member($0.0, JSON(integerLiteral: $0.1)) })
        return String(decoding: json.bytes(), as: UTF8.self)
    }

    /// Returns the summary as text: a table, then the totals.
    func text(_ style: TerminalStyle) -> String {
        var lines = rows.isEmpty ? [] : table(style) + [""]
        var parts: [String] = []
        if plan.records { parts.append("\("exchange".pluralized(figures.recorded)) recorded into \(path ?? "")") }
        if figures.forwardedCount > 0 { parts.append("\(figures.forwardedCount) forwarded, not recorded") }
        if plan.replays { parts.append("\(figures.replayedCount) replayed") }
        if figures.missedCount > 0 { parts.append("\(figures.missedCount) not in the recording, answered 501") }
        if figures.secretCount > 0 { parts.append("\("secret".pluralized(figures.secretCount)) redacted") }
        lines.append(parts.isEmpty ? "no requests" : parts.joined(separator: ", "))
        if plan.records, figures.recorded == 0 {
            let advice = "no request arrived: check the base URL of the client"
            lines.append(plan.rewrites ? "\(path ?? "") is not changed" : advice)
        } else if let path, plan.records {
            if let line = scenario?.line { lines.append(line) }
            lines.append("next: rehearsal serve \(scenario?.path ?? path)")
        }
        return lines.joined(separator: "\n")
    }

    /// Messages about exchanges that are not in the recording, for standard error.
    var remarks: [String] {
        var remarks: [String] = []
        if figures.lostCount > 0 {
            let reason = figures.lossReason.map { ": \($0)" } ?? ""
            remarks.append("error: \("exchange".pluralized(figures.lostCount)) could not be written\(reason)")
        }
        if figures.aborted > 0 {
            let exchanges = "exchange".pluralized(figures.aborted)
            remarks.append("\(exchanges) not recorded, because the client disconnected or record was stopped")
        }
        return remarks
    }

    private static let maximumRows = 60

    private func table(_ style: TerminalStyle) -> [String] {
        let hasRemarks = rows.contains { !$0.notes.isEmpty }
        let head = ["method", "path", "status", "count", "bytes", "secrets"] + (hasRemarks ? ["remarks"] : [])
        let listedRows = rows.prefix(Self.maximumRows)
        let cells = listedRows.map { row in
            [
                row.key.method, Self.short(row.key.path), row.key.status, "\(row.count)", "\(row.bytes)",
                "\(row.secretCount)",
            ] + (hasRemarks ? [row.notes.joined(separator: ", ")] : [])
        }
        let widths = head.indices.map { column in ([head] + cells).map { $0[column].count }.max() ?? 0 }
        func line(_ cells: [String]) -> String {
            cells.enumerated().map { column, cell in
                let space = String(repeating: " ", count: max(0, widths[column] - cell.count))
                if column > 5 { return cell }
                return column < 3 ? cell + space : space + cell
            }.joined(separator: "  ")
        }
        let rest = rows.count - listedRows.count
        return [style.dim(line(head))] + cells.map(line) + (rest > 0 ? ["and \(rest) more"] : [])
    }

    private static func short(_ path: String) -> String {
        let path = path.printable
        return path.count <= 56 ? path : "\(path.prefix(55))…"
    }
}

/// The result of deriving the scenario beside the recording.
struct DerivedScenarioResult: Sendable {
    private let file: String
    private let outcome: DerivedFile.UpdateResult

    /// Writes the derived scenario, if the policy permits it.
    init(_ derived: DerivedFile, _ policy: DerivedFile.UpdatePolicy) {
        file = derived.path
        outcome = derived.update(policy)
    }

    /// The path of the derived scenario; nil if none was derived, or if it was edited and kept.
    var path: String? {
        switch outcome {
        case .written, .unchanged: file
        case .keptEdited, .none, .impossible: nil
        }
    }

    /// The line about the scenario in the text summary; nil if no scenario plays the recording.
    var line: String? {
        switch outcome {
        case .written: "wrote the scenario \(file), which you may edit"
        case .unchanged: "the scenario \(file) is up to date"
        case .keptEdited, .none, .impossible: nil
        }
    }

    /// The reasons why no scenario was written, for standard error.
    var remarks: [String] {
        switch outcome {
        case .keptEdited:
            [
                """
                \(file) was edited and is not changed: --scenario rewrite replaces it, \
                --scenario none omits this note
                """
            ]
        case .impossible(let reason): ["no scenario was written: \(reason)"]
        case .written, .unchanged, .none: []
        }
    }
}

package import Rehearsal
package import RehearsalContracts

extension WrittenReport {
    /// The report without colours, with its line ends.
    package var text: String { lines().map { $0 + "\n" }.joined() }

    /// The report for a terminal: what came of it in one line, what failed with what it blocks, then everything else
    /// that somebody should know.
    package func lines(_ style: Style = .plain) -> [String] {
        let parts = [
            [headline(style), style.dim(circumstances.printable)],
            blockedByKnown.map { [style.yellow($0)] } ?? [],
            errors.map { style.red("error:") + " " + $0.printable },
            roots.flatMap { [""] + RootText(root: $0, style: style).lines },
            section("known failures", clauses(.knownFailure), style) { $0.knownReason ?? $0.findings.first },
            section("flaky", clauses(.flaky), style) { $0.knownReason ?? $0.findings.first },
            section("blocked by what is known to fail", otherwiseBlocked, style) { $0.verdict.reason },
            warnings.isEmpty ? [] : ["", style.yellow("warnings")] + warnings.map { "  " + $0.printable },
            section("inconclusive", clauses(.inconclusive), style) { $0.verdict.reason },
            section("not judged", clauses(.notJudged), style) { $0.verdict.reason },
            notApplicableLines(style),
            maps.isEmpty ? [] : [""] + maps.flatMap { $0.lines(style) },
        ]
        return parts.flatMap(\.self)
    }

    private func headline(_ style: Style) -> String {
        switch outcome {
        case .held: style.bold(style.green(headline))
        case .failed: style.bold(style.red(headline))
        case .blocked, .notJudged: style.bold(style.yellow(headline))
        }
    }

    private func section(
        _ title: String,
        _ clauses: [Clause],
        _ style: Style,
        _ reason: (Clause) -> String?,
    ) -> [String] {
        guard !clauses.isEmpty else { return [] }
        return ["", style.yellow(title)]
            + clauses.map { clause in
                "  \(clause.id.printable)" + (reason(clause).map { style.dim(": " + $0.printable) } ?? "")
            }
    }

    private func notApplicableLines(_ style: Style) -> [String] {
        guard !notApplicable.isEmpty else { return [] }
        return ["", style.dim("not applicable")]
            + notApplicableByReason.map { reason, places in style.dim("  \(reason): \(places)".printable) }
    }
}

/// One rule that failed, for a terminal.
struct RootText: Sendable {
    let root: WrittenReport.Root
    let style: Style

    /// Clauses that are shown with everything; of the others there is a line each.
    private static let mostInFull = 3
    private static let mostInShort = 10
    private static let mostLines = 24

    var lines: [String] {
        let rule = root.rule
        let statement = rule.statement.isEmpty ? "" : " (\(rule.level)): \(rule.statement)"
        var lines = [style.bold(style.red(rule.id) + statement.printable)]
        if !rule.source.isEmpty { lines.append(style.dim("  source: \(rule.source)".printable)) }
        lines += root.clauses.prefix(Self.mostInFull).flatMap(full)
        let rest = root.clauses.dropFirst(Self.mostInFull)
        lines += rest.prefix(Self.mostInShort).map { clause in
            "  \(clause.id): \(clause.findings.first ?? "")".printable
        }
        if rest.count > Self.mostInShort { lines.append("  … and \(rest.count - Self.mostInShort) more of \(rule.id)") }
        if !root.blocked.isEmpty {
            lines.append("  " + style.yellow("blocks \(root.blocked.count)") + ": \(root.blockedRules)")
        }
        return lines
    }

    private func full(_ clause: WrittenReport.Clause) -> [String] {
        var lines = ["  " + style.bold(clause.id.printable)]
        lines += clause.findings.map { "    " + $0.printable }
        lines += field("client", clause.outcomes)
        lines += field("sent", clause.attribution.map { [$0] } ?? [])
        let exchanges = clause.exchanges.map(\.line)
        lines += field("server", exchanges.isEmpty ? clause.timeline : exchanges)
        lines += field("waits", clause.waits.map(\.shown))
        lines += field("note", clause.notes)
        lines += field("again", clause.again.map { [$0] } ?? [])
        return lines
    }

    private func field(_ name: String, _ values: [String]) -> [String] {
        var shown = values.prefix(Self.mostLines).map(\.printable)
        if values.count > Self.mostLines { shown.append("… and \(values.count - Self.mostLines) more") }
        let label = "    \(name):" + String(repeating: " ", count: 8 - name.count)
        return shown.enumerated().map { index, value in
            style.dim(index == 0 ? label : String(repeating: " ", count: label.count)) + value
        }
    }
}

extension Examination.Wait {
    /// `212 ms, where 200 ms to 215 ms are right`.
    package var shown: String {
        switch (least, most) {
        case (let least?, let most?): "\(gap.shown), where \(least.shown) to \(most.shown) are right"
        case (let least?, nil): "\(gap.shown), where at least \(least.shown) is right"
        case (nil, let most?): "\(gap.shown), where at most \(most.shown) is right"
        case (nil, nil): gap.shown
        }
    }
}

import Rehearsal
import RehearsalContracts

/// A contract report as text for a terminal.
struct ContractText: Sendable {
    let report: ReportSnapshot

    var document: ReportDocument {
        let maps = report.maps.flatMap(\.lines)
        return ReportDocument(
            head: [headline, "\(.dim, report.context)"]
                + (report.countsByProfile.map { ["\(.dim, $0)"] } ?? [])
                + (report.knownFailureNotice.map { ["\(.yellow, $0)"] } ?? [])
                + report.errors.map { "\(.red, "error:") \($0)" },
            sections: report.failedRules.map(section) + report.remarks(isWhole: true) + notApplicable
                + (maps.first.map { [ReportDocument.Section($0, lines: Array(maps.dropFirst()))] } ?? [])
        )
    }

    private var headline: StyledText {
        switch report.outcome {
        case .met: "\(.bold, "\(.green, report.headline)")"
        case .failed: "\(.bold, "\(.red, report.headline)")"
        case .blocked, .notJudged: "\(.bold, "\(.yellow, report.headline)")"
        }
    }

    /// The sections on rules that do not apply: first those that apply once the contract declares a member.
    private var notApplicable: [ReportDocument.Section] {
        let reasons = report.notApplicableByReason
        return [
            ("not applicable until the contract declares the member in parentheses", reasons.filter(\.isUndeclared)),
            ("not applicable", reasons.filter { !$0.isUndeclared }),
        ].compactMap { title, reasons in
            guard !reasons.isEmpty else { return nil }
            let lines = reasons.map { "\(.dim, "  \($0.reason): \($0.places)")" as StyledText }
            return ReportDocument.Section("\(.dim, title)", lines: lines)
        }
    }

    /// The maximum number of failed clauses of a rule that are shown with all details.
    private static let maximumInFull = 3
    /// The maximum number of further clauses of a rule, which are shown on one line each.
    private static let maximumInShort = 10
    /// The maximum number of lines for one detail of a clause.
    private static let maximumLines = 24

    /// Returns the section on a failed rule: its failed clauses, and the rules that it blocks.
    private func section(_ root: ReportSnapshot.FailedRule) -> ReportDocument.Section {
        let rule = root.rule
        let level = ([rule.level] + (rule.profile.map { [$0.rawValue] } ?? [])).joined(separator: ", ")
        let statement = rule.statement.isEmpty ? "" : " (\(level)): \(rule.statement)"
        var lines: [StyledText] = rule.source.isEmpty ? [] : ["\(.dim, "  source: \(rule.source)")"]
        lines += root.clauses.prefix(Self.maximumInFull).flatMap(full)
        let rest = root.clauses.dropFirst(Self.maximumInFull)
        lines += rest.prefix(Self.maximumInShort).map { "  \($0.id): \($0.findings.first ?? "")" }
        let hidden = rest.count - Self.maximumInShort
        if hidden > 0 { lines.append("  … and \(hidden) more of \(rule.id)") }
        if !root.blocked.isEmpty {
            lines.append("  \(.yellow, "blocks \(root.blocked.count.counted("clause"))"): \(root.blockedRules)")
        }
        return ReportDocument.Section("\(.bold, "\(.red, rule.id)\(statement)")", lines: lines)
    }

    private func full(_ clause: ReportSnapshot.Clause) -> [StyledText] {
        let exchanges = clause.exchanges.map(\.line)
        return ["  \(.bold, clause.id)"] + clause.findings.map { "    \($0)" }
            + field("client", clause.outcomes)
            + field("sent", clause.attribution.map { [$0] } ?? [])
            + field("server", exchanges.isEmpty ? clause.timeline : exchanges)
            + field("waits", clause.waits.map(\.text))
            + field("note", clause.notes)
            + field("rerun", clause.rerunCommand.map { [$0] } ?? [])
    }

    private func field(_ name: String, _ values: [String]) -> [StyledText] {
        var visible = Array(values.prefix(Self.maximumLines))
        if values.count > Self.maximumLines { visible.append("… and \(values.count - Self.maximumLines) more") }
        let label = "    \(name):" + String(repeating: " ", count: 8 - name.count)
        return visible.enumerated().map { index, value in
            "\(.dim, index == 0 ? label : String(repeating: " ", count: label.count))\(value)"
        }
    }
}

extension ReportSnapshot.Map {
    /// The map for a terminal: a summary, and the grid if the client swallowed a change, hung or crashed.
    fileprivate var lines: [StyledText] {
        let head: StyledText = "\(.bold, "decoding map of \(operation)"): \(summary)"
        guard !alwaysWrongChanges.isEmpty else { return [head] }
        return [head] + grid.map { "  \($0)" } + lossLines.map { "  \(.red, $0)" }
    }

    /// A grid with a line for each field and a column for each mutation family: the letter of the worst effect.
    private var grid: [String] {
        let fields = rows.map { $0.field == "$" ? "the whole body" : $0.field.printable }
        let width = (fields.map(\.count).max() ?? 0) + 2
        let heads = families.enumerated().map { index, family in
            // Each column title has a line of its own, so that the columns are narrow.
            Self.blank(width) + families.prefix(index).map { _ in "│ " }.joined() + "┌ " + family.title
        }
        let body = zip(fields, rows).map { field, row in
            field + Self.blank(width - field.count)
                + families.map { row.worst($0)?.letter ?? "·" }.joined(separator: " ")
        }
        let kinds = MutationEffect.Kind.allCases.filter { kind in
            rows.contains { $0.changes.contains { $0.effect == kind } }
        }
        let key = kinds.map { "\($0.letter) \($0.title)" } + ["· not tested"]
        return heads + body + [key.joined(separator: ", ")]
    }

    /// A line for each change that the client swallowed, or at which it hung or crashed; at most 20.
    var lossLines: [String] {
        alwaysWrongChanges.prefix(20).map { field, change in
            "\(change.effect.title): \(field), \(change.mutation)\(change.detail.isEmpty ? "" : ": \(change.detail)")"
                .printable
        } + (alwaysWrongChanges.count > 20 ? ["… and \(alwaysWrongChanges.count - 20) more"] : [])
    }

    private static func blank(_ count: Int) -> String { String(repeating: " ", count: max(0, count)) }
}

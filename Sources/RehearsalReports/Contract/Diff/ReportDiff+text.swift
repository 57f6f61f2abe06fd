package import Rehearsal
import RehearsalContracts

extension ReportDiff {
    /// What has changed, for a terminal: what broke first.
    package func lines(_ style: Style = .plain) -> [String] {
        let first = isBroken ? style.red(headline) : style.green(headline)
        return [style.bold(first)]
            + errors.map { style.red("error:") + " " + $0.printable }
            + broke.flatMap { group($0, style.red("broke"), "blocks", style) }
            + mended.flatMap { group($0, style.green("mended"), "no longer blocks", style) }
            + list("known to fail now", .known, style)
            + list("nothing can be told of these any more", .undecided, style)
            + list("something can be told of these again", .decided, style)
            + list("not applicable any more", .notApplicable, style)
            + tally("new", .added)
            + tally("gone", .removed)
            + elsewhere
    }

    /// `1 rule broke (RETRY-04), 0 mended, 5 of 158 clauses changed`.
    package var headline: String {
        guard !changes.isEmpty || !errors.isEmpty else {
            return "no clause changed its verdict (\(clauses == 1 ? "1 clause" : "\(clauses) clauses"))"
        }
        let names = { (groups: [Group]) in
            groups.isEmpty ? "" : " (\(groups.map(\.rule.id).joined(separator: ", ")))"
        }
        let rules = broke.count == 1 ? "1 rule" : "\(broke.count) rules"
        return "\(rules) broke\(names(broke)), \(mended.count) mended\(names(mended)), "
            + "\(changes.count) of \(clauses) clauses changed"
    }

    private func group(_ group: Group, _ word: String, _ blocks: String, _ style: Style) -> [String] {
        var lines = ["", "\(style.bold(group.rule.id)) \(word): \(group.rule.statement.printable)"]
        lines += group.changes.map(line)
        if group.blocks > 0 { lines.append("  \(blocks) \(group.blocks)") }
        return lines
    }

    private func line(_ change: Change) -> String {
        let before = change.before?.shown ?? "new"
        let after = change.after?.kind.title ?? "gone"
        let why = change.after == .pass ? "" : change.why.map { ": \($0)" } ?? ""
        return "  \(change.id): \(before) → \(after)\(why)".printable
    }

    private func list(_ title: String, _ kind: Change.Kind, _ style: Style) -> [String] {
        let changes = changes.filter { $0.kind == kind }
        return changes.isEmpty ? [] : ["", style.yellow(title)] + changes.map(line)
    }

    private func tally(_ title: String, _ kind: Change.Kind) -> [String] {
        let rules = changes.filter { $0.kind == kind }.map(\.rule)
        return rules.isEmpty ? [] : ["", "\(title): \(WrittenReport.tally(rules))".printable]
    }

    /// What is blocked now, or no longer, by a rule that neither broke nor was mended just now.
    private var elsewhere: [String] {
        let named = Set((broke + mended).map(\.rule.id))
        let blocked = changes.filter { $0.kind == .blocked && !named.contains($0.after?.reason ?? "") }
        let freed = changes.filter { $0.kind == .freed && !named.contains($0.before?.reason ?? "") }
        return [("blocked now", blocked), ("no longer blocked", freed)].flatMap { title, changes in
            changes.isEmpty ? [] : ["", "\(title): \(WrittenReport.tally(changes.map(\.rule)))".printable]
        }
    }
}

extension Verdict {
    /// With the rule that blocks it.
    fileprivate var shown: String {
        if case .blocked(let rule) = self { "blocked by \(rule)" } else { kind.title }
    }
}

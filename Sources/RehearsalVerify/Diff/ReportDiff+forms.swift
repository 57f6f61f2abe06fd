package import Rehearsal
import RehearsalContracts
import RehearsalReports

extension ReportDiff {
    /// Returns the changes for a terminal, the broken rules first.
    package func lines(_ style: TerminalStyle = .plain) -> [String] {
        let first: StyledText = isBroken ? "\(.red, headline)" : "\(.green, headline)"
        return ReportDocument(
            head: ["\(.bold, first)"] + errors.map { "\(.red, "error:") \($0)" },
            sections: broke.map { section($0, "\(.red, "broke")", "blocks") }
                + mended.map { section($0, "\(.green, "fixed")", "no longer blocks") }
                + list("known to fail now", .known)
                + list("no longer with a verdict", .undecided)
                + list("with a verdict again", .decided)
                + list("no longer applicable", .notApplicable)
                + tally("new", changes.filter { $0.kind == .added })
                + tally("removed", changes.filter { $0.kind == .removed })
                + elsewhere
        ).lines(style)
    }

    /// The changes in one line: `1 rule broke (RETRY-04), 0 fixed, 5 of 158 clauses changed`.
    package var headline: String {
        guard !changes.isEmpty || !errors.isEmpty else {
            return "no clause changed its verdict (\(clauses.counted("clause")))"
        }
        let names = { (groups: [Group]) in
            groups.isEmpty ? "" : " (\(groups.map(\.rule.id).joined(separator: ", ")))"
        }
        return "\(broke.count.counted("rule")) broke\(names(broke)), \(mended.count) fixed\(names(mended)), "
            + "\(changes.count) of \(clauses) clauses changed"
    }

    private func section(_ group: Group, _ word: StyledText, _ blocks: String) -> ReportDocument.Section {
        ReportDocument.Section(
            "\(.bold, group.rule.id) \(word): \(group.rule.statement)",
            items: group.changes.map(item) + (group.blocks > 0 ? ["\(blocks) \(group.blocks)"] : [])
        )
    }

    private func list(_ title: String, _ kind: Change.Kind) -> [ReportDocument.Section] {
        ReportDocument.Section.list(title, changes.filter { $0.kind == kind }.map(item))
    }

    private func item(_ change: Change) -> StyledText {
        // A verdict that was blocked is shown with the rule that blocked it.
        let before =
            change.before.map { $0.kind.title + ($0.kind == .blocked ? " by \($0.reason ?? "")" : "") } ?? "new"
        let after = change.after?.kind.title ?? "removed"
        let why = change.after == .pass ? "" : change.why.map { ": \($0)" } ?? ""
        return "\(change.id): \(before) → \(after)\(why)"
    }

    private func tally(_ title: String, _ changes: [Change]) -> [ReportDocument.Section] {
        changes.isEmpty ? [] : [ReportDocument.Section("\(title): \(ReportSnapshot.countedList(changes.map(\.rule)))")]
    }

    /// The clauses that were blocked or freed by a rule that neither broke nor was fixed.
    private var elsewhere: [ReportDocument.Section] {
        let named = Set((broke + mended).map(\.rule.id))
        return tally(
            "blocked now",
            changes.filter { $0.kind == .blocked && !named.contains($0.after?.reason ?? "") }
        )
            + tally(
                "no longer blocked",
                changes.filter { $0.kind == .freed && !named.contains($0.before?.reason ?? "") }
            )
    }
}

extension ReportDiff {
    /// The changes as JSON.
    package var json: JSON {
        [
            "format": "rehearsal-report-diff",
            "version": 1,
            "old": .string(old),
            "new": .string(new),
            "isBroken": .bool(isBroken),
            "errors": .texts(errors),
            "broke": .array(broke.map(json)),
            "mended": .array(mended.map(json)),
            "changes": .array(changes.map(json)),
        ]
    }

    private func json(_ group: Group) -> JSON {
        [
            "rule": .string(group.rule.id),
            "statement": .string(group.rule.statement),
            "clauses": .texts(group.changes.map(\.id)),
            "blocks": .integer(group.blocks),
        ]
    }

    private func json(_ change: Change) -> JSON {
        [
            "id": .string(change.id),
            "rule": .string(change.rule),
            "operation": .string(change.operation),
            "before": .text(change.before?.name),
            "after": .text(change.after?.name),
            "why": .text(change.why),
        ]
    }
}

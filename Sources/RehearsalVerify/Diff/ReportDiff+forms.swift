package import Rehearsal
import RehearsalContracts
import RehearsalReports

extension ReportDiff {
    /// Returns the changes as lines for a terminal, the rules with new failures first.
    package func lines(_ style: TerminalStyle = .plain) -> [String] {
        let first: StyledText = isBroken ? "\(.red, headline)" : "\(.green, headline)"
        return ReportDocument(
            head: ["\(.bold, first)"] + errors.map { "\(.red, "error:") \($0)" },
            sections: broke.map { section($0, "\(.red, "broke")", "blocks") }
                + mended.map { section($0, "\(.green, "fixed")", "no longer blocks") }
                + list("now a known failure", .known)
                + list("now without a verdict", .undecided)
                + list("with a verdict again", .decided)
                + list("no longer applicable", .notApplicable)
                + counts("new", changes.filter { $0.kind == .added })
                + counts("removed", changes.filter { $0.kind == .removed })
                + otherBlocked
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
            items: group.changes.map(item) + (group.blocks > 0 ? ["\(blocks) \(group.blocks.counted("clause"))"] : [])
        )
    }

    private func list(_ title: String, _ kind: Change.Kind) -> [ReportDocument.Section] {
        ReportDocument.Section.list(title, changes.filter { $0.kind == kind }.map(item))
    }

    private func item(_ change: Change) -> StyledText {
        // An old verdict `blocked` is followed by the rule that blocked the clause.
        let before =
            change.before.map { $0.kind.title + ($0.kind == .blocked ? " by \($0.reason ?? "")" : "") } ?? "new"
        let after = change.after?.kind.title ?? "removed"
        let reason = change.after == .pass ? "" : change.why.map { ": \($0)" } ?? ""
        return "\(change.id): \(before) → \(after)\(reason)"
    }

    private func counts(_ title: String, _ changes: [Change]) -> [ReportDocument.Section] {
        changes.isEmpty ? [] : [ReportDocument.Section("\(title): \(ReportSnapshot.countedList(changes.map(\.rule)))")]
    }

    /// The numbers of clauses that are now blocked, or no longer blocked, by a rule without a section of its own.
    private var otherBlocked: [ReportDocument.Section] {
        let named = Set((broke + mended).map(\.rule.id))
        return counts(
            "now blocked",
            changes.filter { $0.kind == .blocked && !named.contains($0.after?.reason ?? "") }
        )
            + counts(
                "no longer blocked",
                changes.filter { $0.kind == .freed && !named.contains($0.before?.reason ?? "") }
            )
    }
}

extension ReportDiff {
    /// The changes as a JSON document.
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

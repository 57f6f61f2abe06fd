package import Rehearsal
import RehearsalContracts

extension ReportDiff {
    /// What has changed, for machines.
    package var json: JSON {
        .object([
            JSON.Member("format", "rehearsal-report-diff"),
            JSON.Member("version", 1),
            JSON.Member("old", .string(old)),
            JSON.Member("new", .string(new)),
            JSON.Member("isBroken", .bool(isBroken)),
            JSON.Member("errors", .texts(errors)),
            JSON.Member("broke", .array(broke.map(json))),
            JSON.Member("mended", .array(mended.map(json))),
            JSON.Member("changes", .array(changes.map(json))),
        ])
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

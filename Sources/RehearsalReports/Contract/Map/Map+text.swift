import Rehearsal
import RehearsalContracts

extension WrittenReport.Map {
    /// The map for a terminal: its sums in a line, and all of it where something must not be.
    func lines(_ style: Style) -> [String] {
        let head = style.bold("decoding map of \(operation.printable)") + ": \(summary)"
        guard !losses.isEmpty else { return [head] }
        return [head] + grid.map { "  " + $0 } + lossLines.map { "  " + style.red($0) }
    }

    /// A line a field, a letter a family.
    var grid: [String] {
        let fields = rows.map { $0.field == "$" ? "the whole body" : $0.field.printable }
        let width = (fields.map(\.count).max() ?? 0) + 2
        let heads = families.enumerated().map { index, family in
            // Names go up to the left of their columns, so that those stay narrow.
            Self.blank(width) + families.prefix(index).map { _ in "│ " }.joined() + "┌ " + family.title
        }
        let body = zip(fields, rows).map { field, row in
            field + Self.blank(width - field.count)
                + families.map { row.worst($0)?.letter ?? "·" }.joined(separator: " ")
        }
        let kinds = ProbeEffect.Kind.allCases.filter { kind in
            rows.contains { $0.changes.contains { $0.effect == kind } }
        }
        let key = kinds.map { "\($0.letter) \($0.title)" } + ["· not tried"]
        return heads + body + [key.joined(separator: ", ")]
    }

    /// What must not be, a line each.
    var lossLines: [String] {
        losses.prefix(20).map { field, change in
            "\(change.effect.title): \(field), \(change.mutation)\(change.detail.isEmpty ? "" : ": \(change.detail)")"
                .printable
        } + (losses.count > 20 ? ["… and \(losses.count - 20) more"] : [])
    }

    private static func blank(_ count: Int) -> String { String(repeating: " ", count: max(0, count)) }
}

import RehearsalContracts
import RehearsalReports

/// Where things are on the page: names of anchors are ours, whatever theirs are.
struct PageAnchors: Sendable {
    private let rows: [String: Int]
    private let columns: [String: Int]

    init(_ report: WrittenReport) {
        rows = Self.places(report.matrix.map(\.rule.id))
        columns = Self.places(report.operations)
    }

    /// The clauses of a rule.
    func of(_ rule: String) -> String { "r\(rows[rule] ?? 0)" }

    /// Those of one operation.
    func of(_ rule: String, _ operation: String) -> String { "c\(rows[rule] ?? 0)-\(columns[operation] ?? 0)" }

    private static func places(_ names: [String]) -> [String: Int] {
        Dictionary(zip(names, 0...), uniquingKeysWith: { first, _ in first })
    }
}

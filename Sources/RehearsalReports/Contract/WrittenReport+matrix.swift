package import RehearsalContracts

extension WrittenReport {
    /// What came of one rule, operation by operation.
    package struct Row: Sendable, Hashable {
        package var rule: Rule
        /// In the order of ``operations``.
        package var cells: [Cell]
    }

    /// What came of one rule with one operation.
    package struct Cell: Sendable, Hashable {
        package var rule: String
        package var operation: String
        package var clauses: [Clause]
        /// Why nothing was tried, or a part of it was not.
        package var reasons: [String]
    }

    /// Every rule of which anything was tried, or said not to be applicable, in their order.
    package var matrix: [Row] {
        let tried = Dictionary(grouping: clauses) { [$0.rule, $0.operation] }
        let untried = Dictionary(grouping: notApplicable) { [$0.rule, $0.operation] }
        let operations = operations
        return listedRules.map { rule in
            let cells = operations.map { operation in
                Cell(
                    rule: rule.id,
                    operation: operation,
                    clauses: tried[[rule.id, operation]] ?? [],
                    reasons: (untried[[rule.id, operation]] ?? []).map(\.reason)
                )
            }
            return Row(rule: rule, cells: cells)
        }
    }

    /// Without those that others only rest on.
    private var listedRules: [Rule] {
        var seen: Set<String> = []
        let named = (clauses.map(\.rule) + notApplicable.map(\.rule)).filter { seen.insert($0).inserted }
        let known = rules.map(\.id)
        return known.filter(seen.contains).map(rule) + named.filter { !known.contains($0) }.map(rule)
    }
}

extension WrittenReport.Cell {
    /// How many came to which verdict, the worst first.
    package var kinds: [(kind: Verdict.Kind, count: Int)] {
        Verdict.Kind.worstFirst.compactMap { kind in
            let count =
                clauses.count { $0.verdict.kind == kind } + (kind == .notApplicable ? reasons.count : 0)
            return count == 0 ? nil : (kind, count)
        }
    }

    /// What a glance at it has to say; nil if there is nothing.
    package var worst: Verdict.Kind? { kinds.first?.kind }
}

extension Verdict.Kind {
    /// What has to be seen before anything else.
    package static let worstFirst: [Verdict.Kind] = [
        .fail, .notJudged, .blocked, .flaky, .knownFailure, .inconclusive, .pass, .notApplicable,
    ]
}

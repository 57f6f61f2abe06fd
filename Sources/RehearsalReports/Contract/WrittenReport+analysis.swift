package import RehearsalContracts

extension WrittenReport {
    /// A rule that failed of itself, where it did, and what could not be judged because of it.
    package struct Root: Sendable, Hashable {
        package var rule: Rule
        package var clauses: [Clause]
        package var blocked: [Clause]
    }

    /// What failed: those that block the most first, else in the order of the catalogue.
    package var roots: [Root] {
        var order: [String] = []
        let failed = Dictionary(grouping: clauses(.fail)) { clause in
            if !order.contains(clause.rule) { order.append(clause.rule) }
            return clause.rule
        }
        let roots = order.map { id in
            let clauses = failed[id] ?? []
            let operations = Set(clauses.map(\.operation))
            let hangs = Set(self.clauses.filter { $0.rule == id && $0.verdict == .blocked(by: id) }.map(\.operation))
            let blocked = self.clauses.filter {
                $0.verdict == .blocked(by: id) && operations.union(hangs).contains($0.operation)
            }
            return Root(rule: rule(id), clauses: clauses, blocked: blocked)
        }
        // Sorting is not stable, and places are.
        return roots.enumerated().sorted {
            ($1.element.blocked.count, $0.offset) < ($0.element.blocked.count, $1.offset)
        }.map(\.element)
    }

    /// What is blocked by something that is no failure of this report: one that was known.
    package var otherwiseBlocked: [Clause] {
        let below = Set(roots.flatMap(\.blocked).map(\.id))
        return clauses(.blocked).filter { !below.contains($0.id) }
    }
}

extension WrittenReport.Root {
    /// `BACK-01 (3), BACK-05 (6)`.
    package var blockedRules: String { WrittenReport.tally(blocked.map(\.rule)) }
}

extension WrittenReport {
    /// Each name once, in order, with how many times it is there.
    package static func tally(_ names: [String]) -> String {
        var counts: [(name: String, count: Int)] = []
        for name in names {
            if let place = counts.firstIndex(where: { $0.name == name }) {
                counts[place].count += 1
            } else {
                counts.append((name, 1))
            }
        }
        return counts.map { $0.count == 1 ? $0.name : "\($0.name) (\($0.count))" }.joined(separator: ", ")
    }
}

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

extension WrittenReport {
    /// What was not to be asked, by why: `DEC-01, DEC-02 of getUser; REQ-04 of getUser, createUser`.
    package var notApplicableByReason: [(reason: String, places: String)] {
        var reasons: [String] = []
        let items = Dictionary(grouping: notApplicable) { item in
            if !reasons.contains(item.reasonOfAny) { reasons.append(item.reasonOfAny) }
            return item.reasonOfAny
        }
        return reasons.map { ($0, Self.places(items[$0] ?? [])) }
    }

    /// Rules of the same operations together.
    private static func places(_ items: [Plan.NotApplicable]) -> String {
        var rules: [(name: String, operations: [String])] = []
        for item in items {
            let place = rules.firstIndex { $0.name == item.rule } ?? rules.count
            if place == rules.count { rules.append((item.rule, [])) }
            if !rules[place].operations.contains(item.operation) { rules[place].operations.append(item.operation) }
        }
        var groups: [(operations: [String], rules: [String])] = []
        for rule in rules {
            if let place = groups.firstIndex(where: { $0.operations == rule.operations }) {
                groups[place].rules.append(rule.name)
            } else {
                groups.append((rule.operations, [rule.name]))
            }
        }
        return groups.map { group in
            "\(group.rules.joined(separator: ", ")) of \(group.operations.joined(separator: ", "))"
        }.joined(separator: "; ")
    }
}

extension Plan.NotApplicable {
    /// The reason without the name of the operation, so that it is the same for all of them.
    fileprivate var reasonOfAny: String {
        let words = reason.split(separator: " ", omittingEmptySubsequences: false)
        return words.map { $0 == operation ? "it" : String($0) }.joined(separator: " ")
    }
}

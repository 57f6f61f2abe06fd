import RehearsalContracts

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

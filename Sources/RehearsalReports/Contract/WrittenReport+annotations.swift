package import Rehearsal
import RehearsalContracts

extension WrittenReport {
    /// What GitHub Actions shows of it: what is wrong with the run, then what failed, root causes first; at most ten.
    package var annotations: [Annotation] {
        let wrong = errors.map { Annotation(title: "rehearsal verify \(subject)".printable, message: $0.printable) }
        let failed = roots.map(annotation)
        let all = wrong + failed
        guard all.count > Annotation.most else { return all }
        let shown = all.prefix(Annotation.most - 1)
        let rest = roots.suffix(all.count - shown.count).map(\.rule.id).joined(separator: ", ")
        return shown + [Annotation(title: "\(all.count - shown.count) more rules failed", message: rest)]
    }

    private func annotation(_ root: Root) -> Annotation {
        let rule = root.rule
        var lines = ["\(rule.statement) (\(rule.level), \(rule.source))"]
        lines += root.clauses.prefix(5).flatMap { clause in clause.findings.map { "\(clause.id): \($0)" } }
        if root.clauses.count > 5 { lines.append("… and \(root.clauses.count - 5) more") }
        if !root.blocked.isEmpty { lines.append("blocks \(root.blocked.count): \(root.blockedRules)") }
        lines += root.clauses.first?.again.map { ["again: \($0)"] } ?? []
        let operations = Self.tally(root.clauses.map(\.operation))
        return Annotation(
            title: "\(rule.id) failed: \(operations)".printable,
            message: lines.map(\.printable).joined(separator: "\n")
        )
    }
}

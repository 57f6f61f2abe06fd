import Rehearsal
import RehearsalContracts
import RehearsalVerify

/// The clauses that the options `--only`, `--skip` and `--shard` select.
struct ClauseSelection: Sendable {
    var only: [ClausePattern] = []
    var skip: [ClausePattern] = []
    /// The part of the plan that is run, counted from 1, and the number of parts; nil to run the whole plan.
    var shard: (part: Int, of: Int)?

    /// Parses a shard such as `1/4`.
    static func shard(_ text: String) throws(UsageError) -> (part: Int, of: Int) {
        let numbers = text.split(separator: "/", omittingEmptySubsequences: false).compactMap { Int($0) }
        guard numbers.count == 2, numbers[0] > 0, numbers[0] <= numbers[1] else {
            throw UsageError("--shard takes K/N, such as 1/4, found \(text.quoted)")
        }
        return (numbers[0], numbers[1])
    }

    /// Removes from a plan the clauses that are not selected.
    ///
    /// - Throws: ``UsageError`` if a pattern matches no clause.
    func apply(_ plan: inout Plan) throws(UsageError) {
        let ids = plan.ids
        for (option, patterns) in [("--only", only), ("--skip", skip)] {
            for pattern in patterns where !ids.contains(where: pattern.matches) {
                throw UsageError(
                    "\(option) \("\(pattern)".quoted) matches no clause of this client",
                    hint: pattern.hint(among: ids) ?? "to list the clauses: rehearsal verify --list"
                )
            }
        }
        // A promise is run with its prerequisites: without them it would fail instead of being blocked.
        let promises = plan.clauses.filter { $0.isPromise && isSelected($0.id) }
        let prerequisites = Prerequisites(in: plan)
        let prerequisiteIDs = Set(promises.flatMap { prerequisites.clauses(requiredBy: $0) }.map(\.id))
        plan.clauses = selectedClauses(plan.clauses, besides: prerequisiteIDs)
        plan.probes = selectedClauses(plan.probes)
        if !only.isEmpty || !skip.isEmpty {
            plan.notApplicable.removeAll { !isSelected("\($0.rule)/\($0.operation)") }
        }
    }

    private func selectedClauses(_ clauses: [PlannedClause], besides others: Set<String> = []) -> [PlannedClause] {
        let clauses = clauses.filter { isSelected($0.id) || others.contains($0.id) && !isSkipped($0.id) }
        guard let shard else { return clauses }
        // Each part runs the prerequisites of its clauses, because a clause is blocked if one of them fails.
        let prerequisites = Set(clauses.flatMap(\.dependsOn))
        return clauses.enumerated()
            .filter { $0.offset % shard.of == shard.part - 1 || prerequisites.contains($0.element.rule.id) }
            .map(\.element)
    }

    private func isSelected(_ id: String) -> Bool {
        (only.isEmpty || only.contains { $0.matches(id) }) && !isSkipped(id)
    }

    private func isSkipped(_ id: String) -> Bool { skip.contains { $0.matches(id) } }
}

extension Plan {
    /// The IDs of the clauses and probes, which `--only` and `--skip` match.
    var ids: [String] { (clauses + probes).map(\.id) }
}

import Rehearsal
import RehearsalContracts
import RehearsalVerify

/// Which clauses of a plan are tried.
struct Selection: Sendable {
    var only: [CasePattern] = []
    var skip: [CasePattern] = []
    /// The part that is tried, counted from 1, and how many there are; nil for all.
    var shard: (part: Int, of: Int)?

    /// The part that a text such as `1/4` stands for.
    static func shard(_ text: String) throws(UsageError) -> (part: Int, of: Int) {
        let numbers = text.split(separator: "/", omittingEmptySubsequences: false).compactMap { Int($0) }
        guard numbers.count == 2, numbers[0] > 0, numbers[0] <= numbers[1] else {
            throw UsageError("--shard takes a part and how many there are, such as 1/4; found \(text.quoted)")
        }
        return (numbers[0], numbers[1])
    }

    /// Leaves in a plan what is to be tried.
    ///
    /// - Throws: ``UsageError`` where a pattern means none of its clauses.
    func narrow(_ plan: inout Plan) throws(UsageError) {
        let ids = plan.ids
        for (option, patterns) in [("--only", only), ("--skip", skip)] {
            for pattern in patterns where !ids.contains(where: pattern.matches) {
                throw UsageError(
                    "\(option) \("\(pattern)".quoted) means no clause of this client",
                    hint: pattern.hint(among: ids) ?? "rehearsal verify --list shows them"
                )
            }
        }
        // What a promise rests on is tried with it: else it would be broken where something else is.
        let promises = plan.clauses.filter { $0.isPromise && isTaken($0.id) }
        let foundations = Foundations(in: plan)
        let below = Set(promises.flatMap { foundations.clauses(below: $0) }.map(\.id))
        plan.clauses = taken(plan.clauses, besides: below)
        plan.probes = taken(plan.probes)
        if !only.isEmpty || !skip.isEmpty {
            plan.notApplicable.removeAll { !isTaken("\($0.rule)/\($0.operation)") }
        }
    }

    private func taken(_ clauses: [PlannedClause], besides others: Set<String> = []) -> [PlannedClause] {
        let clauses = clauses.filter { isTaken($0.id) || others.contains($0.id) && !isSkipped($0.id) }
        guard let shard else { return clauses }
        // Else a part could not tell what fails from what only rests on it.
        let foundations = Set(clauses.flatMap(\.restsOn))
        return clauses.enumerated()
            .filter { $0.offset % shard.of == shard.part - 1 || foundations.contains($0.element.rule.id) }
            .map(\.element)
    }

    private func isTaken(_ id: String) -> Bool {
        (only.isEmpty || only.contains { $0.matches(id) }) && !isSkipped(id)
    }

    private func isSkipped(_ id: String) -> Bool { skip.contains { $0.matches(id) } }
}

extension Plan {
    /// What patterns are compared with.
    var ids: [String] { (clauses + probes).map(\.id) }
}

package import RehearsalContracts

extension ContractRun {
    /// How often what could not be told is looked at again.
    private static let mostLooks = 3

    /// The results after another look at those that a busy machine may have spoilt.
    ///
    /// What is wrong counts if it is wrong twice, with the machine to itself; what cannot be told gets a few chances more.
    func lookedAgain(
        at results: [Int: ClauseResult],
        of clauses: [PlannedClause],
        _ runner: CaseRunner,
        goesByOurClock: Bool,
        _ progress: @escaping @Sendable (ClauseResult) -> Void,
    ) async -> [Int: ClauseResult] {
        var (results, runner) = (results, runner)
        let spoilt = clauses.indices.filter { results[$0]?.countsIfRepeated ?? false }
        var hasFailed: Set<Int> = []
        for look in 1...Self.mostLooks {
            let again = spoilt.filter { results[$0]?.countsIfRepeated ?? false && !hasFailed.contains($0) }
            if again.isEmpty { break }
            hasFailed.formUnion(again.filter { results[$0]?.verdict == .fail })
            if look > 1, !goesByOurClock, again.contains(where: { clauses[$0].exercise.isTimed }) {
                // The machine may be less busy by now.
                runner.overhead = await ControlRun.overhead(of: plan.declaration, runner)
            }
            let chosen = again.map { (index: $0, clause: clauses[$0]) }
            results.merge(await lane(chosen, width: look == 1 ? min(width, Self.timedWidth) : 1, runner, { _ in })) {
                $1
            }
        }
        for index in spoilt { results[index].map(progress) }
        return results
    }
}

extension ClauseResult {
    /// Whether it is tried once more before it is believed.
    package var countsIfRepeated: Bool {
        switch verdict {
        case .fail, .inconclusive: mayBeChance
        default: false
        }
    }
}

package import RehearsalContracts

extension ContractRun {
    /// How often what could not be told is looked at again.
    private static let mostLooks = 3

    /// The results after another look at those that a busy machine may have spoilt.
    ///
    /// What is wrong counts if it is wrong twice, the second time with the machine to itself; what cannot be told gets
    /// a few chances more.
    func lookedAgain(
        at results: [Int: ClauseResult],
        of clauses: [PlannedClause],
        _ runner: CaseRunner,
        _ progress: @escaping @Sendable (ClauseResult) -> Void,
    ) async -> [Int: ClauseResult] {
        var (results, runner) = (results, runner)
        let judge = Judge(plan.declaration, timing: timing)
        let spoilt = clauses.indices.filter { results[$0]?.countsIfRepeated ?? false }
        var hasFailed: Set<Int> = []
        for look in 1...Self.mostLooks {
            let again = spoilt.filter { index in
                guard let result = results[index], result.countsIfRepeated else { return false }
                return result.verdict != .fail || !hasFailed.contains(index)
            }
            if again.isEmpty { break }
            hasFailed.formUnion(again.filter { results[$0]?.verdict == .fail })
            // The machine may be less busy by now; a client that cannot be measured once never can.
            if look == 1 || runner.overhead != nil { runner.overhead = await control(plan.declaration, runner) }
            for index in again { results[index] = await runner.lookedAgain(at: clauses[index], judge) }
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

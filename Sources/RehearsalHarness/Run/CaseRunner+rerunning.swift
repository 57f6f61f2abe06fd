import Rehearsal
package import RehearsalContracts

extension CaseRunner {
    /// The number of further runs of a clause before it is left without a verdict.
    private static let mostReruns = 3

    /// The result of a clause whose first run does not count, after up to three runs of its own.
    ///
    /// The caller runs nothing else meanwhile.
    package func rerun(_ clause: PlannedClause, after first: ClauseResult, _ judge: Judge) async -> ClauseResult {
        var (runner, last) = (self, first)
        for _ in 0..<Self.mostReruns {
            // A client that could not be measured once never can.
            if runner.overhead != nil { runner.overhead = await control(judge.declaration, self) ?? runner.overhead }
            let result = judge.judge(clause, await runner.run(clause))
            if var settled = result.settled(after: last.rerun) {
                settled.rerun = nil
                return settled
            }
            last = result
        }
        return last.unsettled
    }

    /// The time by which a wait may be seen longer than it was while a number of clauses run beside each other.
    func overhead(of declaration: Declaration, atOnce width: Int) async -> Duration? {
        await withTaskGroup(of: Duration?.self) { group in
            for _ in 0..<width { group.addTask { await control(declaration, self) } }
            return await group.compactMap(\.self).max()
        }
    }
}

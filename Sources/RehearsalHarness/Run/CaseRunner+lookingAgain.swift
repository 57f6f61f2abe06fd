import Rehearsal
package import RehearsalContracts

extension CaseRunner {
    /// How soon anything must be seen that counts as prompt.
    private static let promptness = Duration.milliseconds(250)

    /// What a wait may be longer than it was meant to be where so many clauses run beside each other.
    func overhead(of declaration: Declaration, atOnce width: Int) async -> Duration? {
        await withTaskGroup(of: Duration?.self) { group in
            for _ in 0..<width { group.addTask { await control(declaration, self) } }
            return await group.compactMap(\.self).max()
        }
    }

    /// What another look at a clause comes to, with the machine to itself.
    ///
    /// What a busy machine may have done is believed only of one that is not busy right after it either.
    package func lookedAgain(at clause: PlannedClause, _ judge: Judge) async -> ClauseResult {
        var (runs, lateness) = await self.lateness { await run(clause) }
        let result = judge.judge(clause, runs)
        guard result.verdict == .fail, result.mayBeChance, let before = overhead else { return result }
        // Controls do not wait, and are not woken late.
        let waking = Overhead.bound(wakingLateBy: lateness)
        let most = await control(judge.declaration, self).map { max($0, before, waking) }
        for index in runs.indices { runs[index].overhead = most }
        let judged = judge.judge(clause, runs)
        guard judged.verdict == .fail else { return judged }
        if let most, Overhead.isFine(most, for: Self.promptness) { return judged }
        return judged.doubted(where: most)
    }
}

extension ClauseResult {
    /// The same, where the machine was too busy for what is wrong to be believed.
    fileprivate func doubted(where overhead: Duration?) -> ClauseResult {
        var result = self
        let busy = overhead.map { "anything may be seen \($0.shown) late" } ?? "the client could not be measured"
        result.verdict = .inconclusive("the machine was busy: \(busy)")
        (result.findings, result.notes) = ([], notes + findings)
        return result
    }
}

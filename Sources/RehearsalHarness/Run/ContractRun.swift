package import RehearsalContracts

/// Tries everything that a plan says, and judges it.
package struct ContractRun: Sendable {
    package var plan: Plan
    package var profile = Plan.Profile.core
    package var timing = Examination.Timing.on
    /// How many cases run at once.
    package var width = 8

    private let subject: any TriedSubject

    package init(_ subject: any TriedSubject, profile: Plan.Profile = .core) {
        self.subject = subject
        plan = Plan(subject.declaration, profile: profile)
        self.profile = profile
    }

    /// The report; clauses whose times count run alone, after the others.
    ///
    /// - Parameter progress: told each result as it comes, before it is known what it rests on.
    package func report(progress: @Sendable (ClauseResult) -> Void = { _ in }) async -> ContractReport {
        let start = ContinuousClock.now
        let judge = Judge(plan.declaration, timing: timing)
        let runner = CaseRunner(subject)
        var results: [Int: ClauseResult] = [:]
        let indexed = Array(plan.clauses.enumerated())
        await withTaskGroup(of: (Int, ClauseResult).self) { group in
            var waiting = indexed.filter { !$0.element.exercise.isTimed }[...]
            for _ in 0..<width {
                guard let (index, clause) = waiting.popFirst() else { break }
                group.addTask { (index, judge.judge(clause, await runner.run(clause))) }
            }
            for await (index, result) in group {
                progress(result)
                results[index] = result
                guard let (index, clause) = waiting.popFirst() else { continue }
                group.addTask { (index, judge.judge(clause, await runner.run(clause))) }
            }
        }
        for (index, clause) in indexed where clause.exercise.isTimed {
            let result = judge.judge(clause, await runner.run(clause))
            progress(result)
            results[index] = result
        }
        let ordered = indexed.compactMap { results[$0.offset] }
        var report = ContractReport(plan, profile: profile, timing: timing, Judge.settle(ordered))
        report.elapsed = .now - start
        return report
    }
}

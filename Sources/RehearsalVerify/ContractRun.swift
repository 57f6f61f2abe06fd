import Rehearsal
package import RehearsalContracts
package import RehearsalHarness
import RehearsalPlatform

/// A run of all clauses of a plan with one client.
package struct ContractRun: Sendable {
    package var plan: Plan
    package var profile = Plan.Profile.core
    package var timing = CaseAssertions.Timing.on
    /// The maximum number of clauses that run in parallel.
    package var width = 8

    /// The runner of single clauses.
    package var runner: CaseRunner

    package init(_ subject: any TestSubject, profile: Plan.Profile = .core) {
        self.init(subject, plan: Plan(subject.declaration, profile: profile))
        self.profile = profile
    }

    /// Creates a run of an existing plan.
    package init(_ subject: any TestSubject, plan: Plan) {
        (self.plan, runner) = (plan, CaseRunner(subject))
    }

    /// Runs the clauses and returns the report. Clauses that judge the upper bounds of waits run after the others.
    ///
    /// - Parameter progress: receives each accepted result. Clauses are marked as blocked only later, in the report.
    package func report(progress: @escaping @Sendable (ClauseResult) -> Void = { _ in }) async -> ContractReport {
        let (start, startedAt) = (ContinuousClock.now, SystemClock.wallMilliseconds())
        let hangs = HangCount()
        let all = plan.clauses + plan.mutations
        let groups = ClauseGroups(all, usesHarnessClock: runner.subject.acceptsClock)
        async let waited = lane(
            groups.waiting,
            width: Self.waitingWidth,
            runner: runner,
            hangs: hangs,
            progress: progress
        )
        var results = await lane(groups.other, width: width, runner: runner, hangs: hangs, progress: progress)
        results.merge(await waited) { $1 }
        var measured = runner
        if !groups.timed.isEmpty {
            let width = min(width, Self.timedWidth)
            measured.overhead = await runner.overhead(of: plan.declaration, inParallel: width)
            let timed = await lane(groups.timed, width: width, runner: measured, hangs: hangs, progress: progress)
            results.merge(timed) { $1 }
        }
        results = await rerun(all, after: results, progress)
        let ordered = all.indices.compactMap { results[$0] }
        var report = ContractReport(plan, profile: profile, timing: timing, Judge.blockingDependents(ordered))
        (report.elapsed, report.overhead) = (.now - start, measured.overhead)
        report.startedAt = startedAt
        report.redaction = Redaction(salt: .random(in: 0 ... .max))
        return report
    }

    /// The maximum number of clauses in ``ClauseGroups/timed`` that run in parallel.
    private static let timedWidth = 4
    /// The number of clauses in ``ClauseGroups/waiting`` that run in parallel. They need little processor time.
    private static let waitingWidth = 24

    /// The clauses in groups, each of which runs its clauses in parallel.
    private struct ClauseGroups {
        /// The clauses that belong to no other group.
        var other: [(index: Int, clause: PlannedClause)] = []
        /// The clauses that wait in real time although the client uses the harness's clock.
        var waiting: [(index: Int, clause: PlannedClause)] = []
        /// The clauses that judge the upper bounds of waits in real time.
        var timed: [(index: Int, clause: PlannedClause)] = []

        init(_ clauses: [PlannedClause], usesHarnessClock: Bool) {
            for (index, clause) in clauses.enumerated() {
                if clause.exercise.isTimed && !usesHarnessClock {
                    timed.append((index, clause))
                } else if usesHarnessClock && clause.exercise.estimatedDuration > .zero {
                    waiting.append((index, clause))
                } else {
                    other.append((index, clause))
                }
            }
        }
    }

    /// Runs a group of clauses in parallel, and returns their results by index in the plan.
    func lane(
        _ clauses: [(index: Int, clause: PlannedClause)],
        width: Int,
        runner: CaseRunner,
        hangs: HangCount,
        progress: @escaping @Sendable (ClauseResult) -> Void,
    ) async -> [Int: ClauseResult] {
        let judge = Judge(plan.declaration, timing: timing)
        var results: [Int: ClauseResult] = [:]
        await withTaskGroup(of: (Int, ClauseResult).self) { group in
            var waiting = clauses.sorted { $0.clause.exercise.comesBefore($1.clause.exercise) }[...]
            func startNext() {
                guard let (index, clause) = waiting.popFirst() else { return }
                group.addTask {
                    if let reason = hangs.isReached(by: clause) {
                        var result = ClauseResult(clause, [], .blocked(by: clause.rule.id))
                        result.notes = [reason]
                        return (index, result)
                    }
                    let result = judge.judge(clause, await runner.run(clause))
                    hangs.take(result)
                    return (index, result)
                }
            }
            for _ in 0..<width { startNext() }
            for await (index, result) in group {
                if result.rerun == nil { progress(result) }
                results[index] = result
                startNext()
            }
        }
        return results
    }

    /// Runs each clause again whose result is not accepted, one at a time, and returns all results.
    private func rerun(
        _ clauses: [PlannedClause],
        after results: [Int: ClauseResult],
        _ progress: @escaping @Sendable (ClauseResult) -> Void,
    ) async -> [Int: ClauseResult] {
        var (results, runner) = (results, runner)
        let judge = Judge(plan.declaration, timing: timing)
        let unaccepted = clauses.indices.filter { results[$0]?.rerun != nil }
        guard !unaccepted.isEmpty else { return results }
        runner.overhead = await runner.calibration(plan.declaration, runner)
        for index in unaccepted {
            guard let first = results[index] else { continue }
            let result = await runner.rerun(clauses[index], after: first, judge)
            results[index] = result
            progress(result)
        }
        return results
    }
}

extension CaseRunner {
    /// Returns the bound on the overhead of a wait while this number of cases runs in parallel.
    fileprivate func overhead(of declaration: Declaration, inParallel width: Int) async -> Duration? {
        await withTaskGroup(of: Duration?.self) { group in
            for _ in 0..<width { group.addTask { await calibration(declaration, self) } }
            return await group.compactMap(\.self).max()
        }
    }
}

/// The number of hung clauses by rule, because of which further clauses of a rule are skipped.
///
/// Without it, the run of a client without timeouts would take the whole time limit of each such clause.
final class HangCount: Sendable {
    private let counts = Locked<[String: Int]>([:])
    /// The number of hung clauses of a rule after which its other clauses are skipped.
    private static let limit = 2

    /// Returns the reason why a clause is skipped; nil if it is to be run.
    func isReached(by clause: PlannedClause) -> String? {
        let count = counts.withLock { $0[clause.rule.id] ?? 0 }
        guard count >= Self.limit else { return nil }
        return "not run, because the client did not return in \(count) clauses of \(clause.rule.id)"
    }

    /// Counts a clause in which the client hung, unless the clause will be run again.
    func take(_ result: ClauseResult) {
        guard result.rerun == nil, result.outcomes.contains(.hang) else { return }
        counts.withLock { $0[result.rule, default: 0] += 1 }
    }
}

extension TestCase {
    /// Whether this test case starts before another one.
    ///
    /// Cases with stalled replies start last, because a client without timeouts hangs in them. Of the others, long ones
    /// start first, so that the run takes less time.
    func comesBefore(_ other: TestCase) -> Bool {
        if stalls != other.stalls { return !stalls }
        return estimatedDuration > other.estimatedDuration
    }

    /// Whether a reply stalls until the client closes the connection.
    private var stalls: Bool {
        scenario.endpoints.contains { endpoint in
            endpoint.replies.contains { $0.faults.contains { $0.effect.name == "stall" } }
        }
    }
}

import Rehearsal
package import RehearsalContracts
package import RehearsalHarness
import RehearsalPlatform

/// Tries everything that a plan says, and judges it.
package struct ContractRun: Sendable {
    package var plan: Plan
    package var profile = Plan.Profile.core
    package var timing = Examination.Timing.on
    /// How many cases run at once.
    package var width = 8

    /// Does what a clause says, with the client that is tried.
    package var runner: CaseRunner

    package init(_ subject: any TriedSubject, profile: Plan.Profile = .core) {
        self.init(subject, plan: Plan(subject.declaration, profile: profile))
        self.profile = profile
    }

    /// Tries a plan that was made before.
    package init(_ subject: any TriedSubject, plan: Plan) {
        (self.plan, runner) = (plan, CaseRunner(subject))
    }

    /// The report; clauses whose times count have the machine to themselves, after the others.
    ///
    /// - Parameter progress: told each result as it comes, before it is known what it rests on.
    package func report(progress: @escaping @Sendable (ClauseResult) -> Void = { _ in }) async -> ContractReport {
        let (start, startedAt) = (ContinuousClock.now, SystemClock.wallMilliseconds())
        let hangs = HangCount()
        let all = plan.clauses + plan.probes
        let lanes = Lanes(all, goesByOurClock: runner.subject.takesClock)
        async let waited = lane(
            lanes.waiting,
            width: Self.waitingWidth,
            runner: runner,
            hangs: hangs,
            progress: progress
        )
        var results = await lane(lanes.shared, width: width, runner: runner, hangs: hangs, progress: progress)
        results.merge(await waited) { $1 }
        var measured = runner
        if !lanes.timed.isEmpty {
            let width = min(width, Self.timedWidth)
            measured.overhead = await runner.overhead(of: plan.declaration, atOnce: width)
            let timed = await lane(lanes.timed, width: width, runner: measured, hangs: hangs, progress: progress)
            results.merge(timed) { $1 }
        }
        results = await rerun(all, after: results, progress)
        let ordered = all.indices.compactMap { results[$0] }
        var report = ContractReport(plan, profile: profile, timing: timing, Judge.settle(ordered))
        (report.elapsed, report.overhead) = (.now - start, measured.overhead)
        report.startedAt = startedAt
        report.redaction = Redaction(salt: .random(in: 0 ... .max))
        return report
    }

    /// Clauses that mostly wait do not disturb each other.
    private static let timedWidth = 4
    /// Nor do they keep those waiting that take no time.
    private static let waitingWidth = 24

    /// What may run beside each other, and what must not run beside anything else.
    private struct Lanes {
        var shared: [(index: Int, clause: PlannedClause)] = []
        /// Of what may run beside each other, what takes a while although time is made up.
        var waiting: [(index: Int, clause: PlannedClause)] = []
        var timed: [(index: Int, clause: PlannedClause)] = []

        init(_ clauses: [PlannedClause], goesByOurClock: Bool) {
            for (index, clause) in clauses.enumerated() {
                if clause.exercise.isTimed && !goesByOurClock {
                    timed.append((index, clause))
                } else if goesByOurClock && clause.exercise.lasts > .zero {
                    waiting.append((index, clause))
                } else {
                    shared.append((index, clause))
                }
            }
        }
    }

    /// Runs clauses, so many at once, and returns what became of them, by their place in the plan.
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

    /// The results after those that do not count yet were run again: one clause at a time, after everything else.
    private func rerun(
        _ clauses: [PlannedClause],
        after results: [Int: ClauseResult],
        _ progress: @escaping @Sendable (ClauseResult) -> Void,
    ) async -> [Int: ClauseResult] {
        var (results, runner) = (results, runner)
        let judge = Judge(plan.declaration, timing: timing)
        let open = clauses.indices.filter { results[$0]?.rerun != nil }
        guard !open.isEmpty else { return results }
        runner.overhead = await runner.control(plan.declaration, runner)
        for index in open {
            guard let first = results[index] else { continue }
            let result = await runner.rerun(clauses[index], after: first, judge)
            results[index] = result
            progress(result)
        }
        return results
    }
}

extension CaseRunner {
    /// The time by which a wait may be seen longer than it was while a number of clauses run beside each other.
    fileprivate func overhead(of declaration: Declaration, atOnce width: Int) async -> Duration? {
        await withTaskGroup(of: Duration?.self) { group in
            for _ in 0..<width { group.addTask { await control(declaration, self) } }
            return await group.compactMap(\.self).max()
        }
    }
}

/// Counts the clauses of each rule in which the client did not return, so that a client without timeouts does not take
/// the time limit of a call in every one of them.
final class HangCount: Sendable {
    private let counts = Locked<[String: Int]>([:])
    /// The clauses of a rule in which a client may hang before the others of that rule are not tried.
    private static let most = 2

    /// Why a clause is not tried; nil if it is.
    func isReached(by clause: PlannedClause) -> String? {
        let count = counts.withLock { $0[clause.rule.id] ?? 0 }
        guard count >= Self.most else { return nil }
        return "not tried, as the client did not return in \(count) clauses of \(clause.rule.id)"
    }

    /// Counts a clause in which the client did not return; one that is run again does not count.
    func take(_ result: ClauseResult) {
        guard result.rerun == nil, result.outcomes.contains(.hang) else { return }
        counts.withLock { $0[result.rule, default: 0] += 1 }
    }
}

extension Exercise {
    /// Whether it is begun before another.
    ///
    /// Stalls come last, as a client without timeouts does not return from them. Of the others, what takes long comes
    /// first, so that nothing waits for it at the end.
    func comesBefore(_ other: Exercise) -> Bool {
        if stalls != other.stalls { return !stalls }
        return lasts > other.lasts
    }

    /// Whether an exchange in it stands still until the client gives up.
    private var stalls: Bool {
        scenario.endpoints.contains { endpoint in
            endpoint.replies.contains { $0.faults.contains { $0.effect.name == "stall" } }
        }
    }
}

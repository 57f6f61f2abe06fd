import RehearsalContracts
import RehearsalHarness
import RehearsalPlatform

/// What has been found out about one client so far: each clause is tried once, whoever asks.
actor ClauseLedger {
    private let runner: CaseRunner
    private let plan: Plan
    private let foundations: Foundations
    private var tasks: [String: Task<ClauseResult, Never>] = [:]
    private var lastTimed: Task<ClauseResult, Never>?
    private var overhead: Task<Duration?, Never>?
    private let takesClock: Bool
    private let start = ContinuousClock.now
    private var elapsed = Duration.zero

    init(_ subject: any TriedSubject, _ plan: Plan) {
        (runner, self.plan, takesClock) = (CaseRunner(subject), plan, subject.takesClock)
        foundations = Foundations(in: plan)
    }

    /// What a clause came to, knowing what it rests on.
    func result(of clause: PlannedClause) async -> ClauseResult {
        let own = task(for: clause)
        let below = foundations.clauses(below: clause).map { task(for: $0) }
        var results: [ClauseResult] = []
        for task in below { results.append(await task.value) }
        results.append(await own.value)
        elapsed = .now - start
        return Judge.settle(results).last ?? results[results.count - 1]
    }

    /// What is wrong in the decoding map of an operation, knowing what it rests on.
    func findings(inMapOf operation: String) async -> [ClauseResult] {
        let tasks = plan.probes.filter { $0.operation.name == operation }.map { (clause: $0, task: task(for: $0)) }
        var found: [ClauseResult] = []
        for (clause, task) in tasks {
            guard await !task.value.findings.isEmpty else { continue }
            found.append(await result(of: clause))
        }
        elapsed = .now - start
        return found
    }

    /// Everything that has been tried, in the order of the plan.
    func report() async -> ContractReport {
        var results: [ClauseResult] = []
        for clause in plan.clauses + plan.probes {
            if let task = tasks[clause.id] { results.append(await task.value) }
        }
        var report = ContractReport(plan, profile: .core, timing: .on, Judge.settle(results))
        report.elapsed = elapsed
        return report
    }

    private func task(for clause: PlannedClause) -> Task<ClauseResult, Never> {
        if let task = tasks[clause.id] { return task }
        let judge = Judge(plan.declaration)
        let task: Task<ClauseResult, Never>
        if clause.exercise.isTimed, !takesClock {
            // One after the other: what a wait costs is measured before the first.
            let (before, overhead) = (lastTimed, self.overhead ?? measured())
            var runner = runner
            task = Task {
                _ = await before?.value
                runner.overhead = await overhead.value
                return await Self.settled(clause, judge, runner)
            }
            lastTimed = task
        } else {
            task = Task { [runner] in await Self.settled(clause, judge, runner) }
        }
        tasks[clause.id] = task
        return task
    }

    /// Tries a clause as soon as the process admits one more case, and again with no other case beside it where the
    /// machine may have decided the result.
    ///
    /// No deadlock: a task of the ledger takes its place after it has waited for other tasks of the ledger, and waits
    /// for none while it holds the place. `expect` lends the place of its caller while it waits for the ledger. Every
    /// place that is not lent therefore belongs to a case that runs, and becomes free when that case ends.
    private static func settled(_ clause: PlannedClause, _ judge: Judge, _ runner: CaseRunner) async -> ClauseResult {
        let result = await AsyncSemaphore.shared.withOwnPlace { judge.judge(clause, await runner.run(clause)) }
        guard result.rerun != nil else { return result }
        return await AsyncSemaphore.shared.withAllPlaces { await runner.rerun(clause, after: result, judge) }
    }

    private func measured() -> Task<Duration?, Never> {
        let task = Task { [runner, plan] in
            await AsyncSemaphore.shared.withOwnPlace { await ControlRun.overhead(of: plan.declaration, runner) }
        }
        overhead = task
        return task
    }
}

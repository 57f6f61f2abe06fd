import RehearsalBackend
import RehearsalContracts
import RehearsalHarness
import RehearsalPlatform
import RehearsalReports

/// The results of the clauses of one client; each clause runs once, however many tests ask for it.
actor ClauseResultCache {
    private let runner: CaseRunner
    private let plan: Plan
    private let foundations: Prerequisites
    private var tasks: [String: Task<ClauseResult, Never>] = [:]
    private var lastTimed: Task<ClauseResult, Never>?
    private var overhead: Task<Duration?, Never>?
    private let takesClock: Bool
    private let start = ContinuousClock.now
    private var elapsed = Duration.zero

    init(_ subject: any TestSubject, _ plan: Plan) {
        (runner, self.plan, takesClock) = (CaseRunner(subject), plan, subject.acceptsClock)
        foundations = Prerequisites(in: plan)
    }

    /// Returns the result of a clause, after the clauses that it depends on.
    func result(of clause: PlannedClause) async -> ClauseResult {
        let own = task(for: clause)
        let below = foundations.clauses(below: clause).map { task(for: $0) }
        var results: [ClauseResult] = []
        for task in below { results.append(await task.value) }
        results.append(await own.value)
        elapsed = .now - start
        return Judge.blockingDependents(results).last ?? results[results.count - 1]
    }

    /// Returns the failed decoding tests of an operation, each settled with the clauses that it depends on.
    func findings(inMapOf operation: String) async -> [ClauseResult] {
        let tasks = plan.mutations.filter { $0.operation.name == operation }.map { (clause: $0, task: task(for: $0)) }
        var found: [ClauseResult] = []
        for (clause, task) in tasks {
            guard await !task.value.findings.isEmpty else { continue }
            found.append(await result(of: clause))
        }
        elapsed = .now - start
        return found
    }

    /// Returns the report of the clauses that have run, in the order of the plan.
    func report() async -> ContractReport {
        var results: [ClauseResult] = []
        for clause in plan.clauses + plan.mutations {
            if let task = tasks[clause.id] { results.append(await task.value) }
        }
        var report = ContractReport(plan, profile: .core, timing: .on, Judge.blockingDependents(results))
        report.elapsed = elapsed
        return report
    }

    private func task(for clause: PlannedClause) -> Task<ClauseResult, Never> {
        if let task = tasks[clause.id] { return task }
        let judge = Judge(plan.declaration)
        let task: Task<ClauseResult, Never>
        if clause.exercise.isTimed, !takesClock {
            // Timed clauses run one after the other; the overhead of a wait is measured before the first.
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

    /// Runs a clause as soon as the process has a free place for a test case. A result that the load of the machine may
    /// have caused is checked by a second run with no other case beside it.
    ///
    /// A deadlock is impossible. A task of the ledger takes its place after it has waited for other tasks of the
    /// ledger, and waits for none while it holds the place. `expect` lends the place of its caller while it waits for
    /// the ledger. Every place that is not lent therefore belongs to a case, and is free when that case ends.
    private static func settled(_ clause: PlannedClause, _ judge: Judge, _ runner: CaseRunner) async -> ClauseResult {
        let result = await AsyncSemaphore.shared.withOwnPermit { judge.judge(clause, await runner.run(clause)) }
        guard result.rerun != nil else { return result }
        return await AsyncSemaphore.shared.withAllPermits { await runner.rerun(clause, after: result, judge) }
    }

    private func measured() -> Task<Duration?, Never> {
        let task = Task { [runner, plan] in
            await AsyncSemaphore.shared.withOwnPermit {
                await OverheadCalibration.overhead(of: plan.declaration, runner)
            }
        }
        overhead = task
        return task
    }
}

/// The ledgers of this process, one for each place in the tests where a client is created.
enum ClauseResultCaches {
    /// The key of a ledger.
    struct Key: Hashable {
        var contract: String
        /// The place in the tests where the client is created: `UserTests.swift:12`.
        var place: String
    }

    private static let ledgers = Locked<[Key: ClauseResultCache]>([:])

    /// Returns the report of each ledger with its name: the contract's, followed by the place if it is not unique.
    static func reports() async -> [(name: String, report: ContractReport)] {
        let all = ledgers.withLock { $0 }.sorted { ($0.key.contract, $0.key.place) < ($1.key.contract, $1.key.place) }
        var reports: [(name: String, report: ContractReport)] = []
        for (key, ledger) in all {
            let isAlone = all.count { $0.key.contract == key.contract } == 1
            reports.append((isAlone ? key.contract : "\(key.contract)-\(key.place)", await ledger.report()))
        }
        return reports
    }

    static func cache(_ key: Key, _ make: () -> ClauseResultCache) -> ClauseResultCache {
        ledgers.withLock {
            if let ledger = $0[key] { return ledger }
            _ = ReportFolder.isPrepared
            let ledger = make()
            $0[key] = ledger
            return ledger
        }
    }
}

/// The folder for the reports of a test run, which the environment variable `REHEARSAL_REPORTS` names.
enum ReportFolder {
    /// The formats of a report by file extension; `rehearsal report show` converts the JSON to a page.
    private static let formats: [(suffix: String, text: @Sendable (ReportSnapshot) -> String)] = [
        ("txt", \.text), ("json", \.jsonText), ("xml", \.junit), ("md", \.markdown),
    ]
    /// The longest time that the exit of the process waits for the reports, in nanoseconds.
    private static let maxExitDelay: Int64 = 20_000_000_000

    /// Whether the reports are written when the process exits; registers the exit handler on first use.
    static let isPrepared: Bool = {
        guard TestEnvironment.environment("REHEARSAL_REPORTS") != nil else { return false }
        return atexit { ReportFolder.writeAll() } == 0
    }()

    private static func writeAll() {
        guard let folder = TestEnvironment.environment("REHEARSAL_REPORTS") else { return }
        let isDone = Locked(false)
        Task {
            for report in await ClauseResultCaches.reports() { write(report.report, named: report.name, in: folder) }
            isDone.withLock { $0 = true }
            isDone.notify()
        }
        _ = isDone.wait(until: SystemClock.now() + maxExitDelay) { $0 ? true : nil }
    }

    private static func write(_ report: ContractReport, named name: String, in folder: String) {
        mkdir(folder, 0o777)
        let name = String(name.map { $0.isLetter || $0.isNumber || "-_.".contains($0) ? $0 : "-" })
        let report = report.snapshot
        for (suffix, text) in formats {
            let path = "\(folder)/\(name).\(suffix)"
            guard let file = fopen(path, "w") else {
                StandardError.write(
                    "warning: \(path) cannot be opened for writing: \(String(cString: strerror(errno)))"
                )
                continue
            }
            let bytes = Array(text(report).utf8)
            if fwrite(bytes, 1, bytes.count, file) < bytes.count || fclose(file) != 0 {
                StandardError.write("warning: \(path) could not be written completely")
            }
        }
    }
}

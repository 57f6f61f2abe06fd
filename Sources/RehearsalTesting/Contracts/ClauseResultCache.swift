import RehearsalBackend
import RehearsalContracts
import RehearsalHarness
import RehearsalPlatform
import RehearsalReports

/// A cache of the results of one client's clauses. Each clause runs once, however many tests request its result.
actor ClauseResultCache {
    private let runner: CaseRunner
    private let plan: Plan
    private let prerequisites: Prerequisites
    private var tasks: [String: Task<ClauseResult, Never>] = [:]
    private var lastTimed: Task<ClauseResult, Never>?
    private var overhead: Task<Duration?, Never>?
    private let takesClock: Bool
    private let start = ContinuousClock.now
    private var elapsed = Duration.zero

    init(_ subject: any TestSubject, _ plan: Plan) {
        (runner, self.plan, takesClock) = (CaseRunner(subject), plan, subject.acceptsClock)
        prerequisites = Prerequisites(in: plan)
    }

    /// Returns the result of a clause, which is blocked if a clause that it depends on fails.
    func result(of clause: PlannedClause) async -> ClauseResult {
        let clauseTask = task(for: clause)
        let prerequisiteTasks = prerequisites.clauses(requiredBy: clause).map { task(for: $0) }
        var results: [ClauseResult] = []
        for task in prerequisiteTasks { results.append(await task.value) }
        results.append(await clauseTask.value)
        elapsed = .now - start
        return Judge.blockingDependents(results).last ?? results[results.count - 1]
    }

    /// Returns the results of an operation's decoding tests that have findings, each as ``result(of:)`` returns it.
    func findings(inMapOf operation: String) async -> [ClauseResult] {
        let tasks = plan.probes.filter { $0.operation.name == operation }.map { (clause: $0, task: task(for: $0)) }
        var results: [ClauseResult] = []
        for (clause, task) in tasks {
            guard await !task.value.findings.isEmpty else { continue }
            results.append(await result(of: clause))
        }
        elapsed = .now - start
        return results
    }

    /// Returns the report of the clauses that have run, in the order of the plan.
    func report() async -> ContractReport {
        var results: [ClauseResult] = []
        for clause in plan.clauses + plan.probes {
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
            // Timed clauses run one after the other, after the overhead of a wait has been measured.
            let (before, overhead) = (lastTimed, self.overhead ?? measureOverhead())
            var runner = runner
            task = Task {
                _ = await before?.value
                runner.overhead = await overhead.value
                return await Self.run(clause, judge, runner)
            }
            lastTimed = task
        } else {
            task = Task { [runner] in await Self.run(clause, judge, runner) }
        }
        tasks[clause.id] = task
        return task
    }

    /// Runs a clause once a permit for a test case is free. If the load of the machine may have caused the result, the
    /// clause runs again while no other test case runs.
    ///
    /// This cannot deadlock. A task of the cache acquires a permit after it has waited for other tasks, and waits for
    /// none while it has the permit. `expect` lends the permit of its caller while it waits for the cache. So every
    /// permit that is not lent belongs to a running test case, which releases it.
    private static func run(_ clause: PlannedClause, _ judge: Judge, _ runner: CaseRunner) async -> ClauseResult {
        let result = await AsyncSemaphore.shared.withOwnPermit { judge.judge(clause, await runner.run(clause)) }
        guard result.rerun != nil else { return result }
        return await AsyncSemaphore.shared.withAllPermits { await runner.rerun(clause, after: result, judge) }
    }

    private func measureOverhead() -> Task<Duration?, Never> {
        let task = Task { [runner, plan] in
            await AsyncSemaphore.shared.withOwnPermit {
                await OverheadCalibration.overhead(of: plan.declaration, runner)
            }
        }
        overhead = task
        return task
    }
}

/// The caches of this process, one for each source location in the tests at which a client is created.
enum ClauseResultCaches {
    /// The key of a cache.
    struct Key: Hashable {
        var contract: String
        /// The source location at which the client is created: `UserTests.swift:12`.
        var place: String
    }

    private static let caches = Locked<[Key: ClauseResultCache]>([:])

    /// Returns the report of each cache with its name: the contract's name and, if that is not unique, the location.
    static func reports() async -> [(name: String, report: ContractReport)] {
        let all = caches.withLock { $0 }.sorted { ($0.key.contract, $0.key.place) < ($1.key.contract, $1.key.place) }
        var reports: [(name: String, report: ContractReport)] = []
        for (key, cache) in all {
            let isUnique = all.count { $0.key.contract == key.contract } == 1
            reports.append((isUnique ? key.contract : "\(key.contract)-\(key.place)", await cache.report()))
        }
        return reports
    }

    static func cache(_ key: Key, _ make: () -> ClauseResultCache) -> ClauseResultCache {
        caches.withLock {
            if let cache = $0[key] { return cache }
            _ = ReportFolder.isPrepared
            let cache = make()
            $0[key] = cache
            return cache
        }
    }
}

/// The folder for the reports of a test run, which the environment variable `REHEARSAL_REPORTS` names.
enum ReportFolder {
    /// The formats of a report by file extension. `rehearsal report show` converts the JSON to a page.
    private static let formats: [(suffix: String, text: @Sendable (ReportSnapshot) -> String)] = [
        ("txt", \.text), ("json", \.jsonText), ("xml", \.junit), ("md", \.markdown),
    ]
    /// The longest time that the exit of the process waits for the reports, in nanoseconds.
    private static let maxExitDelay: Int64 = 20_000_000_000

    /// Whether the reports are written when the process exits. The first access registers the exit handler.
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

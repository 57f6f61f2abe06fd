import RehearsalContracts
import RehearsalHarness
import RehearsalPlatform
import RehearsalReports

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

/// The ledgers of this process: one for each place in the tests where a client is made.
enum ClauseLedgers {
    /// What a ledger is found by.
    struct Key: Hashable {
        var contract: String
        /// Where the client is made: `UserTests.swift:12`.
        var place: String
    }

    private static let ledgers = Locked<[Key: ClauseLedger]>([:])

    /// What each of them knows, and what it is called: by its contract, and by its place where that is not enough.
    static func reports() async -> [(name: String, report: ContractReport)] {
        let all = ledgers.withLock { $0 }.sorted { ($0.key.contract, $0.key.place) < ($1.key.contract, $1.key.place) }
        var reports: [(name: String, report: ContractReport)] = []
        for (key, ledger) in all {
            let isAlone = all.count { $0.key.contract == key.contract } == 1
            reports.append((isAlone ? key.contract : "\(key.contract)-\(key.place)", await ledger.report()))
        }
        return reports
    }

    static func ledger(_ key: Key, _ make: () -> ClauseLedger) -> ClauseLedger {
        ledgers.withLock {
            if let ledger = $0[key] { return ledger }
            _ = ReportFolder.isPrepared
            let ledger = make()
            $0[key] = ledger
            return ledger
        }
    }
}

/// Where a test run leaves what it has found out about clients: the folder that `REHEARSAL_REPORTS` names.
enum ReportFolder {
    /// The forms that are left, with the ends of their names; `rehearsal report show` makes a page of the JSON.
    private static let forms: [(suffix: String, text: @Sendable (WrittenReport) -> String)] = [
        ("txt", \.text), ("json", \.jsonText), ("xml", \.junit), ("md", \.markdown),
    ]
    /// How long the end of a process is put off, in nanoseconds.
    private static let patience: Int64 = 20_000_000_000

    /// Once for a process: when it ends, everything is written.
    static let isPrepared: Bool = {
        guard TestBundles.environment("REHEARSAL_REPORTS") != nil else { return false }
        return atexit { ReportFolder.writeAll() } == 0
    }()

    private static func writeAll() {
        guard let folder = TestBundles.environment("REHEARSAL_REPORTS") else { return }
        let isDone = Locked(false)
        Task {
            for report in await ClauseLedgers.reports() { write(report.report, named: report.name, in: folder) }
            isDone.withLock { $0 = true }
            isDone.notify()
        }
        _ = isDone.wait(until: SystemClock.now() + patience) { $0 ? true : nil }
    }

    private static func write(_ report: ContractReport, named name: String, in folder: String) {
        mkdir(folder, 0o777)
        let name = String(name.map { $0.isLetter || $0.isNumber || "-_.".contains($0) ? $0 : "-" })
        let report = report.written
        for (suffix, text) in forms {
            let path = "\(folder)/\(name).\(suffix)"
            guard let file = fopen(path, "w") else {
                StandardError.write("warning: \(path) cannot be written: \(String(cString: strerror(errno)))")
                continue
            }
            let bytes = Array(text(report).utf8)
            if fwrite(bytes, 1, bytes.count, file) < bytes.count || fclose(file) != 0 {
                StandardError.write("warning: \(path) could not be written whole")
            }
        }
    }
}

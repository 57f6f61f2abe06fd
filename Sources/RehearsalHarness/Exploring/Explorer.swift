import Rehearsal
package import RehearsalContracts
import RehearsalPlatform
package import RehearsalServer

/// A search for schedules under which a client violates a property.
package struct Explorer: Sendable {
    /// The limits and the strategy of a search.
    package struct Options: Sendable {
        /// The maximum number of schedules; nil for no limit.
        package var schedules: Int? = 1_000
        /// The maximum time of the search; nil for no limit. Shrinking may exceed it.
        package var duration: Duration?
        /// The seed, which determines the order of the schedules.
        package var seed: UInt64 = 1
        package var strategy = ScheduleGenerator.Strategy.guided
        /// The identifiers of the properties to check; empty for all.
        package var properties: [String] = []
        /// The number of schedules that run at the same time.
        package var parallel = 8
        /// Whether the search ends with the first finding.
        package var stopsAtFirst = false

        package init() {}
    }

    private let contract: ExploredContract
    private let options: Options
    private let runner: ScheduleRunner

    package init(
        _ subject: any ExploredSubject,
        _ exploration: Exploration,
        _ options: Options = Options(),
        monitor: LatencyMonitor = .shared,
    ) {
        self.options = options
        contract = ExploredContract(subject.declaration, exploration)
        runner = ScheduleRunner(subject, exploration, monitor: monitor)
    }

    /// The number of schedules between two reports of the progress.
    private static let reportInterval = 32

    /// Runs the search until a limit is reached or the task is cancelled.
    ///
    /// - Throws: ``ExplorationError`` if the backend does not start or a client cannot be created.
    package func run(
        _ report: @Sendable (ExplorationReport.Progress) -> Void = { _ in }
    ) async throws -> ExplorationReport {
        var result = ExplorationReport(subject: contract.declaration.name, seed: options.seed)
        let properties = selectProperties(&result)
        guard contract.declaration.features.clockInjection else {
            throw ExplorationError(description: "the client must use the clock of the harness: declare clockInjection")
        }
        let start = ContinuousClock.now
        do { try await search(properties, since: start, &result, report) } catch {
            guard result.progress.schedules > 0 else { throw error }
            if !Task.isCancelled { result.problem = "\(error)" }
        }
        result.progress.elapsed = .now - start
        report(result.progress)
        return result
    }

    /// Runs schedules until a limit is reached or the task is cancelled, and adds them to the result in their order.
    private func search(
        _ properties: [Property],
        since start: ContinuousClock.Instant,
        _ result: inout ExplorationReport,
        _ report: @Sendable (ExplorationReport.Progress) -> Void,
    ) async throws {
        let generator = ScheduleGenerator(ScheduleAlphabet(contract), seed: options.seed, strategy: options.strategy)
        try await withThrowingTaskGroup(of: (Int, CheckedRun).self) { group in
            var window = ScheduleWindow<CheckedRun>(generator, limit: options.schedules)
            while !Task.isCancelled, !isOver(result, since: start) {
                while let (index, schedule) = window.start(parallel: options.parallel) {
                    group.addTask { (index, try await check(schedule, properties)) }
                }
                guard let run = window.learn() else {
                    guard let (index, run) = try await group.next() else { break }
                    window.end(index, run, run.observation)
                    continue
                }
                result.progress.behaviors = window.behaviorCount
                try await add(run, to: &result)
                result.progress.elapsed = .now - start
                if result.progress.schedules % Self.reportInterval == 0 { report(result.progress) }
            }
            group.cancelAll()
        }
    }

    /// Returns the properties to check, and records those that do not apply.
    private func selectProperties(_ result: inout ExplorationReport) -> [Property] {
        var properties: [Property] = []
        for property in Property.all(of: contract.exploration)
        where options.properties.isEmpty || options.properties.contains(property.id) {
            if let reason = property.reasonNotToApply(to: contract) {
                result.notApplicable.append(.init(property: property.id, reason: reason))
            } else {
                properties.append(property)
            }
        }
        result.checked = properties.map(\.id)
        return properties
    }

    private func isOver(_ result: ExplorationReport, since start: ContinuousClock.Instant) -> Bool {
        if options.stopsAtFirst, !result.findings.isEmpty { return true }
        if let most = options.schedules, result.progress.schedules >= most { return true }
        return options.duration.map { ContinuousClock.now - start >= $0 } ?? false
    }

    /// A run of a schedule whose history the properties have checked.
    private struct CheckedRun: Sendable {
        let schedule: Schedule
        let history: History
        /// The behavior from which the search learns; nil if the schedule does not determine it.
        let observation: ScheduleObservation?
        let violations: [(property: Property, violation: Property.Violation)]
    }

    /// Runs a schedule, and checks its history.
    private func check(_ schedule: Schedule, _ properties: [Property]) async throws -> CheckedRun {
        let history = try await runner.run(schedule)
        // Calls that overlap give a schedule several histories, of which the seed determines none.
        let isDetermined = schedule.isSequential && history.isComplete
        return CheckedRun(
            schedule: schedule,
            history: history,
            observation: isDetermined ? ScheduleObservation(history, contract) : nil,
            violations: properties.flatMap { property in
                property.check(history, contract).map { (property, $0) }
            }
        )
    }

    /// Adds a run and its findings to the result.
    private func add(_ run: CheckedRun, to result: inout ExplorationReport) async throws {
        result.progress.schedules += 1
        result.add(undeclaredRequests: run.history.undeclaredRequests)
        var isJudged = run.history.isComplete
        for (property, violation) in run.violations {
            let finding = ExplorationFinding(property, violation, run.schedule, run.history)
            guard !Task.isCancelled, !result.findings.contains(where: { $0.isSameFailure(as: finding) }) else {
                continue
            }
            isJudged = try await confirm(finding, of: property, after: run.history.longestDelay, &result) && isJudged
            if options.stopsAtFirst, !result.findings.isEmpty { return }
        }
        if !isJudged { result.progress.inconclusive += 1 }
    }

    /// Returns the number of runs in which a schedule must fail to count as reproducible.
    ///
    /// Calls that overlap can give several histories, and some may be without the failure.
    private static func confirmations(of schedule: Schedule) -> Int { schedule.isSequential ? 3 : 10 }

    /// Adds a finding with a shorter schedule, or counts how often a schedule fails that does not always fail.
    ///
    /// - Parameter delay: the longest delay of the machine in the run with the finding.
    /// - Returns: whether the finding can be judged: false if the delay can be its cause, and no other run has it.
    private func confirm(
        _ finding: ExplorationFinding,
        of property: Property,
        after delay: Duration,
        _ result: inout ExplorationReport,
    ) async throws -> Bool {
        let operation = finding.operation
        var failed = await failures(of: property, operation, finding.schedule)
        guard failed == Self.confirmations(of: finding.schedule) else {
            guard !result.flaky.contains(where: { $0.finding.isSameFailure(as: finding) }) else { return true }
            let runs = failed + 1 + Self.trials
            for _ in 0..<Self.trials where await fails(property, operation, finding.schedule) { failed += 1 }
            let flaky = ExplorationReport.FlakyFinding(
                finding,
                failed: failed,
                runs: runs,
                wasDelayed: delay >= VirtualClock.quietTime
            )
            if let flaky, !Task.isCancelled { result.flaky.append(flaky) }
            return flaky != nil
        }
        result.schedulesToFirst = result.schedulesToFirst ?? result.progress.schedules
        var shrinker = ScheduleShrinker(parallel: options.parallel) { candidate in
            await failures(of: property, operation, candidate) == Self.confirmations(of: candidate)
        }
        let shrunk = await shrinker.shrunk(finding.schedule)
        let history = try await runner.run(shrunk)
        let shown = property.check(history, contract).first { history.operation(of: $0) == operation }
        result.findings.append(shown.map { ExplorationFinding(property, $0, shrunk, history) } ?? finding)
        result.progress.findings += 1
        return true
    }

    /// The number of further runs in which the failures of a schedule that does not always fail are counted.
    private static let trials = 10

    /// Returns in how many runs a property fails in a call of an operation, until one run does not fail.
    ///
    /// - Returns: at most the number of runs that confirm a finding.
    private func failures(of property: Property, _ operation: String, _ schedule: Schedule) async -> Int {
        let confirmations = Self.confirmations(of: schedule)
        for failed in 0..<confirmations {
            guard await fails(property, operation, schedule) else { return failed }
        }
        return confirmations
    }

    private func fails(_ property: Property, _ operation: String, _ schedule: Schedule) async -> Bool {
        guard let history = try? await runner.run(schedule) else { return false }
        return property.check(history, contract).contains { history.operation(of: $0) == operation }
    }
}

extension ExplorationFinding {
    /// Whether both findings are violations of one property in calls of one operation.
    fileprivate func isSameFailure(as other: ExplorationFinding) -> Bool {
        property == other.property && operation == other.operation
    }
}

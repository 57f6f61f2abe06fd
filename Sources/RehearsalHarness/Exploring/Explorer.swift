import Rehearsal
package import RehearsalContracts
import RehearsalPlatform

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

    private let subject: any ExploredSubject
    private let contract: ExploredContract
    private let options: Options
    private let runner: ScheduleRunner

    package init(_ subject: any ExploredSubject, _ exploration: Exploration, _ options: Options = Options()) {
        (self.subject, self.options) = (subject, options)
        contract = ExploredContract(subject.declaration, exploration)
        runner = ScheduleRunner(subject, exploration)
    }

    /// The number of schedules that are generated before their histories influence the search.
    private static let batch = 32

    /// Runs the search until a limit is reached or the task is cancelled.
    ///
    /// - Throws: ``ExplorationError`` if the backend does not start or a client cannot be created.
    package func run(
        _ report: @Sendable (ExplorationReport.Progress) -> Void = { _ in }
    ) async throws -> ExplorationReport {
        var result = ExplorationReport(subject: contract.declaration.name, seed: options.seed)
        for property in Property.all(of: contract.exploration)
        where options.properties.isEmpty || options.properties.contains(property.id) {
            if let reason = property.reasonNotToApply(to: contract) {
                result.notApplicable.append(.init(property: property, reason: reason))
            } else {
                result.checked.append(property)
            }
        }
        let start = ContinuousClock.now
        var generator = ScheduleGenerator(
            ScheduleAlphabet(contract),
            seed: options.seed,
            strategy: options.strategy
        )
        while !Task.isCancelled, !isOver(result, since: start) {
            let left = options.schedules.map { $0 - result.progress.schedules } ?? .max
            let batch = (0..<min(Self.batch, left)).map { _ in generator.next() }
            for (schedule, history) in zip(batch, try await histories(of: batch)) {
                generator.learn(schedule, shape: history.shape)
                result.progress.schedules += 1
                try await judge(schedule, history, &result)
                if isOver(result, since: start) { break }
            }
            result.progress.behaviors = generator.behaviorCount
            result.progress.elapsed = .now - start
            report(result.progress)
        }
        return result
    }

    private func isOver(_ result: ExplorationReport, since start: ContinuousClock.Instant) -> Bool {
        if options.stopsAtFirst, !result.findings.isEmpty { return true }
        if let most = options.schedules, result.progress.schedules >= most { return true }
        return options.duration.map { ContinuousClock.now - start >= $0 } ?? false
    }

    /// Returns the histories of schedules, in their order.
    private func histories(of schedules: [Schedule]) async throws -> [History] {
        try await withThrowingTaskGroup(of: (Int, History).self) { group in
            var histories = [History?](repeating: nil, count: schedules.count)
            var next = 0
            func add() {
                guard next < schedules.count else { return }
                let index = next
                next += 1
                group.addTask { (index, try await runner.run(schedules[index])) }
            }
            for _ in 0..<max(1, options.parallel) { add() }
            while let (index, history) = try await group.next() {
                histories[index] = history
                add()
            }
            return histories.compactMap(\.self)
        }
    }

    private func judge(_ schedule: Schedule, _ history: History, _ result: inout ExplorationReport) async throws {
        for property in result.checked {
            guard let violation = property.check(history, contract).first else { continue }
            let known = result.findings.contains {
                $0.property.id == property.id
                    && $0.history.operation(of: $0.violation) == history.operation(of: violation)
            }
            guard !known else { continue }
            try await confirm(property, violation, schedule, &result)
        }
    }

    /// The number of runs in which a schedule must fail to count as reproducible.
    private static let confirmations = 3

    private func confirm(
        _ property: Property,
        _ violation: Property.Violation,
        _ schedule: Schedule,
        _ result: inout ExplorationReport,
    ) async throws {
        let first = result.progress.schedules
        guard let operation = try await operation(property, schedule), await reproduces(property, operation, schedule)
        else {
            var failed = 0
            for _ in 0..<10 where await fails(property, nil, schedule) { failed += 1 }
            let finding = ExplorationFinding(property, violation, schedule, try await runner.run(schedule))
            result.flaky.append(.init(finding: finding, failed: failed, runs: 10))
            return
        }
        var shrinker = ScheduleShrinker { candidate in await reproduces(property, operation, candidate) }
        let shrunk = await shrinker.shrunk(schedule)
        let history = try await runner.run(shrunk)
        let shown = property.check(history, contract).first ?? violation
        result.schedulesToFirst = result.schedulesToFirst ?? first
        result.findings.append(ExplorationFinding(property, shown, shrunk, history))
        result.progress.findings += 1
    }

    /// Returns the operation in whose call the property fails; nil if it holds.
    private func operation(_ property: Property, _ schedule: Schedule) async throws -> String? {
        let history = try await runner.run(schedule)
        return property.check(history, contract).first.map { history.operation(of: $0) }
    }

    /// Returns whether a property fails in each of several runs, in a call of an operation.
    private func reproduces(_ property: Property, _ operation: String, _ schedule: Schedule) async -> Bool {
        for _ in 0..<Self.confirmations {
            guard await fails(property, operation, schedule) else { return false }
        }
        return true
    }

    private func fails(_ property: Property, _ operation: String?, _ schedule: Schedule) async -> Bool {
        guard let history = try? await runner.run(schedule) else { return false }
        return property.check(history, contract).contains {
            operation == nil || history.operation(of: $0) == operation
        }
    }
}

extension History {
    /// The name of the operation in whose step a violation shows; empty for a step without a call.
    fileprivate func operation(of violation: Property.Violation) -> String {
        steps.indices.contains(violation.step) ? steps[violation.step].call?.operation ?? "" : ""
    }
}

package import RehearsalContracts

/// The repetition of a schedule, to show that it still fails or no longer fails.
package struct ScheduleReplay: Sendable {
    private let contract: ExploredContract
    private let runner: ScheduleRunner

    package init(_ subject: any ExploredSubject, _ exploration: Exploration) {
        contract = ExploredContract(subject.declaration, exploration)
        runner = ScheduleRunner(subject, exploration)
    }

    /// Runs a schedule several times, one after the other.
    ///
    /// A property that fails in each run is a finding. One that fails in some runs is a finding that is not
    /// reproducible.
    ///
    /// - Throws: ``ExplorationError`` if the backend does not start or the client cannot be created.
    package func report(of replay: ExplorationRequest.ReplayOptions) async throws -> ExplorationReport {
        var report = ExplorationReport(subject: contract.declaration.name, seed: 0)
        let start = ContinuousClock.now
        var failures: [String: (finding: ExplorationFinding, count: Int)] = [:]
        let properties = Property.all(of: contract.exploration).filter { property in
            (replay.properties.isEmpty || replay.properties.contains(property.id))
                && property.reasonNotToApply(to: contract) == nil
        }
        report.checked = properties.map(\.id)
        for _ in 0..<max(1, replay.runs) where !Task.isCancelled {
            let history = try await runner.run(replay.schedule)
            // A run that was cancelled has an incomplete history.
            if Task.isCancelled { break }
            report.progress.schedules += 1
            if !history.isComplete { report.progress.inconclusive += 1 }
            report.add(undeclaredRequests: history.undeclaredRequests)
            for property in properties {
                guard let violation = property.check(history, contract).first else { continue }
                let finding = ExplorationFinding(property, violation, replay.schedule, history)
                failures[property.id, default: (finding, 0)].count += 1
            }
        }
        for (_, failure) in failures.sorted(by: { $0.key < $1.key }) {
            if failure.count == report.progress.schedules {
                report.findings.append(failure.finding)
            } else {
                report.flaky.append(.init(failure.finding, failed: failure.count, runs: report.progress.schedules))
            }
        }
        report.progress.findings = report.findings.count
        report.progress.elapsed = .now - start
        return report
    }
}

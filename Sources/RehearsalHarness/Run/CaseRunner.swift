import Rehearsal
package import RehearsalContracts
import RehearsalPlatform
package import RehearsalServer

/// A runner of single clauses. It starts a new backend for each run of a test case.
package struct CaseRunner: Sendable {
    package let subject: any TestSubject
    /// The bound on the overhead of a wait; nil if it was not measured.
    package var overhead: Duration?
    /// The function that measures the overhead.
    package var calibration: Calibration = OverheadCalibration.overhead

    /// The function that creates the latency recorder of a case.
    package var recorder: @Sendable (LatencyMonitor.Executor) -> LatencyRecorder = { LatencyRecorder($0) }

    /// A function that measures the overhead of a client's waits; it returns nil if this is not possible.
    package typealias Calibration = @Sendable (Declaration, CaseRunner) async -> Duration?

    package init(_ subject: any TestSubject) { self.subject = subject }

    /// Runs the test case of a clause, and returns the evidence of each run.
    package func run(_ clause: PlannedClause) async -> [CaseEvidence] {
        var runs: [CaseEvidence] = []
        for scenario in clause.exercise.scenarios {
            var exercise = clause.exercise
            exercise.scenario = scenario
            if let user = exercise.nextUser, let store = runs.last?.answer.store {
                (exercise.request.token, exercise.request.store) = (user, store)
            }
            runs.append(await runOnce(exercise))
        }
        return runs
    }

    /// The observation time of a client that uses the virtual clock.
    private static let virtualObservationTime = Duration.milliseconds(20)

    /// Runs the first scenario of a test case, and returns the evidence.
    func runOnce(_ exercise: TestCase) async -> CaseEvidence {
        let clock = subject.acceptsClock && exercise.timeSource == .virtual ? VirtualClock() : nil
        var options = Backend.Options()
        (options.clock, options.measuresLateness) = (clock, true)
        let backend: Backend
        do {
            backend = try Backend.start(exercise.scenario, options: options)
            if exercise.redirectsToOtherOrigin { try backend.play(exercise.scenario(on: backend.port)) }
        } catch {
            return CaseEvidence(answer: .notJudged("the backend did not start: \(error)"))
        }
        var request = exercise.request
        let origin = exercise.usesTLS ? "https" + backend.origin.dropFirst("http".count) : backend.origin
        request.baseURL = origin + exercise.basePath
        let releases = release(exercise.releases, of: backend)
        defer { for release in releases { release.cancel() } }
        let latency = recorder(subject.executor)
        var call = LatencyRecorder.Call(calledAt: SystemClock.now(), answeredAt: 0)
        let answer = await subject.answer(request, clock: clock, latency)
        call.answeredAt = SystemClock.now()
        let findings = await observe(backend, after: exercise, clock: clock, latency: latency)
        let journal = backend.journal
        call = latency.notedCall ?? call
        var evidence = CaseEvidence(
            entries: journal.entries,
            connections: journal.connections,
            answer: answer,
            calledAt: call.calledAt,
            answeredAt: call.answeredAt
        )
        (evidence.overhead, evidence.dropped, evidence.findings) = (overhead, journal.dropped, findings)
        evidence.sleeps = clock?.requestedWaits.map { CaseEvidence.Sleep(at: $0.at, duration: $0.duration) }
        evidence.latency = latency.end(server: evidence.entries.map(\.latency).max() ?? .zero)
        await backend.stop()
        return evidence
    }

    /// Starts a task for each of these holds that releases it when the awaited requests have arrived.
    private func release(_ releases: [TestCase.Release], of backend: Backend) -> [Task<Void, any Error>] {
        releases.map { release in
            Task {
                // The time limit of the case, which is at most one minute, ends the wait.
                try await backend.wait(for: release.query, count: release.count, within: .seconds(600))
                try backend.release(release.hold)
            }
        }
    }

    /// Records later requests of the client, and returns the unmet expectations of the scenario, if they are checked.
    private func observe(
        _ backend: Backend,
        after exercise: TestCase,
        clock: VirtualClock?,
        latency: LatencyRecorder,
    ) async -> [String] {
        // On the virtual clock, a client's wait before a later request takes no real time.
        let isVirtual = exercise.observationTime > .zero && clock != nil
        let observationTime = isVirtual ? Self.virtualObservationTime : exercise.observationTime
        try? await UsableTimeLimit(observationTime) { latency.lost }.pass()
        await UsableTimeLimit(exercise.settlingTime) { latency.lost }.attempt { await backend.settled(within: $0) }
        guard exercise.checksExpectations else { return [] }
        // A client may send background requests after its answer, which the expectations may include.
        let expectations = exercise.scenario.expect
        await UsableTimeLimit(.seconds(1)) { latency.lost }.attempt { left in
            // The wait ends as soon as no further request can change any finding.
            (try? await backend.unmet(of: expectations, within: left))?.allSatisfy(\.isFinal) ?? true
        }
        return backend.judge().findings.map(\.description)
    }
}

extension CaseRunner {
    /// The maximum number of repeated runs, after which the verdict on a clause is `inconclusive`.
    private static let maximumReruns = 3

    /// Runs a clause again, up to three times, until its verdict is accepted, and returns the result.
    ///
    /// The caller must not run another clause at the same time.
    package func rerun(_ clause: PlannedClause, after first: ClauseResult, _ judge: Judge) async -> ClauseResult {
        var (runner, last) = (self, first)
        for _ in 0..<Self.maximumReruns {
            // If the overhead could not be measured before the first run, it cannot be measured now either.
            if runner.overhead != nil {
                runner.overhead = await calibration(judge.declaration, self) ?? runner.overhead
            }
            let result = judge.judge(clause, await runner.run(clause))
            if var accepted = result.acceptedResult(after: last.rerun) {
                accepted.rerun = nil
                return accepted
            }
            last = result
        }
        return last.withoutVerdict
    }
}

/// A measurement of the overhead of waits: the time from a reply to the next request of a client that does not wait.
package struct OverheadCalibration {
    private static let calls = 31

    /// Returns the bound on the overhead of a wait; nil if the client cannot be measured.
    @Sendable package static func overhead(of declaration: Declaration, _ runner: CaseRunner) async -> Duration? {
        guard let operation = operation(of: declaration) else { return nil }
        var exercise = TestCase(operation, replies: [operation.recordedReply])
        exercise.request.id = "control/\(operation.name)"
        exercise.request.repetitions = calls
        return bound(of: await runner.runOnce(exercise).entries)
    }

    /// Returns the operation to call, preferably a safe or an idempotent one.
    private static func operation(of declaration: Declaration) -> Declaration.Operation? {
        let operations = declaration.operations
        return operations.first(where: \.isSafe) ?? operations.first(where: \.isIdempotent) ?? operations.first
    }

    /// Returns the bound on the overhead. Requests that no endpoint matched, and their durations, are excluded.
    private static func bound(of entries: [Journal.Entry]) -> Duration? {
        let matched = entries.filter { !$0.isUnmatched }
        guard matched.count == calls else { return nil }
        let pauses = matched.dropFirst().compactMap { next in
            // The end of an exchange may be the same instant as its start.
            let ends = entries.filter { $0.ordinal < next.ordinal }.compactMap(\.endAt)
            return ends.filter { $0 <= next.at }.max().map { Duration.nanoseconds(next.at - $0) }
        }
        return WaitOverhead.bound(of: pauses)
    }
}

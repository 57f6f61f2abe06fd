import Rehearsal
package import RehearsalContracts
import RehearsalPlatform
package import RehearsalServer

/// The runner of single clauses, with a backend for each test case.
package struct CaseRunner: Sendable {
    package let subject: any TestSubject
    /// The measured overhead of a wait; nil if it was not measured.
    package var overhead: Duration?
    /// The measurement of that overhead.
    package var calibration: Calibration = OverheadCalibration.overhead

    /// The function that creates the recorder of a case.
    package var recorder: @Sendable (LatencyMonitor.Executor) -> LatencyRecorder = { LatencyRecorder($0) }

    /// A measurement of the overhead of a client's waits; nil for a client that cannot be measured.
    package typealias Calibration = @Sendable (Declaration, CaseRunner) async -> Duration?

    package init(_ subject: any TestSubject) { self.subject = subject }

    /// Runs the test case of a clause, and returns the evidence of each run.
    package func run(_ clause: PlannedClause) async -> [CaseEvidence] {
        var runs: [CaseEvidence] = []
        for scenario in clause.exercise.scenarios {
            var exercise = clause.exercise
            exercise.scenario = scenario
            runs.append(await once(exercise))
        }
        return runs
    }

    private static let virtualWatch = Duration.milliseconds(20)

    func once(_ exercise: TestCase) async -> CaseEvidence {
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
        request.baseURL = backend.origin + exercise.basePath
        let latency = recorder(subject.executor)
        var call = LatencyRecorder.Call(calledAt: SystemClock.now(), answeredAt: 0)
        let answer = await subject.answer(request, clock: clock, latency)
        call.answeredAt = SystemClock.now()
        let findings = await watch(backend, after: exercise, clock: clock, latency: latency)
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

    /// Waits for late actions of the client, and returns the expectations of the scenario that are not met.
    private func watch(
        _ backend: Backend,
        after exercise: TestCase,
        clock: VirtualClock?,
        latency: LatencyRecorder,
    ) async -> [String] {
        // A client waits by the virtual clock before it sends a late request, and that clock does not wait.
        let watch = exercise.observationTime > .zero && clock != nil ? Self.virtualWatch : exercise.observationTime
        try? await UsableTimeLimit(watch) { latency.lost }.pass()
        await UsableTimeLimit(exercise.settlingTime) { latency.lost }.attempt { await backend.settled(within: $0) }
        guard exercise.checksExpectations else { return [] }
        // A client may take a moment for background requests.
        let expectations = exercise.scenario.expect
        await UsableTimeLimit(.seconds(1)) { latency.lost }.attempt { left in
            // A final finding ends the wait.
            (try? await backend.unmet(of: expectations, within: left))?.allSatisfy(\.isFinal) ?? true
        }
        return backend.judge().findings.map(\.description)
    }
}

extension CaseRunner {
    /// The number of further runs of a clause before it is left without a verdict.
    private static let mostReruns = 3

    /// Runs a clause again, up to three times, and returns its result.
    ///
    /// The caller runs no other clause at the same time.
    package func rerun(_ clause: PlannedClause, after first: ClauseResult, _ judge: Judge) async -> ClauseResult {
        var (runner, last) = (self, first)
        for _ in 0..<Self.mostReruns {
            // A client without a measurement in the first run cannot be measured.
            if runner.overhead != nil {
                runner.overhead = await calibration(judge.declaration, self) ?? runner.overhead
            }
            let result = judge.judge(clause, await runner.run(clause))
            if var settled = result.acceptedResult(after: last.rerun) {
                settled.rerun = nil
                return settled
            }
            last = result
        }
        return last.withoutVerdict
    }
}

/// The measurement of the time between a reply and the next request of a client that does not wait.
package struct OverheadCalibration {
    private static let calls = 31

    /// Returns the overhead of a wait; nil if the client cannot be measured.
    @Sendable package static func overhead(of declaration: Declaration, _ runner: CaseRunner) async -> Duration? {
        guard let operation = operation(of: declaration) else { return nil }
        var exercise = TestCase(operation, replies: [operation.recordedReply])
        exercise.request.id = "control/\(operation.name)"
        exercise.request.repetitions = calls
        return bound(of: await runner.once(exercise).entries)
    }

    /// Returns the operation to call, preferably one without effects; the backend accepts all.
    private static func operation(of declaration: Declaration) -> Declaration.Operation? {
        let operations = declaration.operations
        return operations.first(where: \.isSafe) ?? operations.first(where: \.isIdempotent) ?? operations.first
    }

    /// Returns the bound of the overhead; requests for anything but the operation do not count, nor does their time.
    private static func bound(of entries: [Journal.Entry]) -> Duration? {
        let asked = entries.filter { !$0.isUnmatched }
        guard asked.count == calls else { return nil }
        let pauses = asked.dropFirst().compactMap { next in
            // The end of an exchange may be the same instant as its start.
            let ends = entries.filter { $0.ordinal < next.ordinal }.compactMap(\.endAt)
            return ends.filter { $0 <= next.at }.max().map { Duration.nanoseconds(next.at - $0) }
        }
        return WaitOverhead.bound(of: pauses)
    }
}

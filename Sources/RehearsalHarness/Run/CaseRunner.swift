import Rehearsal
package import RehearsalContracts
import RehearsalPlatform
package import RehearsalServer

/// Does what a clause says: a backend of its own, a client, and what is seen of both.
package struct CaseRunner: Sendable {
    private let subject: any TriedSubject
    /// Whether a client that can be given a clock gets one on which nothing takes long.
    package var isVirtual = true
    /// What a wait may be longer than it was meant to be; nil if that was not measured.
    package var overhead: Duration?
    /// What measures that.
    package var control: Control = ControlRun.overhead

    /// Makes the recorder of a case.
    package var recorder: @Sendable (Heartbeat.Executor) -> LatencyRecorder = { LatencyRecorder($0) }

    /// Measures what a wait of a client may be longer than it was meant to be; nil if that client cannot be measured.
    package typealias Control = @Sendable (Declaration, CaseRunner) async -> Duration?

    package init(_ subject: any TriedSubject) { self.subject = subject }

    /// The evidence of each time the exercise was done.
    package func run(_ clause: PlannedClause) async -> [CaseEvidence] {
        var runs: [CaseEvidence] = []
        for scenario in clause.exercise.scenarios {
            var exercise = clause.exercise
            exercise.scenario = scenario
            runs.append(await once(exercise))
        }
        return runs
    }

    private func clock(for time: Exercise.Time) -> VirtualClock? {
        isVirtual && subject.takesClock && time == .madeUp ? VirtualClock() : nil
    }

    private static let virtualWatch = Duration.milliseconds(20)

    func once(_ exercise: Exercise) async -> CaseEvidence {
        let clock = clock(for: exercise.time)
        var options = Backend.Options()
        (options.clock, options.measuresLateness) = (clock, true)
        let backend: Backend
        do {
            backend = try Backend.start(exercise.scenario, options: options)
            if exercise.leadsToOtherOrigin { try backend.play(exercise.scenario(on: backend.port)) }
        } catch {
            return CaseEvidence(answer: .notJudged("the backend did not start: \(error)"))
        }
        var request = exercise.request
        request.baseURL = backend.origin + exercise.basePath
        let latency = recorder(subject.executor)
        var call = LatencyRecorder.Call(calledAt: SystemClock.now(), answeredAt: 0)
        let answer = await subject.answer(request, clock: clock, latency)
        call.answeredAt = SystemClock.now()
        let findings = await watch(backend, exercise, clock, latency)
        let journal = backend.journal
        call = latency.notedCall ?? call
        var evidence = CaseEvidence(
            entries: journal.entries,
            connections: journal.connections,
            answer: answer,
            calledAt: call.calledAt,
            answeredAt: call.answeredAt
        )
        (evidence.overhead, evidence.forgotten, evidence.findings) = (overhead, journal.dropped, findings)
        evidence.sleeps = clock?.requested.map { CaseEvidence.Sleep(at: $0.at, duration: $0.duration) }
        evidence.latency = latency.end(server: evidence.entries.map(\.lateness).max() ?? .zero)
        await backend.stop()
        return evidence
    }

    /// Waits for what the client does after its answer, and returns the expectations of the scenario that are not met.
    private func watch(
        _ backend: Backend,
        _ exercise: Exercise,
        _ clock: VirtualClock?,
        _ latency: LatencyRecorder,
    ) async -> [String] {
        // A client that would send another request waits by the clock, and a virtual clock does not wait.
        let watch = exercise.watch > .zero && clock != nil ? Self.virtualWatch : exercise.watch
        try? await UsableTimeLimit(watch) { latency.lost }.pass()
        await UsableTimeLimit(exercise.settling) { latency.lost }.attempt { await backend.settled(within: $0) }
        guard exercise.isJudgedByScenario else { return [] }
        // A client may take a moment for what it does unasked.
        let expectations = exercise.scenario.expect
        await UsableTimeLimit(.seconds(1)) { latency.lost }.attempt { left in
            // Findings that nothing can mend any more are known at once.
            (try? await backend.unmet(of: expectations, within: left))?.allSatisfy(\.isFinal) ?? true
        }
        return backend.judge().findings.map(\.description)
    }
}

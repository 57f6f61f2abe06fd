import Rehearsal
package import RehearsalContracts
import RehearsalServer

/// Does what a clause says: a backend of its own, a client, and what is seen of both.
package struct CaseRunner: Sendable {
    private let subject: any TriedSubject
    /// Whether a client that can be given a clock gets one on which nothing takes long.
    package var isVirtual = true
    /// What a wait may be longer than it was meant to be; nil if that was not measured.
    package var overhead: Duration?
    /// What measures that.
    package var control: Control = ControlRun.overhead

    /// What measures how late whoever waits is woken meanwhile.
    package var lateness: Watch = Lateness.measured

    /// Does something, and returns how late others were woken meanwhile.
    package typealias Watch =
        @Sendable (@Sendable () async -> [CaseEvidence]) async -> ([CaseEvidence], Duration)

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
        options.clock = clock
        let backend: Backend
        do {
            backend = try Backend.start(exercise.scenario, options: options)
        } catch {
            return CaseEvidence(answer: .notJudged("the backend did not start: \(error)"))
        }
        var request = exercise.request
        request.baseURL = backend.origin + exercise.basePath
        let calledAt = SystemClock.now()
        let answer = await subject.answer(request, clock: clock)
        let answeredAt = SystemClock.now()
        // Whoever would come back waits by the clock, and the clock does not wait.
        if exercise.watch > .zero { try? await Task.sleep(for: clock == nil ? exercise.watch : Self.virtualWatch) }
        // A network stack closes what was cancelled when it comes to it, on a busy machine late.
        await backend.settled(within: .seconds(request.cancelAfter == nil ? 1 : 3))
        let findings = exercise.isJudgedByScenario ? await findings(backend, exercise.scenario) : []
        let journal = backend.journal
        var evidence = CaseEvidence(
            entries: journal.entries,
            connections: journal.connections,
            answer: answer,
            calledAt: calledAt,
            answeredAt: answeredAt
        )
        (evidence.overhead, evidence.forgotten, evidence.findings) = (overhead, journal.dropped, findings)
        evidence.sleeps = clock?.requested.map { CaseEvidence.Sleep(at: $0.at, duration: $0.duration) }
        await backend.stop()
        return evidence
    }

    /// What of that which a scenario expects is not so; what a client does unasked may take a moment.
    private func findings(_ backend: Backend, _ scenario: Scenario) async -> [String] {
        _ = try? await backend.unmet(of: scenario.expect, within: .seconds(1))
        return backend.judge().findings.map(\.description)
    }
}

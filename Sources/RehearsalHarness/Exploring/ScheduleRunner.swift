import Rehearsal
package import RehearsalContracts
import RehearsalPlatform
import RehearsalServer

/// A runner of schedules. It starts a new backend and creates a new client for each schedule.
package struct ScheduleRunner: Sendable {
    private let subject: any ExploredSubject
    private let contract: ExploredContract
    private let latency: LatencyRecorder

    package init(_ subject: any ExploredSubject, _ exploration: Exploration) {
        self.subject = subject
        contract = ExploredContract(subject.declaration, exploration)
        latency = LatencyRecorder(.tasks)
    }

    /// The time after the last step, in which requests that a client sends in the background arrive.
    private static let quietTime = Duration.seconds(3_600)

    /// Runs a schedule and the recovery steps after it, and returns their history.
    ///
    /// - Throws: ``ExplorationError`` if the backend does not start or the client cannot be created.
    package func run(_ schedule: Schedule) async throws -> History {
        let clock = VirtualClock()
        let progress = ScheduleProgress()
        let treatment = RequestTreatment(progress)
        var model = contract.exploration.model
        model.requestCheck = treatment.check
        // A hold can be released before the first reply waits for it only if the scenario names it.
        model.endpoints.append(.any("/~late", replies: [Scenario.Reply(hold: Scenario.Hold(ScheduleAction.lateHold))]))
        var options = Backend.Options()
        (options.clock, options.journalBytes, options.clockAdvancesDuringHolds) = (clock, 1 << 20, true)
        let backend: Backend
        do { backend = try Backend.start(model, options: options) } catch {
            throw ExplorationError(description: "the model backend did not start: \(error)")
        }
        let client: ExploredClient
        do { client = try await subject.makeClient(request(to: backend), clock: clock) } catch {
            throw ExplorationError(description: "the client could not be created: \(error)")
        }
        let watchdog = Task { await watch(progress, backend, clock) }
        let run = ScheduleRun(client: client, backend: backend, clock: clock, progress: progress, treatment: treatment)
        var history = History()
        history.steps = schedule.steps + recovery
        history.scheduledSteps = schedule.steps.count
        for index in history.steps.indices {
            await run.perform(history.steps[index], index)
            if progress.hasStalled { break }
        }
        await run.finish()
        watchdog.cancel()
        if !progress.hasStalled { await backend.settled(within: .seconds(5)) }
        history.record(run, treatment, backend, clock, client)
        await backend.stop()
        return history
    }

    private func request(to backend: Backend) -> CaseRequest {
        var request = CaseRequest(id: "explore", operation: "", baseURL: backend.origin + contract.exploration.basePath)
        let exploration = contract.exploration
        (request.token, request.refreshToken) = (exploration.token, exploration.refreshToken)
        request.deadline = exploration.deadline
        // The timeout of an attempt is real time, in which no reply is due: a loaded machine must not exceed it.
        request.timeout = .seconds(120)
        return request
    }

    /// The steps that show whether the client has recovered: queued writes are sent, and each read is called once.
    private var recovery: [Schedule.Step] {
        let reads = contract.operations.filter { $0.isSafe && !contract.managesSessionOrQueue($0.name) }.map(\.name)
        let calls = contract.exploration.synchronizations + reads
        return [Schedule.Step(.connectivity(true)), Schedule.Step(.pause(Self.quietTime))]
            + calls.map { Schedule.Step(.call(Schedule.Call($0))) }
    }

    /// Ends the run if the client makes no progress: no request, no wait and no virtual time that passes.
    ///
    /// A client that waits for a late reply, such as that to a shared login, receives the reply first.
    private func watch(_ progress: ScheduleProgress, _ backend: Backend, _ clock: VirtualClock) async {
        var (last, unchanged) = ([Int64](), 0)
        while !Task.isCancelled {
            do { try await UsableTimeLimit(.milliseconds(100)) { latency.lost }.pass() } catch { return }
            let now = [
                Int64(progress.changeCount), Int64(backend.journal.count), clock.now.offset.nanoseconds,
                Int64(clock.sleeping),
            ]
            // A sleeping task wakes when the clock advances, so it is progress.
            unchanged = now == last && clock.sleeping == 0 ? unchanged + 1 : 0
            last = now
            if unchanged >= 8 { return progress.stall() }
            guard unchanged >= 2, !backend.waitingHolds.isEmpty else { continue }
            try? backend.release(ScheduleAction.lateHold)
            unchanged = 0
        }
    }
}

extension History {
    /// Records the calls, the requests and the final state of a run.
    fileprivate mutating func record(
        _ run: ScheduleRun,
        _ treatment: RequestTreatment,
        _ backend: Backend,
        _ clock: VirtualClock,
        _ client: ExploredClient,
    ) {
        calls = run.calls
        waits = clock.requestedWaits.map { Wait(at: $0.at, duration: $0.duration) }
        store = client.store()
        for resource in backend.scenario.resources {
            items[resource.path.text] = (try? backend.items(of: resource.path)) ?? []
        }
        dropped = backend.journal.dropped
        let treated = treatment.treated
        var (version, step) = (0, 0)
        requests = backend.journal.entries.map { entry in
            let index = entry.policy.flatMap(RequestTreatment.index)
            let known = index.flatMap { treated.indices.contains($0) ? treated[$0] : nil }
            step = known?.step ?? step
            var request = Request(entry, step: step, known)
            request.version = version
            if request.wasApplied { version += 1 }
            return request
        }
    }
}

extension History.Request {
    /// Creates the record of an exchange, and of its treatment by the schedule.
    fileprivate init(_ entry: Journal.Entry, step: Int, _ treated: RequestTreatment.Treated?) {
        self.init(step: step, ordinal: entry.ordinal, at: entry.at, method: entry.method, target: entry.target)
        (endedAt, headers, body, status) = (entry.endAt, entry.headers, entry.body.kept, entry.status)
        (effect, note) = (ResourceEffect(madeBy: entry), entry.policy)
        action = treated?.action ?? .normal
        guard let reply = treated?.reply else { return }
        replyHeaders = reply.headers
        if entry.end == .completed { sentBody = reply.content }
    }
}

extension Scenario.Reply {
    /// The bytes of the content as the model backend sends them; nil if they are not known.
    fileprivate var content: [UInt8]? {
        switch body {
        case .none: []
        case .json(let value), .problem(let value): value.bytes()
        case .text(let text): Array(text.utf8)
        case .bytes(let bytes, _): bytes
        case .events, .raw: nil
        }
    }
}

import Rehearsal
package import RehearsalContracts
import RehearsalPlatform
package import RehearsalServer

/// A runner of schedules. It starts a new backend and creates a new client for each schedule.
package struct ScheduleRunner: Sendable {
    private let subject: any ExploredSubject
    private let contract: ExploredContract
    private let latency: LatencyRecorder
    /// The monitor that measures the delays of the machine during each run.
    private let monitor: LatencyMonitor
    /// The compiled models, by the steps with late replies.
    private let compiledModels = Memo<[Int], CompiledScenario>(limit: 256)

    package init(_ subject: any ExploredSubject, _ exploration: Exploration, monitor: LatencyMonitor = .shared) {
        (self.subject, self.monitor) = (subject, monitor)
        contract = ExploredContract(subject.declaration, exploration)
        latency = LatencyRecorder(.tasks)
    }

    /// The real time between two reads of a body, after which the server rejects the request.
    private static let bodyTimeout = Duration.milliseconds(500)

    /// The time after the last step, in which requests that a client sends in the background arrive.
    private static let quietTime = Duration.seconds(3_600)

    /// Runs a schedule and the recovery steps after it, and returns their history.
    ///
    /// - Throws: ``ExplorationError`` if the backend does not start or the client cannot be created.
    package func run(_ schedule: Schedule) async throws -> History {
        let schedule = schedule.normalized
        let delays = [LatencyMonitor.Executor.tasks, .threads].map(monitor.observe)
        var history = History()
        history.steps = schedule.steps + recovery
        history.scheduledSteps = schedule.steps.count
        let clock = VirtualClock(waitsForThreads: true)
        let progress = ScheduleProgress()
        let treatment = RequestTreatment(contract, progress)
        let backend: Backend
        do { backend = try await start(schedule, treatment, clock) } catch {
            throw ExplorationError(description: "the model backend did not start: \(error)")
        }
        let client: ExploredClient
        do { client = try await subject.makeClient(request(to: backend), clock: clock) } catch {
            await backend.stop()
            throw ExplorationError(description: "the client could not be created: \(error)")
        }
        let run = ScheduleRun(
            client: client,
            backend: backend,
            clock: clock,
            progress: progress,
            treatment: treatment,
            latency: latency
        )
        var observers = [Task { await watch(progress, backend, clock) }]
        if schedule.steps.contains(where: { $0.actions.contains(.late) }) {
            observers.append(Task { await releaseLateReplies(of: run, progress, clock) })
        }
        for index in history.steps.indices {
            if index == history.scheduledSteps { await run.finish() }
            await run.perform(history.steps[index], index)
            if progress.hasStalled { break }
        }
        await run.finish()
        for observer in observers { observer.cancel() }
        history.record(run, treatment, backend, clock, client)
        history.longestDelay = .nanoseconds(delays.map { $0.end().longest }.max() ?? 0)
        await backend.stopWithReset()
        return history
    }

    /// Starts the backend. If no port is free, waits until one is.
    ///
    /// Each closed connection keeps its port for a minute, and a fast search closes more than there are ports.
    private func start(
        _ schedule: Schedule,
        _ treatment: RequestTreatment,
        _ clock: VirtualClock,
    ) async throws -> Backend {
        let late = schedule.steps.indices.filter { schedule.steps[$0].actions.contains(.late) }
        var model = model(late)
        // The compiled model is kept, and must not keep the requests of this schedule.
        let compiled = try compiledModels.result(for: late) { try Backend.compiledScenario(of: model) }
        model.requestCheck = treatment.check
        let options = options(clock)
        let limit = UsableTimeLimit(Self.portWait) { .zero }
        while true {
            do throws(Backend.StartError) {
                return try Backend.start(model, compiled: compiled, options: options)
            } catch {
                guard error.usedPort == 0, limit.left > .zero else { throw error }
            }
            try await UsableTimeLimit(Self.portInterval) { .zero }.pass()
        }
    }

    private static let portWait = Duration.seconds(90)
    private static let portInterval = Duration.milliseconds(200)

    /// Returns the model backend of a schedule.
    ///
    /// - Parameter late: the steps with late replies.
    private func model(_ late: [Int]) -> Scenario {
        var model = contract.exploration.model
        // A hold can be released before the first reply waits for it only if the scenario names it.
        let replies = late.map { Scenario.Reply(hold: Scenario.Hold(RequestTreatment.hold($0))) }
        if !replies.isEmpty { model.endpoints.append(.any("/~late", replies: replies)) }
        return model
    }

    private func options(_ clock: VirtualClock) -> Backend.Options {
        var options = Backend.Options()
        (options.clock, options.journalBytes, options.clockAdvancesDuringHolds) = (clock, 1 << 20, true)
        // URLSession on Linux sends a POST again without its body if a reused connection is lost, and then waits for a
        // reply as long as its timeout permits.
        options.limits.bodyTimeout = Self.bodyTimeout
        return options
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

    /// The steps that show whether the client has recovered.
    ///
    /// Each view is called without a connection, which shows what the client has stored. Then queued writes are sent,
    /// and each read is called once.
    private var recovery: [Schedule.Step] {
        let reads = contract.operations.filter { $0.isSafe && !contract.managesSessionOrQueue($0.name) }.map(\.name)
        let stored = contract.worksOffline ? reads.filter { contract.exploration.views[$0] != nil } : []
        let probes = stored.map { Schedule.Call($0, isOffline: true) }
        let calls = (contract.exploration.synchronizations + reads).map { Schedule.Call($0) }
        return probes.map { Schedule.Step(.call($0)) } + [Schedule.Step(.pause(Self.quietTime))]
            + calls.map { Schedule.Step(.call($0)) }
    }

    /// Sends the late replies of the first step that has any, each time the client waits for nothing else.
    ///
    /// A call can wait for a reply to another call, such as that to a shared login.
    private func releaseLateReplies(of run: ScheduleRun, _ progress: ScheduleProgress, _ clock: VirtualClock) async {
        while !Task.isCancelled {
            do { try await progress.untilUnchanged { try await clock.untilIdle() } } catch { return }
            run.releaseFirstLateReply()
        }
    }

    /// The interval of the checks whether the client makes progress.
    private static let interval = Duration.milliseconds(100)

    /// The real time for which an idle client may make no progress: its declared waits, and a margin for others.
    ///
    /// A client that waits on another clock than that of the harness does not hang.
    private var allowance: Duration {
        let retry = contract.declaration.retry
        let declared = retry.attempts > 1 ? WaitBounds(retry).longestTotal(retry.attempts) : .zero
        return Self.margin + min(declared, Self.maximumDeclaredWait)
    }

    private static let margin = Duration.seconds(3)
    private static let maximumDeclaredWait = Duration.seconds(10)

    /// Ends the run if the client makes no progress: no request, no wait and no virtual time that passes.
    private func watch(_ progress: ScheduleProgress, _ backend: Backend, _ clock: VirtualClock) async {
        var (last, unchanged) = ([Int64](), 0)
        let allowed = Int(allowance / Self.interval)
        while !Task.isCancelled {
            do { try await UsableTimeLimit(Self.interval) { latency.lost }.pass() } catch { return }
            let now = [
                Int64(progress.changeCount), Int64(backend.journal.count), clock.now.offset.nanoseconds,
                Int64(clock.sleeping),
            ]
            unchanged = now == last ? unchanged + 1 : 0
            last = now
            // A late reply is sent when the client is idle, and a sleeping task wakes when the clock advances. Both
            // take long only on a busy machine, unless an exchange makes no progress.
            let isReplyDue = backend.waitingHolds.contains(where: RequestTreatment.isHold)
            let limit = isReplyDue ? 600 : max(allowed, clock.sleeping == 0 ? 0 : 50)
            if unchanged >= limit { return progress.stall() }
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
        dropped = backend.journal.dropped + (run.isSettled ? 0 : 1)
        var version = 0
        requests = backend.journal.entries.map { entry in
            let index = entry.policy.flatMap(RequestTreatment.index)
            let known = index.flatMap(treatment.treatedRequest)
            var request = Request(entry, step: known?.step ?? treatment.step(at: entry.at), known)
            if known == nil {
                request.exemption = entry.exemption
                if request.exemption == nil { dropped += 1 }
            }
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
        if entry.end == .completed { sentContent = reply.content }
    }
}

extension Journal.Entry {
    /// The reason why neither an endpoint nor a policy replied; nil if one did.
    fileprivate var exemption: History.Exemption? {
        switch decision {
        case .unmatched: .undeclaredPath
        case .pending, .refused: .incompleteRequest
        case .reply, .exhausted: nil
        }
    }
}

extension Scenario.Reply {
    /// The content as the model backend sends it; nil if it is not known.
    fileprivate var content: History.SentContent? {
        switch body {
        case .none: .bytes([], nil)
        case .json(let value), .problem(let value): .document(value)
        case .text(let text): History.SentContent(Array(text.utf8))
        case .bytes(let bytes, _): History.SentContent(bytes)
        case .events, .raw: nil
        }
    }
}

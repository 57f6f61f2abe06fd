import Rehearsal
import RehearsalContracts
import RehearsalPlatform
import RehearsalServer

/// The state of a schedule while it runs: its calls, and those that still run in the background.
final class ScheduleRun: Sendable {
    private let client: ExploredClient
    private let backend: Backend
    private let clock: VirtualClock
    private let progress: ScheduleProgress
    private let treatment: RequestTreatment
    private let latency: LatencyRecorder
    private let state = Locked(State())

    private struct State {
        var records: [CallRecord] = []
        /// The step whose calls run in the background, and their number; nil for none.
        var background: (step: Int, calls: Int)?
        var isSettled = true
        /// Whether a call was cancelled since the client was last known to be idle.
        var hasCancelledCall = false
    }

    /// A call that has begun.
    private struct CallRecord: Sendable {
        let step: Int
        let operation: String
        let beganAt: Int64
        let wasOnline: Bool
        var ended: History.Call?
        var wasCancelled = false
    }

    init(
        client: ExploredClient,
        backend: Backend,
        clock: VirtualClock,
        progress: ScheduleProgress,
        treatment: RequestTreatment,
        latency: LatencyRecorder,
    ) {
        (self.client, self.backend, self.clock) = (client, backend, clock)
        (self.progress, self.treatment, self.latency) = (progress, treatment, latency)
    }

    /// Performs a step. It returns when the step has ended, or when the late reply of its background call is due.
    ///
    /// A call in the background of the step before ends after this step.
    func perform(_ step: Schedule.Step, _ index: Int) async {
        let background = state.withLock { state in
            defer { state.background = nil }
            return state.background
        }
        treatment.begin(step, index)
        switch step.event {
        case .pause(let duration): await pause(duration, index)
        case .call(let call): await perform(call, index)
        }
        if let background { await end(background.step, background.calls) }
        // An exchange of a cancelled call may still be open. It must not take an action of the next step.
        if state.withLock({ $0.background == nil }) { await settle() }
    }

    /// Ends the calls in the background of the last step.
    func finish() async {
        let background = state.withLock { state in
            defer { state.background = nil }
            return state.background
        }
        if let background { await end(background.step, background.calls) }
        await settle()
    }

    /// Whether all exchanges of each step ended before the next step began.
    var isSettled: Bool { state.withLock { $0.isSettled } }

    /// Sends the late replies to the calls of the first step that has any.
    func releaseFirstLateReply() {
        let waiting = Set(backend.waitingHolds)
        let steps = Set(treatment.treated.map(\.step)).sorted()
        guard let first = steps.first(where: { waiting.contains(RequestTreatment.hold($0)) }) else { return }
        try? backend.release(RequestTreatment.hold(first))
    }

    /// The calls in the order in which they began. A call that has not ended is a hang.
    var calls: [History.Call] {
        state.withLock { state in
            state.records.map { record in
                var call =
                    record.ended
                    ?? History.Call(
                        step: record.step,
                        operation: record.operation,
                        beganAt: record.beganAt,
                        endedAt: SystemClock.now(),
                        outcome: .hang
                    )
                (call.wasCancelled, call.wasOnline) = (record.wasCancelled, record.wasOnline)
                return call
            }
        }
    }

    /// Waits until each open exchange has ended, or waits for a hold or for virtual time, as that of a long poll.
    ///
    /// After a cancelled call, this also waits until the client is idle or has had time for it: the next call may share
    /// an exchange that the cancelled call began, such as a refresh, whose reply the client has not yet processed.
    private func settle() async {
        guard isSettled, !progress.hasStalled else { return }
        let hasCancelledCall = state.withLock { state in
            defer { state.hasCancelledCall = false }
            return state.hasCancelledCall
        }
        if await backend.settled(within: Self.shortSettling), !hasCancelledCall { return }
        if hasCancelledCall {
            _ = await isReached(within: Self.idling) { [self] in
                for _ in 0..<Self.pauses { try await clock.untilPaused() }
            }
        }
        let isSettled = await isReached(within: Self.settling) { [self] in
            for _ in 0..<Self.pauses where await !backend.settled(within: .zero) { try await clock.untilPaused() }
        }
        // A cancelled search has ended the wait, which says nothing about the exchanges.
        if !isSettled, !Task.isCancelled { state.withLock { $0.isSettled = false } }
    }

    /// Returns whether a wait for the client or the backend ends within a time, to which measured delays are added.
    ///
    /// A cancellation of the task ends the wait.
    private func isReached(
        within time: Duration,
        _ wait: @escaping @Sendable () async throws -> Void,
    ) async -> Bool {
        let limit = UsableTimeLimit(time) { [latency] in latency.lost }
        return await withTaskGroup(of: Bool.self) { group in
            group.addTask { (try? await wait()) != nil }
            group.addTask {
                try? await limit.pass()
                return false
            }
            defer { group.cancelAll() }
            return await group.next() ?? false
        }
    }

    /// The time in which most exchanges end.
    private static let shortSettling = Duration.milliseconds(5)
    /// The real time in which the client and the backend must be idle.
    ///
    /// The check takes several scheduling delays, one after another. On a busy machine each can be a second.
    private static let settling = Duration.seconds(30)
    /// The real time in which a client is idle after a cancelled call, unless it sends requests all the time.
    private static let idling = Duration.seconds(5)
    /// The number of times that the users of the clock must be idle, because a thread of the client can be delayed.
    private static let pauses = 3

    private func pause(_ duration: Duration, _ index: Int) async {
        let pause = Task { [self] in
            try? await clock.pause(for: duration)
            progress.recordEnd(in: index)
        }
        await progress.wait { $0.ended[index, default: 0] > 0 }
        pause.cancel()
        treatment.end(index)
    }

    private func perform(_ call: Schedule.Call, _ step: Int) async {
        if call.isOffline { client.setOnline(false) }
        var running: [RunningCall] = []
        for number in 0..<call.parallel {
            // The order of the first requests is that of the calls.
            if number > 0 {
                await progress.wait { counts in
                    counts.arrivals[step, default: 0] + counts.ended[step, default: 0] >= number
                }
            }
            running.append(begin(call, step))
        }
        if call.needsLateReply {
            await progress.wait { counts in
                counts.lateReplies[step, default: 0] > 0 || counts.ended[step, default: 0] >= call.parallel
            }
        }
        if call.isCancelled, let first = running.first { await cancel(first, step) }
        if call.isInBackground {
            state.withLock { $0.background = (step, call.parallel) }
        } else {
            await end(step, call.parallel)
        }
        if progress.hasStalled { for call in running { call.task.cancel() } }
        if call.isOffline { client.setOnline(true) }
    }

    /// Cancels a call, and waits until it has ended, or until the client is idle or has had time to end it; then until
    /// the server has read what the client has sent.
    ///
    /// Otherwise the late reply could end the call before the cancellation does, or be complete before the server sees
    /// that the client has closed the connection, and the schedule would have several histories.
    private func cancel(_ call: RunningCall, _ step: Int) async {
        state.withLock { $0.hasCancelledCall = true }
        call.cancel()
        let idle = Task { [self] in
            _ = await isReached(within: Self.settling) { [self] in
                try await progress.untilUnchanged { try await clock.untilPaused() }
            }
            if !Task.isCancelled { progress.recordIdleAfterCancellation(in: step) }
        }
        await progress.wait { call.hasEnded() || $0.idleAfterCancellation.contains(step) }
        idle.cancel()
        // The client can report the end of the call before another thread has closed the connection. The turns of the
        // loops give it time.
        await backend.drained()
    }

    /// Sends the late replies to the calls of a step, and waits until the calls have ended.
    private func end(_ step: Int, _ calls: Int) async {
        treatment.continueWith(step)
        // A reply can become due after this release, which therefore stays in effect.
        try? backend.release(RequestTreatment.hold(step))
        await progress.wait { $0.ended[step, default: 0] >= calls }
        treatment.end(step)
    }

    /// A call in progress.
    private struct RunningCall: Sendable {
        let task: Task<Void, Never>
        /// Records that the call was cancelled, unless it has ended.
        let recordCancellation: @Sendable () -> Void
        /// Returns whether the call has ended.
        let hasEnded: @Sendable () -> Bool

        func cancel() {
            recordCancellation()
            task.cancel()
        }
    }

    private func begin(_ call: Schedule.Call, _ step: Int) -> RunningCall {
        let (beganAt, virtualStart) = (SystemClock.now(), clock.now)
        let index = state.withLock { state in
            state.records.append(
                CallRecord(step: step, operation: call.operation, beganAt: beganAt, wasOnline: !call.isOffline)
            )
            return state.records.count - 1
        }
        let task = Task { [self] in
            var (outcome, error) = await client.call(call.operation)
            // The harness has cancelled a call that made no progress.
            if progress.hasStalled { (outcome, error) = (.hang, nil) }
            var ended = History.Call(
                step: step,
                operation: call.operation,
                beganAt: beganAt,
                endedAt: SystemClock.now(),
                outcome: outcome
            )
            (ended.error, ended.elapsed) = (error, virtualStart.duration(to: clock.now))
            state.withLock { $0.records[index].ended = ended }
            progress.recordEnd(in: step)
        }
        return RunningCall(
            task: task,
            recordCancellation: { [self] in
                state.withLock { $0.records[index].wasCancelled = $0.records[index].ended == nil }
            },
            hasEnded: { [self] in state.withLock { $0.records[index].ended != nil } }
        )
    }
}

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
    private let state = Locked(State())

    private struct State {
        var records: [CallRecord] = []
        var isOnline = true
        /// The step whose calls run in the background, and their number; nil for none.
        var background: (step: Int, calls: Int)?
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
    ) {
        (self.client, self.backend, self.clock) = (client, backend, clock)
        (self.progress, self.treatment) = (progress, treatment)
    }

    /// Performs a step. It returns when the step has ended, or when its background call has sent its first request.
    func perform(_ step: Schedule.Step, _ index: Int) async {
        treatment.begin(index, step.actions)
        let background = state.withLock { state in
            defer { state.background = nil }
            return state.background
        }
        switch step.event {
        case .pause(let duration): try? await clock.pause(for: duration)
        case .connectivity(let isOnline):
            state.withLock { $0.isOnline = isOnline }
            client.setOnline(isOnline)
        case .call(let call): await perform(call, index, step.actions)
        }
        if let background { await end(background.step, background.calls) }
        // An exchange of a cancelled call may still be open. It must not take an action of the next step.
        if state.withLock({ $0.background == nil }), !progress.hasStalled { await backend.settled(within: .seconds(5)) }
    }

    /// Ends the calls in the background of the last step.
    func finish() async {
        let background = state.withLock { $0.background }
        if let background { await end(background.step, background.calls) }
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

    private func perform(_ call: Schedule.Call, _ step: Int, _ actions: [ScheduleAction]) async {
        let tasks = (0..<call.parallel).map { _ in begin(call.operation, step) }
        if call.isCancelled, let first = tasks.first {
            let wanted = max(1, actions.firstIndex(of: .late).map { $0 + 1 } ?? actions.count)
            _ = await progress.wait { counts in
                counts.arrivals[step, default: 0] >= wanted || counts.ended[step, default: 0] >= call.parallel
            }
            first.record.cancel()
            first.task.cancel()
        }
        if call.isInBackground {
            _ = await progress.wait { counts in
                counts.arrivals[step, default: 0] > 0 || counts.ended[step, default: 0] >= call.parallel
            }
            state.withLock { $0.background = (step, call.parallel) }
            return
        }
        await end(step, call.parallel)
        if progress.hasStalled { for task in tasks { task.task.cancel() } }
    }

    /// Sends the late replies to the calls of a step, and waits until the calls have ended.
    private func end(_ step: Int, _ calls: Int) async {
        // A reply becomes late when it is due, so it may be held after the first release. The release therefore stays
        // in effect until the calls have ended.
        try? backend.release(ScheduleAction.lateHold)
        _ = await progress.wait { $0.ended[step, default: 0] >= calls }
        try? backend.hold(ScheduleAction.lateHold)
    }

    /// A call in progress, and the function that marks it as cancelled.
    private struct RunningCall {
        let task: Task<Void, Never>
        let record: CancelMark

        struct CancelMark { let cancel: () -> Void }
    }

    private func begin(_ operation: String, _ step: Int) -> RunningCall {
        let (beganAt, virtualStart) = (SystemClock.now(), clock.now)
        let index = state.withLock { state in
            let record = CallRecord(step: step, operation: operation, beganAt: beganAt, wasOnline: state.isOnline)
            state.records.append(record)
            return state.records.count - 1
        }
        let task = Task { [self] in
            let (outcome, error) = await client.call(operation)
            let endedAt = SystemClock.now()
            var ended = History.Call(
                step: step,
                operation: operation,
                beganAt: beganAt,
                endedAt: endedAt,
                outcome: outcome
            )
            (ended.error, ended.elapsed) = (error, virtualStart.duration(to: clock.now))
            state.withLock { $0.records[index].ended = ended }
            progress.recordEnd(in: step)
        }
        return RunningCall(
            task: task,
            record: .init { [self] in state.withLock { $0.records[index].wasCancelled = $0.records[index].ended == nil }
            }
        )
    }
}

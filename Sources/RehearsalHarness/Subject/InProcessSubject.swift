#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import Rehearsal
package import RehearsalContracts
import RehearsalPlatform
package import RehearsalServer

/// A subject in this process, which creates a client for each case.
package struct InProcessSubject<Subject>: TestSubject {
    let contract: Contract<Subject>
    let make: @Sendable (SubjectContext) async throws -> Subject
    let classifier: ErrorClassifier
    package init(_ contract: Contract<Subject>, make: @escaping @Sendable (SubjectContext) async throws -> Subject) {
        (self.contract, self.make) = (contract, make)
        classifier = ErrorClassifier(own: contract.classify)
    }

    package var declaration: Declaration { contract.declaration }

    package var acceptsClock: Bool { contract.declares.features.clockInjection }

    /// The executor of Swift tasks in this process.
    package var executor: LatencyMonitor.Executor { .tasks }

    /// Runs a case. The answer is `hang` if the calls exceed the time limit; they are cancelled, but not awaited.
    package func answer(_ request: CaseRequest, clock: VirtualClock?, _ latency: LatencyRecorder) async -> CaseAnswer {
        guard let operation = contract.actions.first(where: { $0.declared.name == request.operation }) else {
            return .cannotRun("the contract does not declare the operation \(request.operation)")
        }
        guard let url = URL(string: request.baseURL) else { return .cannotRun("\(request.baseURL) is not a URL") }
        let context = SubjectContext(request, baseURL: url, clock: clock ?? ContinuousClock())
        let limit = request.hangTimeout
        let start = ContinuousClock.now
        let cancellation = CancellationRecord()
        let outcomes = await TimeLimitedWork.run(within: UsableTimeLimit(limit) { latency.lost }) {
            await run(operation, request, in: context, clock: clock, recording: cancellation)
        }
        guard let outcomes else { return .hang(limit) }
        switch outcomes {
        case .success(let outcomes):
            let elapsed = cancellation.elapsed(since: start, requested: request.cancelAfter)
            return .outcomes(
                outcomes.map(\.outcome),
                elapsed: elapsed,
                store: context.store.all,
                errors: outcomes.map(\.error)
            )
        case .failure(let error): return .cannotRun("the client could not be created: \(error)")
        }
    }

    /// The outcome of a call, and the error that it threw; nil if it returned a value.
    private typealias CallResult = (outcome: ClientOutcome, error: ThrownError?)

    /// Creates a client and makes its calls, which it cancels if the case requires this.
    ///
    /// - Throws: in the result, the error of the client's creation.
    private func run(
        _ operation: Contract<Subject>.Operation,
        _ request: CaseRequest,
        in context: SubjectContext,
        clock: VirtualClock?,
        recording cancellation: CancellationRecord,
    ) async -> Result<[CallResult], any Error> {
        let pause: @Sendable (Duration) async throws -> Void = { duration in
            if let clock { try await clock.pause(for: duration) } else { try await Task.sleep(for: duration) }
        }
        let work = Task {
            let subject: Subject
            do { subject = try await make(context) } catch { return Result<[CallResult], any Error>.failure(error) }
            return .success(await calls(operation.reachingCheckpoints(at: context.baseURL), subject, request, pause))
        }
        // Before its first call, the task cancels itself; the schedule cancels the first of several calls.
        let cancelsAll = request.cancelAfter != .zero && !request.cancelsOnlyFirst
        let canceller = request.cancelAfter.flatMap { cancelsAll ? $0 : nil }.map { after in
            Task {
                try await pause(after)
                cancellation.begin()
                work.cancel()
            }
        }
        defer { canceller?.cancel() }
        return await withTaskCancellationHandler {
            await work.value
        } onCancel: {
            work.cancel()
        }
    }

    private func calls(
        _ operation: Contract<Subject>.Operation,
        _ subject: Subject,
        _ request: CaseRequest,
        _ pause: @escaping @Sendable (Duration) async throws -> Void,
    ) async -> [CallResult] {
        let describe: Contract<Subject>.Operation.Describe = { ValueDescription.json(of: $0) }
        if request.parallel > 1, let callAtOnce = operation.parallelCall {
            let cancellation = request.cancelsOnlyFirst ? request.cancelAfter : nil
            let schedule = CallSchedule(every: request.stagger, cancellingFirstAfter: cancellation, pause: pause)
            return await callAtOnce(subject, request.args, request.parallel, describe, schedule).map(callResult)
        }
        if request.cancelAfter == .zero { withUnsafeCurrentTask { $0?.cancel() } }
        if !request.rows.isEmpty, let callOnRows = operation.rowCall {
            do {
                try await callOnRows(subject, request.rows)
                return [callResult(.success((.null, .fresh)))]
            } catch {
                return [callResult(.failure(error))]
            }
        }
        var outcomes: [CallResult] = []
        let first = Array(repeating: (operation, request.args), count: max(1, request.repetitions))
        let further = request.then.compactMap { name in
            contract.operations.first { $0.declared.name == name }.map { ($0, $0.declared.args) }
        }
        for (operation, arguments) in first + further {
            do {
                outcomes.append(callResult(.success(try await operation.call(subject, arguments, describe))))
            } catch {
                outcomes.append(callResult(.failure(error)))
            }
        }
        return outcomes
    }

    private func callResult(_ result: Result<Contract<Subject>.Operation.Returned, any Error>) -> CallResult {
        switch result {
        case .success(let returned): (.value(returned.value, returned.freshness), nil)
        case .failure(let error): (classifier.outcome(of: error), classifier.thrownError(error))
        }
    }
}

/// A record of the instant of a cancellation, which may be later than requested on a busy machine.
final class CancellationRecord: Sendable {
    private let instant = Locked<ContinuousClock.Instant?>(nil)

    /// Records that the cancellation begins now.
    func begin() { instant.withLock { $0 = .now } }

    /// Returns the duration of a call until now, without the lateness of the cancellation.
    func elapsed(since start: ContinuousClock.Instant, requested: Duration?) -> Duration {
        guard let requested, let instant = instant.withLock({ $0 }) else { return .now - start }
        return requested + (.now - instant)
    }
}

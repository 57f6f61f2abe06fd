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
    private let contract: Contract<Subject>
    private let make: @Sendable (SubjectContext) async throws -> Subject
    private let classifier: ErrorClassifier
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
            return .outcomes(outcomes, elapsed: elapsed, store: context.store.all)
        case .failure(let error): return .cannotRun("the client could not be created: \(error)")
        }
    }

    /// Creates a client and makes its calls, which it cancels if the case requires this.
    ///
    /// - Throws: in the result, the error of the client's creation.
    private func run(
        _ operation: Contract<Subject>.Operation,
        _ request: CaseRequest,
        in context: SubjectContext,
        clock: VirtualClock?,
        recording cancellation: CancellationRecord,
    ) async -> Result<[ClientOutcome], any Error> {
        let work = Task {
            let subject: Subject
            do { subject = try await make(context) } catch { return Result<[ClientOutcome], any Error>.failure(error) }
            return .success(await calls(operation, subject, request))
        }
        let canceller = request.cancelAfter.map { after in
            Task {
                if let clock { try await clock.pause(for: after) } else { try await Task.sleep(for: after) }
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
    ) async -> [ClientOutcome] {
        let describe: Contract<Subject>.Operation.Describe = { ValueDescription.json(of: $0) }
        if request.parallel > 1, let callAtOnce = operation.parallelCall {
            return await callAtOnce(subject, request.parallel, describe).map(outcome)
        }
        var outcomes: [ClientOutcome] = []
        for _ in 0..<max(1, request.repetitions) {
            do {
                outcomes.append(outcome(.success(try await operation.call(subject, describe))))
            } catch {
                outcomes.append(outcome(.failure(error)))
            }
        }
        return outcomes
    }

    private func outcome(_ result: Result<Contract<Subject>.Operation.Returned, any Error>) -> ClientOutcome {
        switch result {
        case .success(let returned): .value(returned.value, returned.freshness)
        case .failure(let error): classifier.outcome(of: error)
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

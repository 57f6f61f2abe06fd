#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import Rehearsal
package import RehearsalContracts
import RehearsalPlatform
package import RehearsalServer

/// A client in this process, created for each case.
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

    /// The executor: the concurrency pool of this process.
    package var executor: LatencyMonitor.Executor { .tasks }

    /// Runs a case; a call that exceeds its limit is abandoned, and the answer is a hang.
    package func answer(_ request: CaseRequest, clock: VirtualClock?, _ latency: LatencyRecorder) async -> CaseAnswer {
        guard let operation = contract.actions.first(where: { $0.declared.name == request.operation }) else {
            return .cannotRun("the contract has no operation \(request.operation)")
        }
        guard let url = URL(string: request.baseURL) else { return .cannotRun("\(request.baseURL) is not a URL") }
        let trial = SubjectContext(request, baseURL: url, clock: clock ?? ContinuousClock())
        let limit = request.hangTimeout
        let start = ContinuousClock.now
        let cancelling = CancellationRecord()
        let outcomes = await TimeLimitedWork.run(within: UsableTimeLimit(limit) { latency.lost }) {
            await attempt(operation, request, in: trial, clock: clock, cancelling: cancelling)
        }
        guard let outcomes else { return .hang(limit) }
        switch outcomes {
        case .success(let outcomes):
            let elapsed = cancelling.elapsed(since: start, asked: request.cancelAfter)
            return .outcomes(outcomes, elapsed: elapsed, store: trial.store.all)
        case .failure(let error): return .cannotRun("the client could not be created: \(error)")
        }
    }

    private func attempt(
        _ operation: Contract<Subject>.Operation,
        _ request: CaseRequest,
        in trial: SubjectContext,
        clock: VirtualClock?,
        cancelling: CancellationRecord,
    ) async -> Result<[ClientOutcome], any Error> {
        let work = Task {
            let subject: Subject
            do { subject = try await make(trial) } catch { return Result<[ClientOutcome], any Error>.failure(error) }
            return .success(await calls(operation, subject, request))
        }
        let canceller = request.cancelAfter.map { after in
            Task {
                if let clock { try await clock.pause(for: after) } else { try await Task.sleep(for: after) }
                cancelling.begin()
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

/// The instant of a cancellation, which may be later than requested on a busy machine.
final class CancellationRecord: Sendable {
    private let instant = Locked<ContinuousClock.Instant?>(nil)

    /// Records the cancellation.
    func begin() { instant.withLock { $0 = .now } }

    /// Returns the time that a call took, corrected for a late cancellation.
    func elapsed(since start: ContinuousClock.Instant, asked: Duration?) -> Duration {
        guard let asked, let instant = instant.withLock({ $0 }) else { return .now - start }
        return asked + (.now - instant)
    }
}

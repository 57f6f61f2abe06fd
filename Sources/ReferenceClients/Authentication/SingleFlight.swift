/// A runner that shares one run of an operation among concurrent callers.
///
/// A cancelled caller returns at once. By default, the operation continues to its end even without callers, because its
/// effect on the server cannot be undone.
actor SingleFlight<Value: Sendable> {
    private let isReading: Bool
    private var waiters: [Int: CheckedContinuation<Value, any Error>] = [:]
    private var run: Task<Void, Never>?
    private var runNumber = 0
    private var nextWaiter = 0

    /// Creates a runner.
    ///
    /// - Parameter isReading: whether the operation has no effect on the server, and is cancelled with its last caller.
    init(isReading: Bool = false) { self.isReading = isReading }

    /// Returns the result of the run in progress, or of a new run.
    ///
    /// - Throws: the error of the operation, or `CancellationError`.
    func value(_ operation: @escaping @Sendable () async throws -> Value) async throws -> Value {
        let waiter = nextWaiter
        nextWaiter += 1
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                if Task.isCancelled {
                    continuation.resume(throwing: CancellationError())
                } else {
                    waiters[waiter] = continuation
                    start(operation)
                }
            }
        } onCancel: {
            Task { await cancel(waiter) }
        }
    }

    private func start(_ operation: @escaping @Sendable () async throws -> Value) {
        guard run == nil else { return }
        runNumber += 1
        let number = runNumber
        run = Task {
            do {
                finish(number, .success(try await operation()))
            } catch {
                finish(number, .failure(error))
            }
        }
    }

    private func finish(_ number: Int, _ result: Result<Value, any Error>) {
        // The callers of a later run do not receive the result of a cancelled one.
        guard number == runNumber, run != nil else { return }
        let callers = waiters.values
        waiters = [:]
        run = nil
        for caller in callers { caller.resume(with: result) }
    }

    private func cancel(_ waiter: Int) {
        guard let caller = waiters.removeValue(forKey: waiter) else { return }
        caller.resume(throwing: CancellationError())
        guard isReading, waiters.isEmpty else { return }
        run?.cancel()
        run = nil
    }
}

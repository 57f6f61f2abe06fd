/// A runner that shares one run of an operation among concurrent callers.
///
/// A cancelled caller returns at once. The operation continues to its end, even without callers, because its effect on
/// the server cannot be undone.
actor SingleFlight<Value: Sendable> {
    private var waiters: [Int: CheckedContinuation<Value, any Error>] = [:]
    private var isRunning = false
    private var nextWaiter = 0

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
        guard !isRunning else { return }
        isRunning = true
        Task {
            do {
                finish(.success(try await operation()))
            } catch {
                finish(.failure(error))
            }
        }
    }

    private func finish(_ result: Result<Value, any Error>) {
        let callers = waiters.values
        waiters = [:]
        isRunning = false
        for caller in callers { caller.resume(with: result) }
    }

    private func cancel(_ waiter: Int) {
        waiters.removeValue(forKey: waiter)?.resume(throwing: CancellationError())
    }
}

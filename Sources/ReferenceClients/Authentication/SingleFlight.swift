/// Lets any number of callers share one run of an operation.
///
/// A caller that is cancelled leaves at once; the operation goes on for the others, and to its end even without them,
/// because what it changes at the server cannot be taken back.
actor SingleFlight<Value: Sendable> {
    private var waiters: [Int: CheckedContinuation<Value, any Error>] = [:]
    private var isFlying = false
    private var nextWaiter = 0

    /// The result of the run that is under way, or of a new one.
    ///
    /// - Throws: what the operation throws, or `CancellationError`.
    func value(_ operation: @escaping @Sendable () async throws -> Value) async throws -> Value {
        let waiter = nextWaiter
        nextWaiter += 1
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                if Task.isCancelled {
                    continuation.resume(throwing: CancellationError())
                } else {
                    waiters[waiter] = continuation
                    takeOff(operation)
                }
            }
        } onCancel: {
            Task { await leave(waiter) }
        }
    }

    private func takeOff(_ operation: @escaping @Sendable () async throws -> Value) {
        guard !isFlying else { return }
        isFlying = true
        Task {
            do {
                land(.success(try await operation()))
            } catch {
                land(.failure(error))
            }
        }
    }

    private func land(_ result: Result<Value, any Error>) {
        let landed = waiters.values
        waiters = [:]
        isFlying = false
        for waiter in landed { waiter.resume(with: result) }
    }

    private func leave(_ waiter: Int) {
        waiters.removeValue(forKey: waiter)?.resume(throwing: CancellationError())
    }
}

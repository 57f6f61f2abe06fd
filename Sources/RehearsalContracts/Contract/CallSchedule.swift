/// The schedule of parallel calls: the times at which they start, and at which the first one is cancelled.
package struct CallSchedule: Sendable {
    /// The time between the starts of two calls.
    var interval: Duration
    /// The time from the start of the first call to its cancellation; nil for no cancellation.
    var cancellation: Duration?
    /// The function that waits for a duration by the clock of the test case.
    var pause: @Sendable (Duration) async throws -> Void

    package init(
        every interval: Duration = .zero,
        cancellingFirstAfter cancellation: Duration? = nil,
        pause: @escaping @Sendable (Duration) async throws -> Void,
    ) {
        (self.interval, self.cancellation, self.pause) = (interval, cancellation, pause)
    }

    /// Makes the call with this index at its time, and returns its result.
    package func result<Value: Sendable>(
        of index: Int,
        _ call: @escaping @Sendable () async throws -> Value,
    ) async -> Result<Value, any Error> {
        // If the wait is cancelled, the call is made in the cancelled task.
        if index > 0, interval > .zero { try? await pause(interval * index) }
        guard index == 0, let cancellation else {
            do { return .success(try await call()) } catch { return .failure(error) }
        }
        let work = Task { try await call() }
        let canceller = Task {
            try await pause(cancellation)
            work.cancel()
        }
        defer { canceller.cancel() }
        return await withTaskCancellationHandler {
            await work.result
        } onCancel: {
            work.cancel()
        }
    }
}

import RehearsalPlatform
import RehearsalServer

/// Runs a blocking closure on a new thread, so that it does not block the cooperative pool.
package func runBlocking<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        do {
            try Thread.start { continuation.resume(with: Result { try body() }) }.detach()
        } catch {
            continuation.resume(throwing: error)
        }
    }
}

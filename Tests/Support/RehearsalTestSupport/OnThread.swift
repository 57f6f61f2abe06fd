import RehearsalPlatform
import RehearsalServer

/// Runs what blocks on a thread of its own, so that it does not hold one of the few on which tasks run.
package func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        do {
            try Thread.start { continuation.resume(with: Result { try body() }) }.detach()
        } catch {
            continuation.resume(throwing: error)
        }
    }
}

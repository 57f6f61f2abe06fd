import Foundation

/// A guard that discards the results of outdated fetches.
@MainActor
final class LatestFetch {
    private var newest = 0

    /// Runs a fetch and returns its result; returns nil if a newer fetch has begun in the meantime.
    func result<Value>(of fetch: () async throws -> Value) async -> Result<Value, any Error>? {
        newest += 1
        let number = newest
        let result: Result<Value, any Error>
        do {
            result = .success(try await fetch())
        } catch {
            result = .failure(error)
        }
        return number == newest ? result : nil
    }
}

extension Error {
    /// The message for the user; nil for a cancellation.
    var messageForUser: String? { self is CancellationError ? nil : localizedDescription }
}

import Foundation

/// A runner of fetches that discards the result of a fetch if a newer one has begun.
@MainActor
final class LatestFetch {
    private var newest = 0

    /// Runs a fetch and returns its result.
    ///
    /// - Returns: nil if a newer fetch began, or the result was discarded, before this fetch ended.
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

    /// Discards the result of a fetch in progress.
    func discard() { newest += 1 }
}

extension Error {
    /// The message for the user; nil for a cancellation.
    var messageForUser: String? { self is CancellationError ? nil : localizedDescription }
}

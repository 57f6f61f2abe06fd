import Foundation

/// Lets only the newest of several fetches speak: the answer of an older one comes too late to be shown.
@MainActor
final class NewestOnly {
    private var newest = 0

    /// The result of a fetch; nil if another one has begun meanwhile.
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
    /// One sentence for the user; nil where nothing went wrong: whoever leaves a screen is shown no error.
    var messageForUser: String? { self is CancellationError ? nil : localizedDescription }
}

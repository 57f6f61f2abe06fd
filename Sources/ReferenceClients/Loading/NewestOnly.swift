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

/// What was removed from a list while it was being fetched: an answer from before may still have it.
struct RemovedMeanwhile<Element: Identifiable> {
    private var ids: Set<Element.ID> = []

    /// A fetch begins; its answer knows of everything that was removed before.
    mutating func begin() { ids = [] }

    /// Something has been removed.
    mutating func insert(_ id: Element.ID) { ids.insert(id) }

    /// An answer without what has been removed since it was asked for.
    func filtered(_ answer: [Element]) -> [Element] { answer.filter { !ids.contains($0.id) } }
}

extension Error {
    /// One sentence for the user; nil where nothing went wrong: whoever leaves a screen is shown no error.
    var messageForUser: String? { self is CancellationError ? nil : localizedDescription }
}

/// Knows who asks.
public protocol TokenProvider: Sendable {
    /// The bearer token for the next request; nil if it is sent without one.
    ///
    /// - Throws: ``AuthenticationError`` if there should be one and is none.
    func token() async throws -> String?

    /// The token that follows one that the server refused; nil if none does.
    ///
    /// - Throws: why there is no other, or `CancellationError` if the task was cancelled.
    func token(replacing refused: String) async throws -> String?
}

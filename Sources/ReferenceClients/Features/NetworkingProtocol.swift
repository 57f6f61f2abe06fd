/// Asks the backend of the features; what services and workers are given.
public protocol NetworkingProtocol: Sendable {
    /// Reads: `GET`.
    ///
    /// - Throws: ``NetworkError``, or `CancellationError` if the task was cancelled.
    func fetch<Value: Decodable>(_ endpoint: FeatureEndpoint) async throws -> Value
    /// Sends, once: `POST`.
    ///
    /// - Throws: what ``fetch(_:)`` throws.
    func post<Value: Decodable>(_ endpoint: FeatureEndpoint) async throws -> Value
    /// Removes: `DELETE`.
    ///
    /// - Throws: what ``fetch(_:)`` throws, also if there was nothing to be removed.
    func delete(_ endpoint: FeatureEndpoint) async throws
}

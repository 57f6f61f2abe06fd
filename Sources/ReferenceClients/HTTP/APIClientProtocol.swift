/// Asks an API; what repositories and services are given.
public protocol APIClientProtocol: Sendable {
    /// The answer to a request.
    ///
    /// - Throws: ``NetworkError``, ``AuthenticationError``, or `CancellationError` if the task was cancelled. A status
    ///   outside of 200…299 is ``NetworkError/httpError(_:)``.
    func response(to endpoint: Endpoint) async throws -> HTTPResponse
}

extension APIClientProtocol {
    /// The answer to a request as a value.
    ///
    /// - Throws: what ``response(to:)`` throws; ``NetworkError/decodingError(_:_:)`` if the answer is no such value.
    public func value<Value: Decodable>(
        _ type: Value.Type = Value.self,
        from endpoint: Endpoint
    ) async throws -> Value {
        try await response(to: endpoint).value(type)
    }

    /// Sends a request whose answer has nothing to say but that it was carried out; a body is not read.
    ///
    /// - Throws: what ``response(to:)`` throws.
    public func perform(_ endpoint: Endpoint) async throws {
        _ = try await response(to: endpoint)
    }
}

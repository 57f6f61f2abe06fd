public import Foundation

/// The interface through which repositories and services send requests to an API.
public protocol APIClientProtocol: Sendable {
    /// Sends a request and returns the response.
    ///
    /// - Throws: ``NetworkError``, ``AuthenticationError``, or `CancellationError` if the task was cancelled. A status
    ///   outside of 200…299 is ``NetworkError/httpError(_:)``.
    func response(to endpoint: Endpoint) async throws -> HTTPResponse
}

extension APIClientProtocol {
    /// Sends a request and decodes the body of the response.
    ///
    /// - Throws: the errors of ``response(to:)``; ``NetworkError/decodingError(_:_:)`` if the body cannot be decoded.
    public func value<Value: Decodable>(
        _ type: Value.Type = Value.self,
        from endpoint: Endpoint
    ) async throws -> Value {
        try await response(to: endpoint).value(type)
    }

    /// Sends a request and ignores the body of the response.
    ///
    /// - Throws: the errors of ``response(to:)``.
    public func perform(_ endpoint: Endpoint) async throws {
        _ = try await response(to: endpoint)
    }

    /// Removes a resource with `DELETE`.
    ///
    /// A 404 or 410 after a retry is a success: an earlier attempt, whose response was lost, may have removed the
    /// resource (RFC 9110 §9.2.2).
    ///
    /// - Throws: the errors of ``response(to:)``, including a 404 or 410 to the first attempt.
    public func remove(_ path: EndpointPath) async throws {
        do {
            try await perform(Endpoint(.delete, path))
        } catch NetworkError.httpError(let failure)
            where [404, 410].contains(failure.status) && failure.response.attempts > 1
        {}
    }

    /// Sends a request and converts the decoded response to a model.
    ///
    /// - Parameter model: a function that converts the decoded document.
    /// - Throws: the errors of ``value(_:from:)``.
    func model<DTO: Decodable, Model>(_ model: (DTO) -> Model, from endpoint: Endpoint) async throws -> Model {
        model(try await value(from: endpoint))
    }

    /// Sends a request for one resource and converts the decoded response to a model.
    ///
    /// - Parameter id: the requested identifier.
    /// - Throws: the errors of ``value(_:from:)``; ``NetworkError/decodingError(_:_:)`` if the model has another
    ///   identifier.
    func model<DTO: Decodable, Model: Identifiable>(
        _ model: (DTO) -> Model,
        id: Model.ID,
        from endpoint: Endpoint,
    ) async throws -> Model {
        let response = try await response(to: endpoint)
        return try model(response.value(DTO.self)).requiring(id, in: response.body)
    }
}

/// A client of one API that authorizes its requests and throws an error for each status outside of 200…299.
public struct APIClient: APIClientProtocol {
    private let baseURL: URL
    private let tokens: any TokenProvider
    private let transport: any HTTPTransport

    /// Creates a client with its own `URLSession`.
    ///
    /// - Parameters:
    ///   - baseURL: the URL to which the path of each endpoint is appended.
    ///   - tokens: the source of bearer tokens.
    ///   - timeout: the time without received data after which an attempt fails, rounded up to whole seconds.
    ///   - retry: the policy for retries.
    ///   - clock: the clock for pauses between attempts.
    public init(
        baseURL: URL,
        tokens: some TokenProvider = .none,
        timeout: Duration = .seconds(30),
        retry: RetryPolicy = .standard,
        clock: any Clock<Duration> = ContinuousClock(),
    ) {
        let transport = URLSessionTransport(timeout: timeout)
        self.init(
            baseURL: baseURL,
            tokens: tokens,
            transport: RetryingTransport(transport, policy: retry, clock: clock)
        )
    }

    /// Creates a client with a transport that other clients can share.
    public init(baseURL: URL, tokens: some TokenProvider = .none, transport: any HTTPTransport) {
        self.baseURL = baseURL
        self.tokens = tokens
        self.transport = transport
    }

    /// Sends a request and returns the response. After a 401 the client sends the request once more with a new token,
    /// unless it sent none or has no replacement.
    public func response(to endpoint: Endpoint) async throws -> HTTPResponse {
        let request = try endpoint.request(to: baseURL)
        guard let token = try await tokens.token() else { return try successful(await transport.send(request)) }
        let response = try await transport.send(request.authorized(token))
        guard response.status == 401, let token = try await tokens.token(replacing: token) else {
            return try successful(response)
        }
        var repeated = request.authorized(token)
        // The attempt that was rejected for its token is not a failed one.
        repeated.failedAttempts = response.attempts - 1
        return try successful(await transport.send(repeated))
    }

    private func successful(_ response: HTTPResponse) throws -> HTTPResponse {
        guard response.isSuccess else { throw NetworkError.httpError(HTTPFailure(response)) }
        return response
    }
}

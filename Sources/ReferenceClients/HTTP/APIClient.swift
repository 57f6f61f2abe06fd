public import Foundation

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

    /// Removes what a path names: `DELETE`, whose answer has nothing to say.
    ///
    /// What is gone when the request is repeated was removed by the attempt whose answer was lost (RFC 9110 §9.2.2: the
    /// response may differ, the effect does not).
    ///
    /// - Throws: what ``response(to:)`` throws, also if there was nothing to be removed.
    public func remove(_ path: EndpointPath) async throws {
        do {
            try await perform(Endpoint(.delete, path))
        } catch NetworkError.httpError(let failure)
            where [404, 410].contains(failure.status) && failure.response.attempts > 1
        {}
    }

    /// Returns the model that is made of the response to a request.
    ///
    /// - Parameter model: makes the model of the decoded document.
    /// - Throws: what ``value(_:from:)`` throws.
    func model<DTO: Decodable, Model>(_ model: (DTO) -> Model, from endpoint: Endpoint) async throws -> Model {
        model(try await value(from: endpoint))
    }

    /// Returns the model that is made of the response to a request about one thing.
    ///
    /// - Throws: what ``value(_:from:)`` throws; ``NetworkError/decodingError(_:_:)`` if the response is about another.
    func model<DTO: Decodable, Model: Identifiable>(
        _ model: (DTO) -> Model,
        id: Model.ID,
        from endpoint: Endpoint,
    ) async throws -> Model {
        let response = try await response(to: endpoint)
        return try model(response.value(DTO.self)).checked(id, in: response.body)
    }
}

/// Asks one API: makes requests of endpoints, proves who asks, and tells success from failure.
public struct APIClient: APIClientProtocol {
    private let baseURL: URL
    private let tokens: any TokenProvider
    private let transport: any HTTPTransport

    /// A client with a session of its own.
    ///
    /// - Parameters:
    ///   - baseURL: what the path of every endpoint is put behind.
    ///   - tokens: who asks.
    ///   - timeout: how long the network may be silent before an attempt fails; whole seconds.
    ///   - retry: what is sent again.
    ///   - clock: what pauses between attempts are taken by.
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

    /// A client over a transport that may serve others too.
    public init(baseURL: URL, tokens: some TokenProvider = .none, transport: any HTTPTransport) {
        self.baseURL = baseURL
        self.tokens = tokens
        self.transport = transport
    }

    /// The answer to a request; one that was refused with 401 is sent once more with a new token, if there is one.
    public func response(to endpoint: Endpoint) async throws -> HTTPResponse {
        let request = try endpoint.request(to: baseURL)
        guard let token = try await tokens.token() else { return try successful(await transport.send(request)) }
        let response = try await transport.send(request.bearing(token))
        guard response.status == 401, let token = try await tokens.token(replacing: token) else {
            return try successful(response)
        }
        return try successful(await transport.send(request.bearing(token)))
    }

    private func successful(_ response: HTTPResponse) throws -> HTTPResponse {
        guard response.isSuccess else { throw NetworkError.httpError(HTTPFailure(response)) }
        return response
    }
}

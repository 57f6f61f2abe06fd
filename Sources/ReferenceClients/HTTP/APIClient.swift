public import Foundation

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

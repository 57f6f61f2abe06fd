public import Foundation

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

extension Users {
    /// The interface through which data sources send requests.
    public protocol HTTPClientContract: Sendable {
        /// Sends a request and decodes the body of the response.
        ///
        /// - Throws: ``NetworkError``, or `CancellationError` if the task was cancelled.
        func request<T: Decodable>(_ endpoint: Endpoint) async throws -> sending T
        /// Sends a request and returns the body of the response.
        ///
        /// - Throws: ``NetworkError``, or `CancellationError` if the task was cancelled.
        func request(_ endpoint: Endpoint) async throws -> Data
    }

    /// An HTTP client that adapts the shared ``APIClientProtocol`` to this app.
    ///
    /// It is an actor, because this app uses actors for all types that several tasks share.
    public actor HTTPClient: HTTPClientContract {
        private let client: any APIClientProtocol

        /// Creates a client that wraps the shared client.
        public init(client: any APIClientProtocol) { self.client = client }

        /// Creates a client that sends requests with the caller's session.
        public init(baseURL: URL, session: URLSession) {
            let transport = RetryingTransport(URLSessionTransport(session: session))
            client = APIClient(baseURL: baseURL, transport: transport)
        }

        /// Sends a request and decodes the body of the response.
        public func request<T: Decodable>(_ endpoint: Endpoint) async throws -> sending T {
            try await client.value(from: endpoint)
        }

        /// Sends a request and returns the body of the response.
        public func request(_ endpoint: Endpoint) async throws -> Data {
            try await client.response(to: endpoint).body
        }
    }
}

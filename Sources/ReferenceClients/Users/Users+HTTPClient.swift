public import Foundation

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

extension Users {
    /// Asks the backend; what data sources are given.
    public protocol HTTPClientContract: Sendable {
        /// The answer to a request as a value.
        ///
        /// - Throws: ``NetworkError``, or `CancellationError` if the task was cancelled.
        func request<T: Decodable>(_ endpoint: Endpoint) async throws -> sending T
        /// The answer to a request as it arrived.
        ///
        /// - Throws: ``NetworkError``, or `CancellationError` if the task was cancelled.
        func request(_ endpoint: Endpoint) async throws -> Data
    }

    /// Asks the backend through `URLSession`: what all apps share, in the shape that this team writes down.
    ///
    /// An actor, as everything is in this app that several tasks use.
    public actor HTTPClient: HTTPClientContract {
        private let client: any APIClientProtocol

        /// A client over that of all apps.
        public init(client: any APIClientProtocol) { self.client = client }

        /// A client over a session of somebody else.
        public init(baseURL: URL, session: URLSession) {
            let transport = RetryingTransport(URLSessionTransport(session: session))
            client = APIClient(baseURL: baseURL, transport: transport)
        }

        /// Asks for a value. A status outside of 200…299 throws with status and body, as does what is no such value.
        public func request<T: Decodable>(_ endpoint: Endpoint) async throws -> sending T {
            try await client.value(from: endpoint)
        }

        /// Asks for bytes. A status outside of 200…299 throws with status and body.
        public func request(_ endpoint: Endpoint) async throws -> Data {
            try await client.response(to: endpoint).body
        }
    }
}

public import Foundation

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
}

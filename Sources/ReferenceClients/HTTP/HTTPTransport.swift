/// Carries one request to a server and its answer back.
///
/// Transports are stacked: one speaks to the network, another sends again what was lost.
public protocol HTTPTransport: Sendable {
    /// Sends a request and returns what the server answered, whatever its status says.
    ///
    /// - Throws: ``NetworkError`` if there is no whole answer; `CancellationError` if the task was cancelled. If it was
    ///   cancelled before, nothing is sent.
    func send(_ request: HTTPRequest) async throws -> HTTPResponse
}

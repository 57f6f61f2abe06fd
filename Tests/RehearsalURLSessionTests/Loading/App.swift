import Foundation
import RehearsalTesting
import RehearsalURLSession

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// An app with a hard-coded host, and a configuration that reroutes its requests to a backend.
struct App {
    static let host = "https://api.example.com"
    let session: URLSession
    // A backend stops when its last reference is released.
    private let backend: Backend

    /// - Parameter change: further changes of the app to its configuration after the rerouting.
    init(
        _ backend: Backend,
        hosts: [String] = ["api.example.com"],
        delegate: (any URLSessionDelegate)? = nil,
        change: (URLSessionConfiguration) -> Void = { _ in },
    ) {
        self.backend = backend
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = 60
        configuration.rehearse(backend.baseURL, hosts: hosts)
        change(configuration)
        session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
    }

    static func request(
        _ path: String,
        method: String = "GET",
        host: String = host,
        timeout: TimeInterval = 60,
    ) throws -> URLRequest {
        guard let url = URL(string: host + path) else { throw URLError(.badURL) }
        var request = URLRequest(url: url)
        request.httpMethod = method
        request.timeoutInterval = timeout
        return request
    }

    func get(_ path: String, host: String = Self.host) async throws -> (text: String, response: HTTPURLResponse) {
        try await send(Self.request(path, host: host))
    }

    func send(_ request: URLRequest) async throws -> (text: String, response: HTTPURLResponse) {
        let (data, response) = try await session.data(for: request)
        guard let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
        return (String(decoding: data, as: UTF8.self), response)
    }
}

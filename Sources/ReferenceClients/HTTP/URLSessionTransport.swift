#if canImport(FoundationNetworking)
    import Foundation
    public import FoundationNetworking
#else
    public import Foundation
#endif

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

/// Speaks to the network through `URLSession`.
///
/// A class, because a session of its own ends with it: sessions that are not invalidated are never freed.
public final class URLSessionTransport: HTTPTransport {
    private let session: URLSession
    private let isOwner: Bool

    /// A transport with an ephemeral session of its own: no cookies, no cache, no stored credentials.
    ///
    /// - Parameter timeout: how long the network may be silent before the request fails. Rounded up to whole seconds,
    ///   of which Linux takes no part.
    public init(timeout: Duration = .seconds(30)) {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = Self.wholeSeconds(timeout)
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.urlCache = nil
        configuration.httpCookieStorage = nil
        configuration.urlCredentialStorage = nil
        // The session's delegate, because Linux does not ask a task's.
        session = URLSession(configuration: configuration, delegate: RedirectGuard(), delegateQueue: nil)
        isOwner = true
    }

    /// A transport over a session that belongs to somebody else, and follows redirects as that one does.
    public init(session: URLSession) {
        self.session = session
        isOwner = false
    }

    deinit {
        if isOwner { session.finishTasksAndInvalidate() }
    }

    /// Sends a request once.
    public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        try Task.checkCancellation()
        do {
            let (body, response) = try await session.data(for: urlRequest(request))
            guard let response = response as? HTTPURLResponse else { throw NetworkError.invalidResponse }
            return HTTPResponse(status: response.statusCode, headers: Self.headers(of: response), body: body)
        } catch let error as URLError {
            // A session reports the end of its task as an error of the network.
            if error.code == .cancelled || Task.isCancelled { throw CancellationError() }
            throw NetworkError.networkError(error)
        }
    }

    private func urlRequest(_ request: HTTPRequest) -> URLRequest {
        var result = URLRequest(url: request.url)
        result.httpMethod = request.method.rawValue
        result.httpBody = request.body
        result.timeoutInterval = session.configuration.timeoutIntervalForRequest
        for field in request.headers.all { result.setValue(field.value, forHTTPHeaderField: field.name) }
        return result
    }

    private static func headers(of response: HTTPURLResponse) -> HeaderFields {
        var headers = HeaderFields()
        for (name, value) in response.allHeaderFields {
            if let name = name as? String, let value = value as? String { headers[name] = value }
        }
        return headers
    }

    static func wholeSeconds(_ duration: Duration) -> TimeInterval {
        let (seconds, attoseconds) = duration.components
        return TimeInterval(max(1, attoseconds > 0 ? seconds + 1 : seconds))
    }
}

#if canImport(FoundationNetworking)
    import Foundation
    public import FoundationNetworking
#else
    public import Foundation
#endif

/// A transport that sends a request and receives its response.
///
/// Transports can be stacked: ``RetryingTransport`` wraps ``URLSessionTransport``.
public protocol HTTPTransport: Sendable {
    /// Sends a request and returns the response with any status.
    ///
    /// - Throws: ``NetworkError`` if no complete response is received; `CancellationError` if the task is cancelled. A
    ///   task that is cancelled before the call sends no request.
    func send(_ request: HTTPRequest) async throws -> HTTPResponse
}

/// A transport that uses `URLSession`.
///
/// It is a class, so that `deinit` can invalidate the session: a session that is not invalidated is never freed.
public final class URLSessionTransport: HTTPTransport {
    private let session: URLSession
    private let isOwner: Bool

    /// Creates a transport with its own ephemeral session, without cookies, cache and stored credentials.
    ///
    /// - Parameter timeout: the time without received data after which the request fails. It is rounded up to whole
    ///   seconds, because Linux ignores fractions.
    public init(timeout: Duration = .seconds(30)) {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = Self.wholeSeconds(timeout)
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.urlCache = nil
        configuration.httpCookieStorage = nil
        configuration.urlCredentialStorage = nil
        // Linux calls only the session's delegate, not a task's.
        session = URLSession(configuration: configuration, delegate: RedirectGuard(), delegateQueue: nil)
        isOwner = true
    }

    /// Creates a transport with the caller's session, whose delegate decides about redirects.
    public init(session: URLSession) {
        self.session = session
        isOwner = false
    }

    deinit {
        if isOwner { session.finishTasksAndInvalidate() }
    }

    /// Sends a request once and returns the response.
    public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        try Task.checkCancellation()
        do {
            let (body, response) = try await session.data(for: urlRequest(request))
            guard let response = response as? HTTPURLResponse else { throw NetworkError.invalidResponse }
            return HTTPResponse(status: response.statusCode, headers: Self.headers(of: response), body: body)
        } catch let error as URLError {
            // The session reports a cancelled task as a network error.
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

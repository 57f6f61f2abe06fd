import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Follows a redirect only where nothing is lost and nothing is given away by it (RFC 9110 §15.4).
///
/// A session left to itself sends a POST on without its body, and the bearer token on to any host. What is not followed
/// arrives as the 3xx that it is.
final class RedirectGuard: NSObject, URLSessionTaskDelegate {
    #if canImport(FoundationNetworking)
        typealias Completion = (URLRequest?) -> Void
    #else
        typealias Completion = @Sendable (URLRequest?) -> Void
    #endif

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping Completion,
    ) {
        completionHandler(Self.request(after: response, proposed: request, asked: task.currentRequest))
    }

    /// The request that follows, or nil to let the redirect stand.
    static func request(after response: HTTPURLResponse, proposed: URLRequest, asked: URLRequest?) -> URLRequest? {
        guard let asked, let from = asked.url, let method = asked.httpMethod, ["GET", "HEAD"].contains(method),
            let location = response.value(forHTTPHeaderField: "Location"),
            let to = URL(string: location, relativeTo: from)?.absoluteURL, origin(of: to) == origin(of: from)
        else { return nil }
        var request = proposed
        // Both are the session's to choose, and on Linux it chooses wrong: for a relative reference, and for HEAD.
        request.url = to
        request.httpMethod = method
        return request
    }

    /// Scheme, host and port (RFC 6454 §4).
    private static func origin(of url: URL) -> [String?] {
        let scheme = url.scheme?.lowercased()
        let port = url.port ?? scheme.flatMap { ["http": 80, "https": 443][$0] }
        return [scheme, url.host?.lowercased(), port.map { "\($0)" }]
    }
}

import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A session delegate that follows a redirect only for GET and HEAD, and only within an origin (RFC 9110 §15.4).
///
/// By default, a session on Linux repeats a POST without its body after 307 and 308, and sends the bearer token to any
/// host. If the delegate does not follow a redirect, the session returns the 3xx response.
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
        completionHandler(Self.request(after: response, proposed: request, original: task.currentRequest))
    }

    /// Returns the request that follows a redirect; nil to return the redirect response.
    static func request(after response: HTTPURLResponse, proposed: URLRequest, original: URLRequest?)
        -> URLRequest?
    {
        guard response.statusCode != useProxy, let original, let from = original.url, let method = original.httpMethod,
            ["GET", "HEAD"].contains(method),
            let location = response.value(forHTTPHeaderField: "Location"),
            let to = URL(string: location, relativeTo: from)?.absoluteURL, origin(of: to) == origin(of: from)
        else { return nil }
        var request = proposed
        // On Linux the session proposes a wrong URL for a relative reference and a wrong method for HEAD.
        request.url = to
        request.httpMethod = method
        return request
    }

    /// The deprecated status Use Proxy, whose Location is not the target of a redirect (RFC 9110 §15.4.6).
    private static let useProxy = 305

    /// Returns the scheme, host and port of a URL (RFC 6454 §4).
    private static func origin(of url: URL) -> [String?] {
        let scheme = url.scheme?.lowercased()
        let port = url.port ?? scheme.flatMap { ["http": 80, "https": 443][$0] }
        return [scheme, url.host?.lowercased(), port.map { "\($0)" }]
    }
}

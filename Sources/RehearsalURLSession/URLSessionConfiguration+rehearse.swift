public import Foundation

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

extension URLSessionConfiguration {
    /// Sends every request for one of these hosts to a backend instead; the app keeps its original URLs.
    ///
    /// ```swift
    /// let configuration = URLSessionConfiguration.default
    /// #if DEBUG
    ///     if let text = ProcessInfo.processInfo.environment["REHEARSAL_URL"], let url = URL(string: text) {
    ///         configuration.rehearse(url, hosts: ["api.example.com"])
    ///     }
    /// #endif
    /// let session = URLSession(configuration: configuration)
    /// ```
    ///
    /// Scheme, host and port are replaced. Method, path, query, headers and body stay, and the header
    /// `X-Forwarded-Host` has the original host. Responses, errors, redirects and cookies have the original host, too.
    /// A redirect to another host goes to that host. Requests for other hosts are unchanged.
    ///
    /// A session copies its configuration when it is created, so `URLSession.shared` and background sessions are not
    /// affected. Other configurations in the same process can use other backends. Further calls can add other hosts and
    /// backends; the last call takes precedence.
    ///
    /// A streamed body is read to its end before it is sent. On Linux the app receives the reply in one piece, its
    /// delegate is not asked about redirects, and download tasks fail. So do upload tasks whose body is not the
    /// `httpBody` of the request.
    ///
    /// - Parameters:
    ///   - baseURL: the backend's URL, such as `http://127.0.0.1:8080`. Its path precedes that of each request.
    ///   - hosts: names such as `api.example.com`, or `*.example.com` for all subdomains; with any port, over HTTP and
    ///     HTTPS.
    public func rehearse(_ baseURL: URL, hosts: [String]) {
        let route = Route(HostMap(baseURL, hosts: hosts), like: self)
        protocolClasses = [ReroutedProtocol.numbered(Routes.shared.add(route))] + (protocolClasses ?? [])
    }
}

public import Foundation

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

extension URLSessionConfiguration {
    /// Makes sessions with this configuration send requests for some hosts to a backend instead.
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
    /// The backend's scheme, host and port replace those of the URL. The method, path, query, headers and body do not
    /// change. The header `X-Forwarded-Host` is the original host. Responses, errors, redirects and cookies have the
    /// original host, so the app keeps its URLs. A redirect to a host that is not in `hosts` leads to that host.
    /// Requests for other hosts are unchanged.
    ///
    /// A session copies its configuration when it is created, so `URLSession.shared` and background sessions are not
    /// affected. Other configurations in the same process can use other backends. Further calls can add other hosts and
    /// backends; the last call takes precedence.
    ///
    /// A streamed body is read to its end before it is sent. On Linux, the app receives the reply in one piece, the
    /// session does not ask its delegate about redirects, and download tasks fail. Upload tasks fail unless their body
    /// is the `httpBody` of the request.
    ///
    /// - Parameters:
    ///   - baseURL: the backend's URL, such as `http://127.0.0.1:8080`. Its path precedes that of each request.
    ///   - hosts: names such as `api.example.com`, or `*.example.com` for all subdomains. A name matches URLs with any
    ///     port, over HTTP and HTTPS.
    public func rehearse(_ baseURL: URL, hosts: [String]) {
        let route = Route(HostMap(baseURL, hosts: hosts), like: self)
        protocolClasses = [ReroutedProtocol.numbered(Routes.shared.add(route))] + (protocolClasses ?? [])
    }
}

public import Foundation

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

extension URLSessionConfiguration {
    /// Sends every request for one of these hosts to a backend instead; the app goes on naming the hosts it knows.
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
    /// Scheme, host and port are replaced; method, path, query, headers and body stay, and the host that was asked for
    /// stands in the header `X-Forwarded-Host`. What comes back is the app's own: responses, errors, redirects and
    /// cookies name the original host. A redirect to another host is followed there.
    /// Requests for other hosts are not touched.
    ///
    /// Sessions take it over when they are created, so `URLSession.shared` and background sessions know nothing of it.
    /// It holds for this configuration alone: others in the same process can lead to other backends. Call it again to
    /// send other hosts elsewhere; what was said last comes first.
    ///
    /// A body that is a stream is read to its end before it is sent. On Linux the reply is handed over in one piece
    /// when it is complete, the session's delegate is not asked about redirects, download tasks fail, and so do upload
    /// tasks whose body is not in their request (`httpBody`).
    ///
    /// - Parameters:
    ///   - baseURL: of the backend: `http://127.0.0.1:8080`. A path is put before that of each request.
    ///   - hosts: names such as `api.example.com`, or `*.example.com` for all that end so; with any port, over HTTP and
    ///     HTTPS.
    public func rehearse(_ baseURL: URL, hosts: [String]) {
        let route = Route(HostMap(baseURL, hosts: hosts), like: self)
        protocolClasses = [ReroutedProtocol.numbered(Routes.shared.add(route))] + (protocolClasses ?? [])
    }
}

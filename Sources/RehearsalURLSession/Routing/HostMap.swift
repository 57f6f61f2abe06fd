import Foundation

/// A mapping between URLs at the hosts that the app requests and URLs at a backend.
struct HostMap: Sendable {
    private let base: String
    private let hosts: [HostPattern]

    init(_ base: URL, hosts: [String]) {
        let text = base.absoluteString
        self.base = text.hasSuffix("/") ? String(text.dropLast()) : text
        self.hosts = hosts.map(HostPattern.init)
    }

    /// Returns whether a request for a URL goes to the backend.
    func isRouted(_ url: URL) -> Bool {
        guard let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https", let host = url.host else {
            return false
        }
        return hosts.contains { $0.matches(host) }
    }

    /// Returns the URL of the same resource at the backend.
    func backendURL(for url: URL) -> URL? { URL(string: base + Self.split(url.absoluteString).resource) }

    /// Returns the host and port of a URL in the form of a `Host` field.
    static func authority(of url: URL) -> String {
        let origin = split(url.absoluteString).origin
        let authority = origin.firstRange(of: "://").map { origin[$0.upperBound...] } ?? origin[...]
        return String(authority.split(separator: "@").last ?? authority)
    }

    /// Returns the target of a redirect for a client that does not know the backend.
    ///
    /// - Parameters:
    ///   - location: the `Location` value: a relative URL, or a URL at the original host, another host or the backend.
    ///   - requested: the requested URL at its original host.
    func redirect(to location: String, from requested: URL) -> URL? {
        guard let url = URL(string: location, relativeTo: requested)?.absoluteURL else { return nil }
        let text = url.absoluteString
        guard text.lowercased().hasPrefix(base.lowercased()) else { return url }
        let resource = String(text.dropFirst(base.count))
        // `http://127.0.0.1:80801` shares only a text prefix with `http://127.0.0.1:8080`.
        guard resource.first.map({ "/?#".contains($0) }) ?? true else { return url }
        return URL(string: Self.split(requested.absoluteString).origin + resource)
    }

    /// Splits a URL into the origin, which is the scheme and the authority, and the rest.
    private static func split(_ text: String) -> (origin: String, resource: String) {
        guard let scheme = text.firstRange(of: "://") else { return ("", text) }
        let end = text[scheme.upperBound...].firstIndex { "/?#".contains($0) } ?? text.endIndex
        return (String(text[..<end]), String(text[end...]))
    }
}

/// A pattern in the `hosts` of `rehearse`: a host name, or `*.` and a name, which matches all subdomains.
struct HostPattern: Sendable, Hashable {
    private let name: String
    private let isSuffix: Bool

    /// - Parameter text: the pattern. Of a URL, only the host is used, because no host name matches a URL.
    init(_ text: String) {
        let authority = text.rest(after: "://").prefix { $0 != "/" }
        // The colons of an IPv6 address do not begin a port.
        let host = authority.first == "[" ? authority.dropFirst().prefix { $0 != "]" } : authority.prefix { $0 != ":" }
        isSuffix = host.hasPrefix("*.")
        name = Self.normal(isSuffix ? host.dropFirst(1) : host)
    }

    func matches(_ host: String) -> Bool {
        let host = Self.normal(host[...])
        return isSuffix ? host.hasSuffix(name) && host != name : host == name
    }

    /// Returns a host name in lower case, without a final dot.
    private static func normal(_ host: Substring) -> String {
        (host.hasSuffix(".") ? host.dropLast() : host).lowercased()
    }
}

extension String {
    /// Returns the part after the first occurrence of a text; the whole string if the text does not occur.
    fileprivate func rest(after text: String) -> Substring {
        firstRange(of: text).map { self[$0.upperBound...] } ?? self[...]
    }
}

import Foundation

/// Which URLs lead to a backend, and what they are there.
struct HostMap: Sendable {
    private let base: String
    private let hosts: [HostPattern]

    init(_ base: URL, hosts: [String]) {
        let text = base.absoluteString
        self.base = text.hasSuffix("/") ? String(text.dropLast()) : text
        self.hosts = hosts.map(HostPattern.init)
    }

    /// Whether a request for this URL goes to the backend.
    func leads(_ url: URL) -> Bool {
        guard let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https", let host = url.host else {
            return false
        }
        return hosts.contains { $0.matches(host) }
    }

    /// The same resource at the backend.
    func backendURL(for url: URL) -> URL? { URL(string: base + Self.split(url.absoluteString).resource) }

    /// The host and the port of a URL, as the `Host` of a request for it says them.
    static func authority(of url: URL) -> String {
        let origin = split(url.absoluteString).origin
        let authority = origin.firstRange(of: "://").map { origin[$0.upperBound...] } ?? origin[...]
        return String(authority.split(separator: "@").last ?? authority)
    }

    /// Where a redirect leads a client that knows nothing of the backend.
    ///
    /// - Parameters:
    ///   - location: as the reply has it: relative, at the original host or any other, or at the backend.
    ///   - asked: what was asked for, at its original host.
    func redirect(to location: String, from asked: URL) -> URL? {
        guard let url = URL(string: location, relativeTo: asked)?.absoluteURL else { return nil }
        let text = url.absoluteString
        guard text.lowercased().hasPrefix(base.lowercased()) else { return url }
        let resource = String(text.dropFirst(base.count))
        // `http://127.0.0.1:80801` only begins as `http://127.0.0.1:8080` does.
        guard resource.first.map({ "/?#".contains($0) }) ?? true else { return url }
        return URL(string: Self.split(asked.absoluteString).origin + resource)
    }

    /// Scheme and authority, and what stands after them.
    private static func split(_ text: String) -> (origin: String, resource: String) {
        guard let scheme = text.firstRange(of: "://") else { return ("", text) }
        let end = text[scheme.upperBound...].firstIndex { "/?#".contains($0) } ?? text.endIndex
        return (String(text[..<end]), String(text[end...]))
    }
}

/// A host as `rehearse` takes it: a name, or `*.` before one for every name that ends so.
struct HostPattern: Sendable, Hashable {
    private let name: String
    private let isSuffix: Bool

    /// - Parameter text: a URL stands for its host: otherwise it would match nothing, and requests go to the real one.
    init(_ text: String) {
        let authority = text.rest(after: "://").prefix { $0 != "/" }
        // The colons of an IPv6 address are not that of a port.
        let host = authority.first == "[" ? authority.dropFirst().prefix { $0 != "]" } : authority.prefix { $0 != ":" }
        isSuffix = host.hasPrefix("*.")
        name = Self.normal(isSuffix ? host.dropFirst(1) : host)
    }

    func matches(_ host: String) -> Bool {
        let host = Self.normal(host[...])
        return isSuffix ? host.hasSuffix(name) && host != name : host == name
    }

    /// In lower case, and without the dot that may end a name.
    private static func normal(_ host: Substring) -> String {
        (host.hasSuffix(".") ? host.dropLast() : host).lowercased()
    }
}

extension String {
    /// What stands after the first such text; all of it if there is none.
    fileprivate func rest(after text: String) -> Substring {
        firstRange(of: text).map { self[$0.upperBound...] } ?? self[...]
    }
}

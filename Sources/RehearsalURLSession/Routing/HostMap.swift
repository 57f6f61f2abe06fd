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

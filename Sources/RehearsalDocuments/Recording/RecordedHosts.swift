import Rehearsal

/// The hosts of a recording, and the paths at which a replay serves them.
///
/// The host of the first entry is the main host. It is served at `/`, as are the requests of other hosts that no
/// earlier host has. A host that shares a method and URL with an earlier one is also served at two other places: below
/// a path of its own (`/login.example/…`), and to requests that name it (`Host: login.example`).
package struct RecordedHosts {
    /// The origin that is served at `/` for each target.
    private var owners: [Recording.Entry.Target: String] = [:]
    /// The path prefixes of the origins that are not served completely at `/`.
    package private(set) var paths: [String: String] = [:]
    /// The index of the first entry whose target an earlier host has.
    private(set) var firstShared: Int?

    package init(_ entries: [Recording.Entry]) {
        guard let main = entries.first?.origin, entries.contains(where: { $0.origin != main }) else { return }
        let targets = entries.map(\.target)
        for (entry, target) in zip(entries, targets) where entry.origin == main || owners[target] == nil {
            owners[target] = entry.origin
        }
        for (index, entry) in entries.enumerated() where owners[targets[index]] != entry.origin {
            if firstShared == nil { firstShared = index }
            if paths[entry.origin] == nil { paths[entry.origin] = path(for: entry.origin) }
        }
    }

    /// Returns the origin that is served at `/` for the target of an entry.
    package func owner(of entry: Recording.Entry) -> String { owners[entry.target] ?? entry.origin }

    /// Returns the path prefix of an origin, `/login.example`; it includes the scheme if both schemes were recorded.
    private func path(for origin: String) -> String {
        let path = RecordedURL.pattern(for: "/" + Self.host(of: origin).filter { !"[]".contains($0) }).text
        return paths.values.contains(path) ? "\(path),\(origin.prefix { $0 != ":" })" : path
    }

    /// Returns the host and port of an origin: `login.example:8443`.
    private static func host(of origin: String) -> Substring {
        origin.utf8.firstIndex(of: UInt8(ascii: "/")).map { origin[$0...].dropFirst(2) } ?? origin[...]
    }

    /// Returns the endpoints of a scenario that serves all hosts.
    ///
    /// A host that shares a target has each endpoint twice: for requests that name the host, and below its path.
    package func endpoints(of plays: [Recording.ReplayedEndpoint]) -> [Recording.ReplayedEndpoint] {
        guard !paths.isEmpty else { return plays }
        let named = plays.filter { !isOwner($0) }.map { play in
            var play = play
            play.endpoint.when?.headers.append(.init("Host", .oneOf(Self.names(of: play.origin))))
            return play
        }
        let below = plays.compactMap { play in
            paths[play.origin].map { path in
                var play = play
                play.endpoint.path = Scenario.PathPattern(path + play.endpoint.path.text)
                return play
            }
        }
        return named + plays.filter(isOwner) + below
    }

    /// Whether an endpoint's host is served at `/`.
    package func isOwner(_ play: Recording.ReplayedEndpoint) -> Bool {
        owners[play.target, default: play.origin] == play.origin
    }

    /// Returns the values of `Host` for an origin: with the port and, for an implied port, without it.
    private static func names(of origin: String) -> [String] {
        let host = String(host(of: origin))
        let port = origin.hasPrefix("https:") ? 443 : 80
        return [host, "\(host):\(port)"]
    }
}

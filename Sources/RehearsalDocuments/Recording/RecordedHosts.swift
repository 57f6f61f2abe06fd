import Rehearsal

/// The hosts of a recording, and the paths at which a replay serves them.
///
/// The host of the first entry is the main host, whose replies the replay sends at `/`. There it also sends the replies
/// of other hosts, unless an earlier host has the same method and URL. A host that shares a method and URL with an
/// earlier one is also served below its own path (`/login.example/…`), and to requests with `Host: login.example`.
package struct RecordedHosts {
    /// The origin that is served at `/` for each target.
    private var owners: [Recording.Entry.Target: String] = [:]
    /// The path prefixes of the origins that are not served completely at `/`.
    package private(set) var paths: [String: String] = [:]
    /// The index of the first entry whose target an earlier host has too.
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
    /// A host that shares a target has each endpoint twice: for requests with its name in `Host`, and below its path.
    package func endpoints(of replayedEndpoints: [Recording.ReplayedEndpoint]) -> [Recording.ReplayedEndpoint] {
        guard !paths.isEmpty else { return replayedEndpoints }
        let named = replayedEndpoints.filter { !isOwner($0) }.map { replayed in
            var replayed = replayed
            replayed.endpoint.when?.headers.append(.init("Host", .oneOf(Self.names(of: replayed.origin))))
            return replayed
        }
        let below = replayedEndpoints.compactMap { replayed in
            paths[replayed.origin].map { path in
                var replayed = replayed
                replayed.endpoint.path = Scenario.PathPattern(path + replayed.endpoint.path.text)
                return replayed
            }
        }
        return named + replayedEndpoints.filter(isOwner) + below
    }

    /// Whether an endpoint's host is served at `/`.
    package func isOwner(_ replayed: Recording.ReplayedEndpoint) -> Bool {
        owners[replayed.target, default: replayed.origin] == replayed.origin
    }

    /// Returns the values of `Host` for an origin: with the port and, for an implied port, without it.
    private static func names(of origin: String) -> [String] {
        let host = String(host(of: origin))
        let port = origin.hasPrefix("https:") ? 443 : 80
        return [host, "\(host):\(port)"]
    }
}

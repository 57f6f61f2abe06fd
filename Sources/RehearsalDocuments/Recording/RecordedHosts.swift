import Rehearsal

/// The hosts of a recording, and where a replay has each of them.
///
/// The host of the first entry is the main host. It answers at `/`, and the others do so with what no host before them
/// has. A host that shares a method and URL with another one, and would be hidden by it, answers below a path of its
/// own as well (`/login.example/…`), and requests that name it (`Host: login.example`).
package struct RecordedHosts {
    /// The origin that answers a target at `/`.
    private var owners: [Recording.Entry.Target: String] = [:]
    /// The paths of the origins that do not answer all of theirs at `/`.
    package private(set) var paths: [String: String] = [:]
    /// The first target that two hosts share, as an index of the entries.
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

    /// The origin that answers at `/` what was recorded of this entry.
    package func owner(of entry: Recording.Entry) -> String { owners[entry.target] ?? entry.origin }

    /// `/login.example`; with the scheme where both of them were recorded.
    private func path(for origin: String) -> String {
        let path = RecordedURL.pattern(for: "/" + Self.host(of: origin).filter { !"[]".contains($0) }).text
        return paths.values.contains(path) ? "\(path),\(origin.prefix { $0 != ":" })" : path
    }

    /// `login.example:8443`.
    private static func host(of origin: String) -> Substring {
        origin.utf8.firstIndex(of: UInt8(ascii: "/")).map { origin[$0...].dropFirst(2) } ?? origin[...]
    }

    /// The plays of a scenario that has all hosts.
    ///
    /// The entries of a host that shares a target are played twice: where a request names the host, and below its path.
    package func plays(of plays: [Recording.Play]) -> [Recording.Play] {
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

    /// Whether the host of a play answers it at `/`.
    package func isOwner(_ play: Recording.Play) -> Bool { owners[play.target, default: play.origin] == play.origin }

    /// How a client names a host that it takes this server for: with the port that it was recorded with, or without.
    private static func names(of origin: String) -> [String] {
        let host = String(host(of: origin))
        let port = origin.hasPrefix("https:") ? 443 : 80
        return [host, "\(host):\(port)"]
    }
}

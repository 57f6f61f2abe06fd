import Rehearsal

/// What this machine is called on its networks.
enum NetworkName {
    /// The URLs that devices on the same network can use: those with an address first, because a name works only where
    /// something answers for it.
    ///
    /// - Parameters:
    ///   - addresses: in the order of the interfaces, which is the system's own.
    ///   - name: of this machine; nil if it is not known.
    static func urls(of addresses: [NetworkAddress], name: String?, port: Int) -> [String] {
        let reachable = addresses.filter(\.isForDevices)
        // Sorting could change the order among equals, and the first is the one that links lead to.
        let ranked = Set(reachable.map(\.rank)).sorted().flatMap { rank in reachable.filter { $0.rank == rank } }
        var hosts: [String] = []
        for address in ranked where !hosts.contains(address.host) { hosts.append(address.host) }
        // A machine that is on no network has no name there.
        if !hosts.isEmpty, let local = name.flatMap(local) { hosts.append(local) }
        return hosts.map { "http://\($0):\(port)" }
    }

    /// The name by which mDNS (RFC 6762) finds a machine: `desk` and `desk.example.com` are `desk.local`.
    static func local(_ name: String) -> String? {
        let label = String(name.lowercased().prefix { $0 != "." })
        let isLabel = label.utf8.allSatisfy { $0.isAlphanumeric(or: "-") }
        // An address is no name, and every machine is its own localhost.
        guard isLabel, !label.isEmpty, label != "localhost", Int(label) == nil else { return nil }
        return label + ".local"
    }
}

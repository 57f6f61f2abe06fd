import Rehearsal
import RehearsalPlatform

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

    /// The URLs that devices can use, from what the system says of its interfaces at this moment.
    static func urls(port: Int) -> [String] { urls(of: addresses(), name: hostName(), port: port) }

    /// Every address of every interface, in the system's order.
    static func addresses() -> [NetworkAddress] {
        var first: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&first) == 0 else { return [] }
        defer { freeifaddrs(first) }
        var addresses: [NetworkAddress] = []
        var next = first
        while let entry = next?.pointee {
            let bytes = entry.ifa_addr.map { Socket.addressBytes(at: $0) } ?? []
            if let text = Socket.addressText(bytes) {
                var address = NetworkAddress(bytes: bytes, text: text)
                let flags = Int(entry.ifa_flags)
                // Up is what somebody wants of it; running is that a cable or a radio is there.
                address.isUp = flags & Int(IFF_UP) != 0 && flags & Int(IFF_RUNNING) != 0
                address.isLoopback = flags & Int(IFF_LOOPBACK) != 0
                address.isPointToPoint = flags & Int(IFF_POINTOPOINT) != 0
                addresses.append(address)
            }
            next = entry.ifa_next
        }
        return addresses
    }

    /// What this machine calls itself.
    static func hostName() -> String? {
        var name = [CChar](repeating: 0, count: 256)
        return gethostname(&name, name.count - 1) == 0 ? String(endingInZero: name) : nil
    }
}

/// An address of one of this machine's interfaces, as the system reports it.
struct NetworkAddress: Sendable, Hashable {
    /// In network order: four for IPv4, sixteen for IPv6.
    var bytes: [UInt8]
    /// As people write it, without a zone.
    var text: String
    /// Whether its interface is up.
    var isUp = true
    /// Whether its interface leads nowhere but back to this machine.
    var isLoopback = false
    /// Whether its interface leads to one other machine, as that of a VPN does.
    var isPointToPoint = false

    /// Whether a device on the same network can connect to it by its URL: IPv4 or an IPv6 address that means the same
    /// on every machine, which those of a single link (fe80::/10) do only with a zone that a URL cannot carry.
    var isForDevices: Bool {
        guard isUp, !isLoopback, let first = bytes.first else { return false }
        if !isIPv6 { return first != 0 && first != 127 && first < 224 }
        // Global unicast (RFC 4291 §2.5.4) and unique local (RFC 4193 §3.1).
        return first & 0xE0 == 0x20 || first & 0xFE == 0xFC
    }

    var isIPv6: Bool { bytes.count == 16 }

    /// Smaller for one that a device is likelier to reach.
    var rank: Int {
        // 169.254.0.0/16: what a machine gives itself where no network gives it an address (RFC 3927).
        let isSelfAssigned = bytes.starts(with: [169, 254])
        return (isIPv6 ? 2 : 0) + (isPointToPoint || isSelfAssigned ? 1 : 0)
    }

    /// As it stands in a URL (RFC 3986 §3.2.2).
    var host: String { isIPv6 ? "[\(text)]" : text }
}

import Rehearsal
import RehearsalPlatform

/// The URLs at which other devices reach this machine, and the machine's name.
enum DeviceURLs {
    /// Returns the URLs for devices on the same network. The URL with the name is last, because it needs mDNS.
    ///
    /// - Parameters:
    ///   - addresses: the addresses in the system's order of interfaces.
    ///   - name: the host name of this machine; nil if unknown.
    static func urls(of addresses: [NetworkAddress], name: String?, port: Int) -> [String] {
        let reachable = addresses.filter(\.isReachableByURL)
        // Links use the first URL, so addresses of equal rank keep the system's order; `sorted` alone is not stable.
        let ranked = Set(reachable.map(\.rank)).sorted().flatMap { rank in reachable.filter { $0.rank == rank } }
        var hosts: [String] = []
        for address in ranked where !hosts.contains(address.host) { hosts.append(address.host) }
        // Without a network address, no other device can resolve the name.
        if !hosts.isEmpty, let local = name.flatMap(local) { hosts.append(local) }
        return hosts.map { "http://\($0):\(port)" }
    }

    /// Returns the mDNS name (RFC 6762) of a host: `mac.local` for `mac` and `mac.example.com`; nil without one.
    static func local(_ name: String) -> String? {
        let label = String(name.lowercased().prefix { $0 != "." })
        let isLabel = label.utf8.allSatisfy { $0.isAlphanumeric(or: "-") }
        // A host name may be an IP address, and on another device `localhost` is that device.
        guard isLabel, !label.isEmpty, label != "localhost", Int(label) == nil else { return nil }
        return label + ".local"
    }

    /// Returns the URLs for devices on the same network, from the current interfaces.
    static func urls(port: Int) -> [String] { urls(of: addresses(), name: hostName(), port: port) }

    /// Returns the addresses of all interfaces, in the system's order.
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
                // `IFF_UP` means that the interface is enabled, `IFF_RUNNING` that it has a link.
                address.isUp = flags & Int(IFF_UP) != 0 && flags & Int(IFF_RUNNING) != 0
                address.isLoopback = flags & Int(IFF_LOOPBACK) != 0
                address.isPointToPoint = flags & Int(IFF_POINTOPOINT) != 0
                addresses.append(address)
            }
            next = entry.ifa_next
        }
        return addresses
    }

    /// Returns the host name of this machine.
    static func hostName() -> String? {
        var name = [CChar](repeating: 0, count: 256)
        return gethostname(&name, name.count - 1) == 0 ? String(endingInZero: name) : nil
    }
}

/// An address of a network interface, as reported by the system.
struct NetworkAddress: Sendable, Hashable {
    /// The bytes in network order: four for IPv4, sixteen for IPv6.
    var bytes: [UInt8]
    /// The textual form, without a zone.
    var text: String
    /// Whether its interface is up.
    var isUp = true
    /// Whether its interface is a loopback interface.
    var isLoopback = false
    /// Whether its interface is a point-to-point link, such as a VPN.
    var isPointToPoint = false

    /// Whether a device on the same network can use the address in a URL.
    ///
    /// Link-local IPv6 addresses (fe80::/10) need a zone, which a URL cannot contain.
    var isReachableByURL: Bool {
        guard isUp, !isLoopback, let first = bytes.first else { return false }
        if !isIPv6 { return first != 0 && first != 127 && first < 224 }
        // Global unicast (RFC 4291 §2.5.4) and unique local (RFC 4193 §3.1).
        return first & 0xE0 == 0x20 || first & 0xFE == 0xFC
    }

    var isIPv6: Bool { bytes.count == 16 }

    /// The rank for sorting. The address that a device is most likely to reach has the lowest rank.
    var rank: Int {
        // 169.254.0.0/16 is self-assigned if no DHCP server answers (RFC 3927).
        let isSelfAssigned = bytes.starts(with: [169, 254])
        return (isIPv6 ? 2 : 0) + (isPointToPoint || isSelfAssigned ? 1 : 0)
    }

    /// The host part of a URL (RFC 3986 §3.2.2).
    var host: String { isIPv6 ? "[\(text)]" : text }
}

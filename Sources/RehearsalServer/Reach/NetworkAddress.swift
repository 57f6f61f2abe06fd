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

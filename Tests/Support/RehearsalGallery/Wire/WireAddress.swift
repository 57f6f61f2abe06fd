#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Where a server is: an IPv4 address and a port.
struct WireAddress: Sendable {
    let system: sockaddr_in

    /// Asks the system what a name means, which may take as long as the system likes.
    init(host: String, port: Int) throws(WireFailure) {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(truncatingIfNeeded: port).bigEndian
        if inet_pton(AF_INET, host, &address.sin_addr) != 1 {
            guard let found = Self.lookUp(host) else { throw .unknownHost }
            address.sin_addr = found
        }
        system = address
    }

    private static func lookUp(_ host: String) -> in_addr? {
        var hints = addrinfo()
        hints.ai_family = AF_INET
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, nil, &hints, &list) == 0, let list else { return nil }
        defer { freeaddrinfo(list) }
        return list.pointee.ai_addr.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { $0.pointee.sin_addr }
    }
}

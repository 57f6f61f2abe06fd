import RehearsalPlatform

extension NetworkName {
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
            if let place = entry.ifa_addr, var address = address(at: place) {
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
        return gethostname(&name, name.count - 1) == 0 ? text(name) : nil
    }

    private static func address(at place: UnsafeMutablePointer<sockaddr>) -> NetworkAddress? {
        let raw = UnsafeRawPointer(place)
        switch Int32(place.pointee.sa_family) {
        case AF_INET:
            return withUnsafeBytes(of: raw.load(as: sockaddr_in.self).sin_addr) { address(AF_INET, Array($0)) }
        case AF_INET6:
            return withUnsafeBytes(of: raw.load(as: sockaddr_in6.self).sin6_addr) { address(AF_INET6, Array($0)) }
        default: return nil
        }
    }

    private static func address(_ family: Int32, _ bytes: [UInt8]) -> NetworkAddress? {
        var name = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        guard inet_ntop(family, bytes, &name, socklen_t(name.count)) != nil else { return nil }
        return NetworkAddress(bytes: bytes, text: text(name))
    }

    /// What stands before the zero.
    private static func text(_ name: [CChar]) -> String {
        String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}

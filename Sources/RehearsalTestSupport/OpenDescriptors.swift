#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// How many descriptors this process has open.
package func openDescriptors() -> Int {
    (0..<65_536).reduce(0) { $0 + (fcntl(Int32($1), F_GETFD) >= 0 ? 1 : 0) }
}

/// How many sockets this process has open on that port of its own: a server's listeners and their connections, whatever
/// others open meanwhile.
package func openDescriptors(onPort port: Int) -> Int {
    (0..<min(65_536, sysconf(Int32(_SC_OPEN_MAX)))).count { descriptor in
        // The port stands at the same place in the addresses of both families.
        var address = sockaddr_in6()
        var size = socklen_t(MemoryLayout<sockaddr_in6>.size)
        let outcome = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(Int32(descriptor), $0, &size) }
        }
        let family = Int32(address.sin6_family)
        return outcome == 0 && (family == AF_INET || family == AF_INET6)
            && Int(in_port_t(bigEndian: address.sin6_port)) == port
    }
}

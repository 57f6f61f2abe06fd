#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Returns the number of open descriptors of this process.
package func openDescriptors() -> Int {
    (0..<65_536).reduce(0) { $0 + (fcntl(Int32($1), F_GETFD) >= 0 ? 1 : 0) }
}

/// Returns the number of open sockets of this process on a local port: a server's listeners and connections.
///
/// A closed port may be reused by another socket; ``openSockets(onPort:)`` distinguishes them.
package func openDescriptors(onPort port: Int) -> Int { openSockets(onPort: port).count }

/// Returns the open sockets of this process on a local port, with unique identities.
package func openSockets(onPort port: Int) -> Set<OpenSocket> {
    var sockets: Set<OpenSocket> = []
    for descriptor in 0..<Int32(min(65_536, sysconf(Int32(_SC_OPEN_MAX)))) where localPort(of: descriptor) == port {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { continue }
        sockets.insert(OpenSocket(descriptor: descriptor, node: UInt64(status.st_ino)))
    }
    return sockets
}

/// A socket of this process, identified by its descriptor and inode.
package struct OpenSocket: Hashable {
    let descriptor: Int32
    let node: UInt64

    /// Whether the socket is still open and its descriptor was not reused.
    package var isOpen: Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && UInt64(status.st_ino) == node
    }
}

private func localPort(of descriptor: Int32) -> Int? {
    // The port has the same offset in the addresses of both families.
    var address = sockaddr_in6()
    var size = socklen_t(MemoryLayout<sockaddr_in6>.size)
    let outcome = withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) }
    }
    let family = Int32(address.sin6_family)
    guard outcome == 0, family == AF_INET || family == AF_INET6 else { return nil }
    return Int(in_port_t(bigEndian: address.sin6_port))
}

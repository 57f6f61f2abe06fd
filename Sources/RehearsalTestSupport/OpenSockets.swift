#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// How many sockets of this process are bound to one of these ports: listeners, and connections that were accepted.
package func openSockets(onPorts ports: Set<Int>) -> Int {
    (0..<65_536).reduce(0) { count, descriptor in
        var address = sockaddr_in6()
        var size = socklen_t(MemoryLayout<sockaddr_in6>.size)
        let outcome = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(Int32(descriptor), $0, &size) }
        }
        return count + (outcome == 0 && ports.contains(Int(in_port_t(bigEndian: address.sin6_port))) ? 1 : 0)
    }
}

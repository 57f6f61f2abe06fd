#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The listening sockets of one port: one for each family of addresses.
struct Listening {
    var descriptors: [Int32]
    var port: Int

    private static let backlog: Int32 = 1024
    private static let triesForBoth = 32

    /// Binds both loopback addresses to one port, or IPv4's alone where there is no IPv6.
    ///
    /// - Parameter port: 0 lets the system choose.
    static func loopback(port: Int) throws(SystemError) -> Listening {
        for _ in 0..<triesForBoth {
            let (first, chosen) = try open(AF_INET, port: port)
            do throws(SystemError) {
                let (second, _) = try open(AF_INET6, port: chosen)
                return Listening(descriptors: [first, second], port: chosen)
            } catch {
                if error.code == EADDRNOTAVAIL || error.code == EAFNOSUPPORT {
                    return Listening(descriptors: [first], port: chosen)
                }
                close(first)
                if port != 0 || error.code != EADDRINUSE { throw error }
            }
        }
        throw SystemError("find a port that is free on 127.0.0.1 and on ::1", code: EADDRINUSE)
    }

    private static func open(_ family: Int32, port: Int) throws(SystemError) -> (descriptor: Int32, port: Int) {
        #if canImport(Darwin)
            let descriptor = socket(family, SOCK_STREAM, 0)
        #else
            let descriptor = socket(family, Int32(SOCK_STREAM.rawValue), 0)
        #endif
        guard descriptor >= 0 else { throw SystemError("open a socket") }
        Socket.setNonBlocking(descriptor)
        Socket.enable(descriptor, SOL_SOCKET, SO_REUSEADDR)
        let isBound: Bool
        if family == AF_INET6 {
            Socket.enable(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY)
            var address = sockaddr_in6()
            address.sin6_family = sa_family_t(AF_INET6)
            address.sin6_port = in_port_t(truncatingIfNeeded: port).bigEndian
            address.sin6_addr = in6addr_loopback
            isBound = bind(descriptor, &address)
        } else {
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = in_port_t(truncatingIfNeeded: port).bigEndian
            address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
            isBound = bind(descriptor, &address)
        }
        guard isBound, listen(descriptor, backlog) == 0 else {
            let error = SystemError("listen on port \(port)")
            close(descriptor)
            throw error
        }
        return (descriptor, boundPort(descriptor))
    }

    private static func bind<Address>(_ descriptor: Int32, _ address: inout Address) -> Bool {
        withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                #if canImport(Darwin)
                    Darwin.bind(descriptor, $0, socklen_t(MemoryLayout<Address>.size)) == 0
                #else
                    Glibc.bind(descriptor, $0, socklen_t(MemoryLayout<Address>.size)) == 0
                #endif
            }
        }
    }

    private static func boundPort(_ descriptor: Int32) -> Int {
        var address = sockaddr_in6()
        var size = socklen_t(MemoryLayout<sockaddr_in6>.size)
        _ = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) }
        }
        return Int(in_port_t(bigEndian: address.sin6_port))
    }
}

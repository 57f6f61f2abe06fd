import CRehearsalPlatform

/// The addresses on which a socket accepts connections.
package enum BindScope: Sendable, Hashable {
    /// 127.0.0.1 and, with IPv6, ::1.
    case loopback
    /// Every address of this machine.
    case network
}

/// The listening sockets of one port, one for each address family.
package struct ListeningSockets {
    package var sockets: [Socket]
    package var port: Int

    /// A bound socket, which listens on its port or refuses connections.
    package struct Socket {
        package var descriptor: Int32
        package let family: Int32
        package let scope: BindScope
        package let port: Int
        package var isListening = false
    }

    private static let backlog: Int32 = 1024
    private static let maxAttempts = 32

    /// Binds one port of both address families, or of IPv4 alone on a machine without IPv6.
    ///
    /// - Parameters:
    ///   - scope: the loopback addresses, or all present and future addresses of this machine.
    ///   - port: the port; 0 for one that the system chooses.
    ///   - listens: whether the sockets accept connections; otherwise they refuse them.
    package static func open(_ scope: BindScope, port: Int, listens: Bool = true) throws(SystemError)
        -> ListeningSockets
    {
        for _ in 0..<maxAttempts {
            let first = try openSocket(AF_INET, scope, port: port, listens)
            do throws(SystemError) {
                let second = try openSocket(AF_INET6, scope, port: first.port, listens)
                return ListeningSockets(sockets: [first, second], port: first.port)
            } catch {
                if error.code == EADDRNOTAVAIL || error.code == EAFNOSUPPORT {
                    return ListeningSockets(sockets: [first], port: first.port)
                }
                close(first.descriptor)
                if port != 0 || error.code != EADDRINUSE { throw error }
            }
        }
        throw SystemError("find a port that is free with IPv4 and with IPv6", code: EADDRINUSE)
    }

    private static func openSocket(
        _ family: Int32,
        _ scope: BindScope,
        port: Int,
        _ listens: Bool,
    ) throws(SystemError) -> Socket {
        var socket = try bind(family, scope, port: port)
        if !listens {
            close(socket.descriptor)
            return try bindRefusing(family, scope, port: socket.port)
        }
        guard listen(&socket) else {
            let error = SystemError("listen on port \(socket.port)")
            close(socket.descriptor)
            throw error
        }
        return socket
    }

    /// Returns a bound socket that refuses connections and reserves the port, so that no other process can bind it.
    package static func bindRefusing(_ family: Int32, _ scope: BindScope, port: Int) throws(SystemError) -> Socket {
        var socket = try bind(family, scope, port: port)
        #if !canImport(Darwin)
            // With SO_REUSEADDR, another process can bind the same port. This is not possible after the socket has
            // listened and then cleared the option.
            guard listen(&socket) else {
                let error = SystemError("reserve port \(socket.port)")
                close(socket.descriptor)
                throw error
            }
            RehearsalPlatform.Socket.enable(socket.descriptor, SOL_SOCKET, SO_REUSEADDR, isOn: false)
            shutdown(socket.descriptor, Int32(SHUT_RD))
        #endif
        socket.isListening = false
        return socket
    }

    /// Starts listening; returns whether it succeeded.
    package static func listen(_ socket: inout Socket) -> Bool {
        RehearsalPlatform.Socket.enable(socket.descriptor, SOL_SOCKET, SO_REUSEADDR)
        socket.isListening = systemListen(socket.descriptor, backlog: backlog)
        return socket.isListening
    }

    /// Returns a socket that is bound to a port and does not listen yet.
    package static func bind(_ family: Int32, _ scope: BindScope, port: Int) throws(SystemError) -> Socket {
        let descriptor = socket(family, streamSocket, 0)
        guard descriptor >= 0 else { throw SystemError("open a socket") }
        RehearsalPlatform.Socket.setNonBlocking(descriptor)
        RehearsalPlatform.Socket.enable(descriptor, SOL_SOCKET, SO_REUSEADDR)
        #if canImport(Darwin)
            // Accepted connections inherit the option (XNU's `sonewconn`). It cannot be set on one that was reset.
            RehearsalPlatform.Socket.enable(descriptor, SOL_SOCKET, SO_NOSIGPIPE)
        #endif
        // On Linux, accepted connections inherit the option.
        RehearsalPlatform.Socket.limitUnsent(descriptor)
        let isBound = bind(descriptor, family, scope, port: port)
        guard isBound else {
            let error = SystemError("listen on port \(port)")
            close(descriptor)
            throw error
        }
        #if canImport(Darwin)
            if port != 0, isTaken(family, scope == .loopback ? .network : .loopback, port: port) {
                close(descriptor)
                throw SystemError("listen on port \(port)", code: EADDRINUSE)
            }
        #endif
        return Socket(descriptor: descriptor, family: family, scope: scope, port: boundPort(descriptor))
    }

    #if canImport(Darwin)
        /// Whether another socket has the port on the other addresses.
        ///
        /// With SO_REUSEADDR, XNU binds a port of 127.0.0.1 that another socket has on all addresses, and the reverse
        /// (`in_pcbbind`). The clients of one of the two would then reach the other.
        private static func isTaken(_ family: Int32, _ scope: BindScope, port: Int) -> Bool {
            let probe = socket(family, streamSocket, 0)
            guard probe >= 0 else { return false }
            defer { close(probe) }
            RehearsalPlatform.Socket.enable(probe, SOL_SOCKET, SO_REUSEADDR)
            return !bind(probe, family, scope, port: port) && errno == EADDRINUSE
        }
    #endif

    private static func bind(_ descriptor: Int32, _ family: Int32, _ scope: BindScope, port: Int) -> Bool {
        if family == AF_INET6 {
            RehearsalPlatform.Socket.enable(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY)
            var address = sockaddr_in6()
            address.sin6_family = sa_family_t(AF_INET6)
            address.sin6_port = in_port_t(truncatingIfNeeded: port).bigEndian
            address.sin6_addr = scope == .loopback ? in6addr_loopback : in6addr_any
            return bind(descriptor, &address)
        } else {
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = in_port_t(truncatingIfNeeded: port).bigEndian
            address.sin_addr.s_addr = in_addr_t(scope == .loopback ? 0x7F00_0001 : 0).bigEndian
            return bind(descriptor, &address)
        }
    }

    private static func bind<Address>(_ descriptor: Int32, _ address: inout Address) -> Bool {
        withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                systemBind(descriptor, $0, MemoryLayout<Address>.size)
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

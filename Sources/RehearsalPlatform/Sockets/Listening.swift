import CRehearsalPlatform

/// The addresses on which a socket accepts connections.
package enum BindScope: Sendable, Hashable {
    /// 127.0.0.1 and, where there is IPv6, ::1.
    case loopback
    /// Every address of this machine.
    case network
}

/// The sockets of one port: one for each family of addresses.
package struct Listening {
    package var sockets: [Socket]
    package var port: Int

    /// A socket that has a port, and may listen on it.
    package struct Socket {
        package var descriptor: Int32
        package let family: Int32
        package let scope: BindScope
        package let port: Int
        package var isListening = false
    }

    private static let backlog: Int32 = 1024
    private static let triesForBoth = 32

    /// Binds the addresses of both families to one port, or IPv4's alone where there is no IPv6.
    ///
    /// - Parameters:
    ///   - scope: whether these are the loopback addresses or all that this machine has and comes to have.
    ///   - port: 0 lets the system choose.
    ///   - listens: whether connections are accepted from now on; otherwise they are refused.
    package static func open(_ scope: BindScope, port: Int, listens: Bool = true) throws(SystemError) -> Listening {
        for _ in 0..<triesForBoth {
            let first = try begin(AF_INET, scope, port: port, listens)
            do throws(SystemError) {
                let second = try begin(AF_INET6, scope, port: first.port, listens)
                return Listening(sockets: [first, second], port: first.port)
            } catch {
                if error.code == EADDRNOTAVAIL || error.code == EAFNOSUPPORT {
                    return Listening(sockets: [first], port: first.port)
                }
                close(first.descriptor)
                if port != 0 || error.code != EADDRINUSE { throw error }
            }
        }
        throw SystemError("find a port that is free with IPv4 and with IPv6", code: EADDRINUSE)
    }

    private static func begin(
        _ family: Int32,
        _ scope: BindScope,
        port: Int,
        _ listens: Bool,
    ) throws(SystemError) -> Socket {
        var socket = try bind(family, scope, port: port)
        if !listens {
            close(socket.descriptor)
            return try refuse(family, scope, port: socket.port)
        }
        guard listen(&socket) else {
            let error = SystemError("listen on port \(socket.port)")
            close(socket.descriptor)
            throw error
        }
        return socket
    }

    /// A socket that has a port, refuses connections to it and lets nobody else have it.
    package static func refuse(_ family: Int32, _ scope: BindScope, port: Int) throws(SystemError) -> Socket {
        var socket = try bind(family, scope, port: port)
        #if !canImport(Darwin)
            // A port that is only bound is given to whoever says SO_REUSEADDR too. Having listened once and then not
            // saying so any more keeps it, also from them.
            guard listen(&socket) else {
                let error = SystemError("keep port \(socket.port)")
                close(socket.descriptor)
                throw error
            }
            RehearsalPlatform.Socket.enable(socket.descriptor, SOL_SOCKET, SO_REUSEADDR, isOn: false)
            shutdown(socket.descriptor, Int32(SHUT_RD))
        #endif
        socket.isListening = false
        return socket
    }

    /// Begins to accept connections; returns whether it does.
    package static func listen(_ socket: inout Socket) -> Bool {
        RehearsalPlatform.Socket.enable(socket.descriptor, SOL_SOCKET, SO_REUSEADDR)
        socket.isListening = systemListen(socket.descriptor, backlog: backlog)
        return socket.isListening
    }

    /// A socket that has a port.
    package static func bind(_ family: Int32, _ scope: BindScope, port: Int) throws(SystemError) -> Socket {
        let descriptor = socket(family, streamSocket, 0)
        guard descriptor >= 0 else { throw SystemError("open a socket") }
        RehearsalPlatform.Socket.setNonBlocking(descriptor)
        RehearsalPlatform.Socket.enable(descriptor, SOL_SOCKET, SO_REUSEADDR)
        // On Linux, accepted connections have it from here.
        RehearsalPlatform.Socket.limitUnsent(descriptor)
        let isBound: Bool
        if family == AF_INET6 {
            RehearsalPlatform.Socket.enable(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY)
            var address = sockaddr_in6()
            address.sin6_family = sa_family_t(AF_INET6)
            address.sin6_port = in_port_t(truncatingIfNeeded: port).bigEndian
            address.sin6_addr = scope == .loopback ? in6addr_loopback : in6addr_any
            isBound = bind(descriptor, &address)
        } else {
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = in_port_t(truncatingIfNeeded: port).bigEndian
            address.sin_addr.s_addr = in_addr_t(scope == .loopback ? 0x7F00_0001 : 0).bigEndian
            isBound = bind(descriptor, &address)
        }
        guard isBound else {
            let error = SystemError("listen on port \(port)")
            close(descriptor)
            throw error
        }
        return Socket(descriptor: descriptor, family: family, scope: scope, port: boundPort(descriptor))
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

import CRehearsalPlatform

#if canImport(Darwin)
    import Darwin
#endif

/// The few socket calls that the loops make, with the differences between systems taken out.
package enum Socket {
    /// What a call that may have to be repeated came to.
    package enum Transfer: Equatable {
        /// That many bytes; 0 for a `recv` is the peer's FIN.
        case bytes(Int)
        case wouldBlock
        /// The connection is gone.
        case failed
    }

    @inline(__always)
    package static func receive(_ descriptor: Int32, into buffer: UnsafeMutableRawPointer, _ count: Int) -> Transfer {
        while true {
            #if canImport(Darwin)
                let received = Darwin.recv(descriptor, buffer, count, 0)
            #else
                let received = rehearsal_receive(descriptor, buffer, count)
            #endif
            if received >= 0 { return .bytes(received) }
            if errno == EINTR { continue }
            return errno == EAGAIN || errno == EWOULDBLOCK ? .wouldBlock : .failed
        }
    }

    /// Never raises SIGPIPE. `more` announces that the rest of the message follows at once.
    @inline(__always)
    package static func send(
        _ descriptor: Int32,
        _ buffer: UnsafeRawPointer,
        _ count: Int,
        more: Bool = false,
    ) -> Transfer {
        #if canImport(Darwin)
            let flags: Int32 = 0
            let call = Darwin.send
        #else
            let flags = Int32(MSG_NOSIGNAL) | (more ? Int32(MSG_MORE) : 0)
            let call = rehearsal_send
        #endif
        while true {
            let sent = call(descriptor, buffer, count, flags)
            if sent >= 0 { return .bytes(sent) }
            if errno == EINTR { continue }
            return errno == EAGAIN || errno == EWOULDBLOCK ? .wouldBlock : .failed
        }
    }

    /// A connection that waits, without delay of small segments and closed on exec; nil with `errno` otherwise.
    package static func accept(_ listener: Int32) -> Int32? {
        #if canImport(Darwin)
            let descriptor = Darwin.accept(listener, nil, nil)
            guard descriptor >= 0 else { return nil }
            setNonBlocking(descriptor)
            enable(descriptor, SOL_SOCKET, SO_NOSIGPIPE)
            limitUnsent(descriptor)
        #else
            let descriptor = rehearsal_accept(listener, nil, nil)
            guard descriptor >= 0 else { return nil }
        #endif
        enable(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY)
        return descriptor
    }

    /// Bytes beyond which the kernel takes no more while a client has no room for those it has.
    private static let mostUnsent: Int32 = 128 << 10

    /// Has the kernel take no more for a client that does not read than a reply of usual size: otherwise it keeps
    /// megabytes for each, and five hundred slow readers take the memory that all connections of the machine share.
    package static func limitUnsent(_ descriptor: Int32) {
        set(descriptor, Int32(IPPROTO_TCP), TCP_NOTSENT_LOWAT, to: mostUnsent)
    }

    /// Makes the next `close` send RST instead of FIN.
    package static func setReset(_ descriptor: Int32) {
        set(descriptor, SOL_SOCKET, SO_LINGER, to: linger(l_onoff: 1, l_linger: 0))
    }

    /// Bytes handed to the kernel that the peer has not acknowledged.
    package static func unacknowledged(_ descriptor: Int32) -> Int {
        #if canImport(Darwin)
            var count: Int32 = 0
            var size = socklen_t(MemoryLayout<Int32>.size)
            return getsockopt(descriptor, SOL_SOCKET, SO_NWRITE, &count, &size) == 0 ? Int(count) : 0
        #else
            return max(0, Int(rehearsal_unacknowledged(descriptor)))
        #endif
    }

    /// The time for which data that has not been read may have waited in the kernel, in nanoseconds; 0 where the system
    /// does not tell.
    package static func sinceLastData(_ descriptor: Int32) -> Int64 {
        #if canImport(Darwin)
            return 0
        #else
            return max(0, rehearsal_since_last_data(descriptor)) &* 1_000_000
        #endif
    }

    /// Makes the kernel take as little as it can of what is not read, so that a client comes to feel it.
    package static func shrinkReceiveBuffer(_ descriptor: Int32) {
        set(descriptor, SOL_SOCKET, SO_RCVBUF, to: 1 as Int32)
    }

    /// What is known of the other end.
    package enum Peer: Int32 {
        case there, closed, reset
    }

    /// Whether the peer has closed or reset, without reading what it has sent.
    package static func peer(_ descriptor: Int32) -> Peer {
        #if canImport(Darwin)
            var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&request, 1, 0) > 0 else { return .there }
            if request.revents & Int16(POLLERR) != 0 { return .reset }
            return request.revents & Int16(POLLHUP) != 0 ? .closed : .there
        #else
            return Peer(rawValue: rehearsal_peer(descriptor)) ?? .there
        #endif
    }

    /// This machine's end of a connection: 4 bytes of IPv4, also where IPv6 holds them, or 16; none if it is unknown.
    package static func ownAddress(_ descriptor: Int32) -> [UInt8] {
        var storage = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutablePointer(to: &storage) { storage in
            storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { address -> [UInt8] in
                guard getsockname(descriptor, address, &size) == 0 else { return [] }
                let bytes = addressBytes(at: address)
                let isMapped = bytes.count == 16 && bytes.starts(with: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF])
                return isMapped ? Array(bytes.suffix(4)) : bytes
            }
        }
    }

    /// The address itself, in network order: 4 bytes of IPv4, 16 of IPv6, none of another family.
    ///
    /// - Parameter place: that of a `sockaddr`.
    package static func addressBytes(at place: UnsafeRawPointer) -> [UInt8] {
        switch Int32(place.load(as: sockaddr.self).sa_family) {
        case AF_INET: withUnsafeBytes(of: place.load(as: sockaddr_in.self).sin_addr) { Array($0) }
        case AF_INET6: withUnsafeBytes(of: place.load(as: sockaddr_in6.self).sin6_addr) { Array($0) }
        default: []
        }
    }

    /// An address of 4 or 16 bytes as people write it: `127.0.0.1`, `::1`; nil for others.
    package static func addressText(_ bytes: [UInt8]) -> String? {
        guard bytes.count == 4 || bytes.count == 16 else { return nil }
        var characters = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let family = bytes.count == 4 ? AF_INET : AF_INET6
        guard inet_ntop(family, bytes, &characters, socklen_t(characters.count)) != nil else { return nil }
        return String(endingInZero: characters)
    }

    /// Everything that has come and was not read, left where it is.
    package static func unread(_ descriptor: Int32) -> [UInt8] {
        var size = 64 << 10
        while true {
            let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
                count = max(0, systemReceive(descriptor, buffer.baseAddress, size, flags: Int32(MSG_PEEK)))
            }
            if bytes.count < size { return bytes }
            size *= 2
        }
    }

    package static func enable(_ descriptor: Int32, _ level: Int32, _ option: Int32, isOn: Bool = true) {
        set(descriptor, level, option, to: isOn ? 1 : 0 as Int32)
    }

    private static func set<Value: BitwiseCopyable>(
        _ descriptor: Int32,
        _ level: Int32,
        _ option: Int32,
        to value: Value,
    ) {
        var value = value
        setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Value>.size))
    }

    package static func close(_ descriptor: Int32) { systemClose(descriptor) }

    package static func setNonBlocking(_ descriptor: Int32) {
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }

    /// FIN: nothing more will be sent.
    package static func shutdownWrite(_ descriptor: Int32) { systemShutdown(descriptor, Int32(SHUT_WR)) }
}

import CRehearsalPlatform

#if canImport(Darwin)
    import Darwin
#endif

/// The socket calls of the event loops, with a common interface on all systems.
package enum Socket {
    /// The result of a non-blocking transfer.
    package enum TransferResult: Equatable {
        /// The number of bytes; 0 from `recv` is the peer's FIN.
        case bytes(Int)
        case wouldBlock
        /// The connection is closed or broken.
        case failed
    }

    @inline(__always)
    package static func receive(_ descriptor: Int32, into buffer: UnsafeMutableRawPointer, _ count: Int)
        -> TransferResult
    {
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

    /// Sends bytes without raising SIGPIPE. `more` announces that the rest of the message follows at once.
    @inline(__always)
    package static func send(
        _ descriptor: Int32,
        _ buffer: UnsafeRawPointer,
        _ count: Int,
        more: Bool = false,
    ) -> TransferResult {
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

    /// Accepts a waiting connection: non-blocking, close-on-exec, no Nagle delay. Returns nil with `errno` on failure.
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

    /// The number of unsent bytes at which the kernel accepts no more.
    private static let maxUnsent: Int32 = 128 << 10

    /// Limits the unsent bytes that the kernel buffers for a client to the size of a usual reply. Otherwise it
    /// buffers megabytes for each, and 500 slow clients exhaust the memory that all connections of the machine share.
    package static func limitUnsent(_ descriptor: Int32) {
        set(descriptor, Int32(IPPROTO_TCP), TCP_NOTSENT_LOWAT, to: maxUnsent)
    }

    /// Makes the next `close` send RST instead of FIN.
    package static func setReset(_ descriptor: Int32) {
        set(descriptor, SOL_SOCKET, SO_LINGER, to: linger(l_onoff: 1, l_linger: 0))
    }

    /// Returns the number of sent bytes that the peer has not acknowledged.
    package static func unacknowledged(_ descriptor: Int32) -> Int {
        #if canImport(Darwin)
            var count: Int32 = 0
            var size = socklen_t(MemoryLayout<Int32>.size)
            return getsockopt(descriptor, SOL_SOCKET, SO_NWRITE, &count, &size) == 0 ? Int(count) : 0
        #else
            return max(0, Int(rehearsal_unacknowledged(descriptor)))
        #endif
    }

    /// Returns the longest time in nanoseconds that unread data may have waited in the kernel; 0 if the system does not
    /// report it.
    package static func timeSinceLastData(_ descriptor: Int32) -> Int64 {
        #if canImport(Darwin)
            return 0
        #else
            return max(0, rehearsal_since_last_data(descriptor)) &* 1_000_000
        #endif
    }

    /// Minimizes the receive buffer, so that the client's sending stalls while the server does not read.
    package static func shrinkReceiveBuffer(_ descriptor: Int32) {
        set(descriptor, SOL_SOCKET, SO_RCVBUF, to: 1 as Int32)
    }

    /// The state of the peer's side of a connection.
    package enum PeerState: Int32 {
        case connected, closed, reset
    }

    /// Returns the state of the peer's side of a connection, without reading from it.
    package static func peer(_ descriptor: Int32) -> PeerState {
        #if canImport(Darwin)
            // XNU reports a hang-up of reading after FIN and after RST, of writing after RST only, and no error
            // (`poll_callback`, `filt_sowrite_common`). The caller has not closed its own sending side.
            if isHangUp(descriptor, POLLOUT) { return .reset }
            return isHangUp(descriptor, POLLIN) ? .closed : .connected
        #else
            return PeerState(rawValue: rehearsal_peer(descriptor)) ?? .connected
        #endif
    }

    /// Returns whether a read from a descriptor would not wait, or would fail.
    package static func isReadable(_ descriptor: Int32) -> Bool {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&request, 1, 0) != 0
    }

    #if canImport(Darwin)
        private static func isHangUp(_ descriptor: Int32, _ events: Int32) -> Bool {
            var request = pollfd(fd: descriptor, events: Int16(events), revents: 0)
            return poll(&request, 1, 0) > 0 && request.revents & Int16(POLLHUP) != 0
        }
    #endif

    /// Returns the local address: 4 bytes of IPv4, also if mapped into IPv6, or 16 of IPv6; empty if unknown.
    package static func localAddress(_ descriptor: Int32) -> [UInt8] {
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

    /// Returns the address in network order: 4 bytes of IPv4, 16 of IPv6, none of another family.
    ///
    /// - Parameter pointer: the pointer to a `sockaddr`.
    package static func addressBytes(at pointer: UnsafeRawPointer) -> [UInt8] {
        switch Int32(pointer.load(as: sockaddr.self).sa_family) {
        case AF_INET: withUnsafeBytes(of: pointer.load(as: sockaddr_in.self).sin_addr) { Array($0) }
        case AF_INET6: withUnsafeBytes(of: pointer.load(as: sockaddr_in6.self).sin6_addr) { Array($0) }
        default: []
        }
    }

    /// Returns the text of an address of 4 or 16 bytes: `127.0.0.1`, `::1`; nil for other lengths.
    package static func addressText(_ bytes: [UInt8]) -> String? {
        guard bytes.count == 4 || bytes.count == 16 else { return nil }
        var characters = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let family = bytes.count == 4 ? AF_INET : AF_INET6
        guard inet_ntop(family, bytes, &characters, socklen_t(characters.count)) != nil else { return nil }
        return String(endingInZero: characters)
    }

    /// Returns the received bytes without consuming them.
    package static func peekReceived(_ descriptor: Int32) -> [UInt8] {
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

    /// Closes the sending side with a FIN.
    package static func shutdownWrite(_ descriptor: Int32) { systemShutdown(descriptor, Int32(SHUT_WR)) }
}

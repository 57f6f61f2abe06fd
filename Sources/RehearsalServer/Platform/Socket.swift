#if canImport(Darwin)
    import Darwin
#else
    import CRehearsalPlatform
    import Glibc
#endif

/// The few socket calls that the loops make, with the differences between systems taken out.
enum Socket {
    /// What a call that may have to be repeated came to.
    enum Transfer: Equatable {
        /// That many bytes; 0 for a `recv` is the peer's FIN.
        case bytes(Int)
        case wouldBlock
        /// The connection is gone.
        case failed
    }

    @inline(__always)
    static func receive(_ descriptor: Int32, into buffer: UnsafeMutableRawPointer, _ count: Int) -> Transfer {
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
    static func send(_ descriptor: Int32, _ buffer: UnsafeRawPointer, _ count: Int, more: Bool = false) -> Transfer {
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
    static func accept(_ listener: Int32) -> Int32? {
        #if canImport(Darwin)
            let descriptor = Darwin.accept(listener, nil, nil)
            guard descriptor >= 0 else { return nil }
            setNonBlocking(descriptor)
            enable(descriptor, SOL_SOCKET, SO_NOSIGPIPE)
        #else
            let descriptor = rehearsal_accept(listener, nil, nil)
            guard descriptor >= 0 else { return nil }
        #endif
        enable(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY)
        return descriptor
    }

    /// Makes the next `close` send RST instead of FIN.
    static func setReset(_ descriptor: Int32) {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    }

    /// Bytes handed to the kernel that the peer has not acknowledged.
    static func unacknowledged(_ descriptor: Int32) -> Int {
        #if canImport(Darwin)
            var count: Int32 = 0
            var size = socklen_t(MemoryLayout<Int32>.size)
            return getsockopt(descriptor, SOL_SOCKET, SO_NWRITE, &count, &size) == 0 ? Int(count) : 0
        #else
            return max(0, Int(rehearsal_unacknowledged(descriptor)))
        #endif
    }

    /// Makes the kernel take as little as it can of what is not read, so that a client comes to feel it.
    static func shrinkReceiveBuffer(_ descriptor: Int32) {
        var size: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    }

    /// Whether the peer has closed or reset, without reading what it has sent.
    static func peerHasGone(_ descriptor: Int32) -> Bool {
        #if canImport(Darwin)
            var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            return poll(&request, 1, 0) > 0 && request.revents & Int16(POLLHUP | POLLERR) != 0
        #else
            return rehearsal_peer_has_gone(descriptor) != 0
        #endif
    }

    static func enable(_ descriptor: Int32, _ level: Int32, _ option: Int32) {
        var on: Int32 = 1
        setsockopt(descriptor, level, option, &on, socklen_t(MemoryLayout<Int32>.size))
    }

    static func close(_ descriptor: Int32) {
        #if canImport(Darwin)
            _ = Darwin.close(descriptor)
        #else
            _ = Glibc.close(descriptor)
        #endif
    }

    static func setNonBlocking(_ descriptor: Int32) {
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }

    /// FIN: nothing more will be sent.
    static func shutdownWrite(_ descriptor: Int32) {
        #if canImport(Darwin)
            _ = Darwin.shutdown(descriptor, SHUT_WR)
        #else
            _ = Glibc.shutdown(descriptor, Int32(SHUT_WR))
        #endif
    }
}

import RehearsalPlatform

/// A TCP connection to a control port; nothing on it waits longer than it is told to.
final class ControlSocket {
    private let descriptor: Int32

    /// Why there is no connection, or no more of it.
    enum Failure: Error, Sendable, Hashable {
        case refused
        case timeout
        case unknownHost
        /// What the system says.
        case system(String)
    }

    /// Connects to the first address of the host that accepts.
    init(to address: ControlAddress, by deadline: ContinuousClock.Instant) throws(Failure) {
        descriptor = try Self.connect(to: address, by: deadline)
    }

    deinit { close(descriptor) }

    /// Sends all of it.
    func send(_ bytes: [UInt8], by deadline: ContinuousClock.Instant) throws(Failure) {
        var offset = 0
        while offset < bytes.count {
            let count = bytes[offset...].withUnsafeBytes { piece in
                #if canImport(Darwin)
                    Darwin.send(descriptor, piece.baseAddress, piece.count, 0)
                #else
                    Glibc.send(descriptor, piece.baseAddress, piece.count, Int32(MSG_NOSIGNAL))
                #endif
            }
            if count > 0 {
                offset += count
            } else if errno == EAGAIN {
                try Self.wait(for: POLLOUT, on: descriptor, by: deadline)
            } else if errno != EINTR {
                // It may have answered, and closed, before it had read everything: what it said counts.
                if errno == EPIPE || errno == ECONNRESET { return }
                throw Self.lastFailure
            }
        }
    }

    /// What comes next; nothing at the end of the connection.
    ///
    /// - Parameter deadline: nil waits for as long as it takes.
    func receive(by deadline: ContinuousClock.Instant?) throws(Failure) -> [UInt8] {
        while true {
            try Self.wait(for: POLLIN, on: descriptor, by: deadline)
            var count = 0
            let bytes = [UInt8](unsafeUninitializedCapacity: Self.piece) { buffer, initialized in
                count = recv(descriptor, buffer.baseAddress, Self.piece, 0)
                initialized = max(0, count)
            }
            if count >= 0 { return bytes }
            // A server that ends resets a connection whose request it has not read.
            if errno == ECONNRESET { return [] }
            if errno != EINTR, errno != EAGAIN { throw Self.lastFailure }
        }
    }

    private static let piece = 64 << 10

    private static func connect(
        to address: ControlAddress,
        by deadline: ContinuousClock.Instant,
    ) throws(Failure) -> Int32 {
        var hints = addrinfo()
        #if canImport(Darwin)
            hints.ai_socktype = SOCK_STREAM
        #else
            hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        #endif
        hints.ai_flags = AI_NUMERICSERV
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(address.host, String(address.port), &hints, &list) == 0 else { throw .unknownHost }
        defer { freeaddrinfo(list) }
        var failure = Failure.unknownHost
        var next = list
        while let candidate = next?.pointee {
            do throws(Failure) {
                return try connect(to: candidate, by: deadline)
            } catch {
                failure = error
            }
            next = candidate.ai_next
        }
        throw failure
    }

    private static func connect(
        to candidate: addrinfo,
        by deadline: ContinuousClock.Instant,
    ) throws(Failure) -> Int32 {
        #if canImport(Darwin)
            let descriptor = socket(candidate.ai_family, candidate.ai_socktype, candidate.ai_protocol)
        #else
            let kind = candidate.ai_socktype | Int32(SOCK_CLOEXEC.rawValue)
            let descriptor = socket(candidate.ai_family, kind, candidate.ai_protocol)
        #endif
        guard descriptor >= 0 else { throw lastFailure }
        do throws(Failure) {
            try connect(descriptor, to: candidate, by: deadline)
            return descriptor
        } catch {
            close(descriptor)
            throw error
        }
    }

    private static func connect(
        _ descriptor: Int32,
        to candidate: addrinfo,
        by deadline: ContinuousClock.Instant,
    ) throws(Failure) {
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        #if canImport(Darwin)
            var on: Int32 = 1
            setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
            let outcome = Darwin.connect(descriptor, candidate.ai_addr, candidate.ai_addrlen)
        #else
            let outcome = Glibc.connect(descriptor, candidate.ai_addr, candidate.ai_addrlen)
        #endif
        if outcome == 0 { return }
        guard errno == EINPROGRESS || errno == EINTR else { throw lastFailure }
        try wait(for: POLLOUT, on: descriptor, by: deadline)
        var code: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &size)
        if code != 0 { throw failure(code) }
    }

    private static func wait(
        for event: Int32,
        on descriptor: Int32,
        by deadline: ContinuousClock.Instant?,
    ) throws(Failure) {
        while true {
            var request = pollfd(fd: descriptor, events: Int16(event), revents: 0)
            var milliseconds: Int32 = -1
            if let deadline {
                let left = ContinuousClock.now.duration(to: deadline)
                // Rounded up: a wait of no time at all would be asked for again and again.
                milliseconds = Int32(min(Double(Int32.max), max(0, left / .milliseconds(1)).rounded(.up)))
            }
            let ready = poll(&request, 1, milliseconds)
            if ready > 0 { return }
            if ready == 0 { throw .timeout }
            if errno != EINTR { throw lastFailure }
        }
    }

    private static var lastFailure: Failure { failure(errno) }

    private static func failure(_ code: Int32) -> Failure {
        switch code {
        case ECONNREFUSED: .refused
        case ETIMEDOUT: .timeout
        default: .system(String(cString: strerror(code)))
        }
    }
}

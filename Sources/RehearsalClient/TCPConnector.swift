import CRehearsalPlatform
package import RehearsalHTTP
import RehearsalPlatform

/// A connector that opens TCP connections to hosts, by name or address.
package enum TCPConnector {
    /// Connects to a host. It tries the host's addresses in the order in which the system's resolver returns them.
    ///
    /// - Parameters:
    ///   - deadline: an instant of ``SystemClock``; name resolution may exceed it.
    ///   - window: the size of the receive buffer in bytes; nil for the system's default.
    package static func connect(
        toHost host: String,
        port: Int,
        until deadline: Int64,
        window: Int32? = nil,
    ) throws(TransferFailure) -> SocketStream {
        var last = TransferFailure(.dns, "\(host) has no address")
        for address in try addresses(of: host, port) {
            do throws(TransferFailure) {
                return try connect(to: address, until: deadline, window: window)
            } catch {
                last = error
            }
        }
        throw last
    }

    private struct Address {
        var family: Int32
        /// The bytes of the `sockaddr`.
        var bytes: [UInt8]
    }

    private static func addresses(of host: String, _ port: Int) throws(TransferFailure) -> [Address] {
        var hints = addrinfo()
        hints.ai_family = AF_UNSPEC
        hints.ai_socktype = streamSocket
        var list: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(host, String(port), &hints, &list)
        guard code == 0 else {
            let reason = String(cString: gai_strerror(code))
            throw TransferFailure(.dns, "the name \(host) cannot be resolved (\(reason))")
        }
        defer { freeaddrinfo(list) }
        var result: [Address] = []
        var next = list
        while let entry = next?.pointee {
            let bytes = UnsafeRawBufferPointer(start: entry.ai_addr, count: Int(entry.ai_addrlen))
            result.append(Address(family: entry.ai_family, bytes: Array(bytes)))
            next = entry.ai_next
        }
        return result
    }

    private static func connect(
        to address: Address,
        until deadline: Int64,
        window: Int32?,
    ) throws(TransferFailure) -> SocketStream {
        #if canImport(Darwin)
            let descriptor = socket(address.family, streamSocket, 0)
        #else
            // Without close-on-exec, a program that another thread starts at this moment would inherit the connection.
            let descriptor = socket(address.family, streamSocket | Int32(SOCK_CLOEXEC.rawValue), 0)
        #endif
        guard descriptor >= 0 else { throw failure(errno) }
        let stream = SocketStream(descriptor)
        Socket.setNonBlocking(descriptor)
        if var window {
            setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &window, socklen_t(MemoryLayout<Int32>.size))
        }
        Socket.enable(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY)
        #if canImport(Darwin)
            Socket.enable(descriptor, SOL_SOCKET, SO_NOSIGPIPE)
        #endif
        if startConnecting(descriptor, address.bytes) { return stream }
        guard errno == EINPROGRESS else { throw failure(errno) }
        let interest = DescriptorWait.Interest(descriptor: descriptor, writes: true)
        guard DescriptorWait.wait(for: [interest], until: deadline, or: nil) == .ready else { throw failure(ETIMEDOUT) }
        var code: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &size)
        guard code == 0 else { throw failure(code) }
        return stream
    }

    private static func startConnecting(_ descriptor: Int32, _ address: [UInt8]) -> Bool {
        address.withUnsafeBytes { bytes in
            guard let pointer = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self) else { return false }
            return systemConnect(descriptor, pointer, bytes.count)
        }
    }

    private static func failure(_ code: Int32) -> TransferFailure {
        switch code {
        case ETIMEDOUT: TransferFailure(.timeout, "the connection timed out")
        case ECONNREFUSED: TransferFailure(.refused, "it refuses connections")
        case ECONNRESET: TransferFailure(.reset, "it reset the connection before it was used")
        default: TransferFailure(.unreachable, "it cannot be reached (\(String(cString: strerror(code))))")
        }
    }
}

/// Calls `connect` of the C library. Inside ``TCPConnector``, that name refers to a method of the type.
private func systemConnect(_ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ size: Int) -> Bool {
    connect(descriptor, address, socklen_t(size)) == 0
}

import CRehearsalPlatform

/// A plain HTTP request to a server on this machine.
package enum LoopbackRequest {
    /// Sends a `GET` request to the IPv4 loopback address, and reads the reply until the server closes the connection.
    ///
    /// The call blocks its thread. The content of the reply is ignored.
    package static func get(_ path: String, port: Int) throws(SystemError) {
        let descriptor = socket(AF_INET, streamSocket, 0)
        guard descriptor >= 0 else { throw SystemError("open a socket") }
        defer { systemClose(descriptor) }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(truncatingIfNeeded: port).bigEndian
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        let code = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard code == 0 else { throw SystemError("connect to port \(port)") }
        let request = Array("GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n\r\n".utf8)
        let sent = request.withUnsafeBytes { bytes in
            bytes.baseAddress.map { Socket.send(descriptor, $0, bytes.count) }
        }
        guard sent == .bytes(request.count) else { throw SystemError("send a request to port \(port)") }
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while case .bytes(let count) = Socket.receive(descriptor, into: &buffer, buffer.count), count > 0 {}
    }
}

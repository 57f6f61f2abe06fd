import RehearsalPlatform
import RehearsalServer

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A TCP client that never waits: it sends what the kernel takes at once, and reads what has come.
///
/// For callers that know when the server has done its part; see ``RehearsalServer/Backend/catchUp()``.
package final class NonBlockingClient {
    /// How many bytes the kernel has taken.
    package private(set) var sent = 0
    /// All that has come.
    package private(set) var received: [UInt8] = []
    private var descriptor: Int32

    /// What is read of one server at most; one that never ends its reply must not fill the memory.
    private static let mostReceived = 1 << 20

    /// Connects to a port of this machine; nil if that is refused.
    package init?(port: Int) {
        #if canImport(Darwin)
            descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #else
            descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        #endif
        guard descriptor >= 0, let address = in_port_t(exactly: port), Self.connect(descriptor, address) == 0 else {
            return nil
        }
        Socket.enable(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY)
        Socket.setNonBlocking(descriptor)
    }

    deinit { reset() }

    /// Sends as much as is taken at once.
    package func send(_ bytes: [UInt8]) {
        let transfer = bytes.withUnsafeBytes { bytes in
            bytes.baseAddress.map { Socket.send(descriptor, $0, bytes.count) }
        }
        if case .bytes(let count)? = transfer { sent += count }
    }

    /// Takes what has come.
    package func receive() {
        var isMore = true
        while isMore, received.count < Self.mostReceived {
            isMore = withUnsafeTemporaryAllocation(byteCount: 32 << 10, alignment: 8) { buffer in
                guard let base = buffer.baseAddress,
                    case .bytes(let count) = Socket.receive(descriptor, into: base, buffer.count), count > 0
                else { return false }
                received += buffer[..<count]
                return true
            }
        }
    }

    /// FIN: nothing more will be sent; reading goes on.
    package func finishSending() { Socket.shutdownWrite(descriptor) }

    /// Ends the connection with RST, which leaves nothing behind in the kernel.
    package func reset() {
        guard descriptor >= 0 else { return }
        Socket.setReset(descriptor)
        Socket.close(descriptor)
        descriptor = -1
    }

    private static func connect(_ descriptor: Int32, _ port: in_port_t) -> Int32 {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                #if canImport(Darwin)
                    Darwin.connect(descriptor, $0, size)
                #else
                    Glibc.connect(descriptor, $0, size)
                #endif
            }
        }
    }
}

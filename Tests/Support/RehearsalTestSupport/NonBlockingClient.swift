import RehearsalClient
import RehearsalHTTP
import RehearsalPlatform
import RehearsalServer

/// A TCP client that never blocks: it sends what the kernel accepts, and reads what has arrived.
///
/// The caller waits for the server with ``RehearsalServer/Backend/drainSockets()``.
package final class NonBlockingClient {
    /// The number of bytes that the kernel has accepted.
    package private(set) var sent = 0
    /// All received bytes.
    package var received: [UInt8] { connection.input.withBytes { Array($0) } }
    private let connection: BufferedConnection

    /// The maximum number of received bytes, which limits the memory for an endless reply.
    private static let maximumReceived = 1 << 20

    /// Connects to a port of this machine; nil if the connection is refused.
    package init?(port: Int) {
        guard let stream = try? TCPConnector.connect(toHost: "127.0.0.1", port: port, until: .max) else { return nil }
        connection = BufferedConnection(stream)
    }

    deinit { reset() }

    /// Sends as many bytes as the kernel accepts.
    package func send(_ bytes: [UInt8]) {
        if let (count, _) = try? connection.send(bytes, from: 0) { sent += count }
    }

    /// Reads the bytes that have arrived.
    package func receive() {
        while connection.input.count < Self.maximumReceived, case .bytes? = try? connection.receive() {}
    }

    /// Sends FIN; reading is still possible.
    package func finishSending() { connection.stream.finishSending() }

    /// Closes the connection with RST, which leaves no state in the kernel.
    package func reset() { connection.stream.close(reset: true) }
}

import RehearsalClient
import RehearsalHTTP
import RehearsalPlatform
import RehearsalServer

/// A TCP client that never waits: it sends what the kernel takes at once, and reads what has come.
///
/// For callers that know when the server has done its part; see ``RehearsalServer/Backend/catchUp()``.
package final class NonBlockingClient {
    /// How many bytes the kernel has taken.
    package private(set) var sent = 0
    /// All that has come.
    package var received: [UInt8] { connection.input.withBytes { Array($0) } }
    private let connection: BufferedConnection

    /// What is read of one server at most; one that never ends its reply must not fill the memory.
    private static let mostReceived = 1 << 20

    /// Connects to a port of this machine; nil if that is refused.
    package init?(port: Int) {
        guard let stream = try? TCPConnector.connect(toHost: "127.0.0.1", port: port, until: .max) else { return nil }
        connection = BufferedConnection(stream)
    }

    deinit { reset() }

    /// Sends as much as is taken at once.
    package func send(_ bytes: [UInt8]) {
        if let (count, _) = try? connection.send(bytes, from: 0) { sent += count }
    }

    /// Takes what has come.
    package func receive() {
        while connection.input.count < Self.mostReceived, case .bytes? = try? connection.receive() {}
    }

    /// FIN: nothing more will be sent; reading goes on.
    package func finishSending() { connection.stream.finishSending() }

    /// Ends the connection with RST, which leaves nothing behind in the kernel.
    package func reset() { connection.stream.close(reset: true) }
}

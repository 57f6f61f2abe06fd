import RehearsalClient
import RehearsalPlatform

/// The first message of a TLS handshake (RFC 8446 §4.1.2). The backends of the tests never complete a handshake.
enum WireHandshake {
    /// Sends the message, waits for the answer and returns the error of the handshake.
    static func failure(on connection: BufferedConnection, until instant: Int64) -> WireFailure {
        guard connection.sendAll(record, timeout: max(0, instant &- SystemClock.now())) else { return .untrusted }
        return connection.awaitInput(until: instant) == .ready ? .untrusted : .timedOut
    }

    private static let record: [UInt8] = [0x16, 3, 1, 0, UInt8(hello.count + 4), 1, 0, 0, UInt8(hello.count)] + hello

    /// A ClientHello of version 1.2 with 32 random bytes, no session, one cipher suite and no compression.
    private static let hello: [UInt8] = [3, 3] + [UInt8](repeating: 7, count: 32) + [0, 0, 2, 0x13, 1, 1, 0]
}

package import RehearsalHTTP
import RehearsalPlatform

/// A non-blocking connection. Before the next call, the caller waits for the readiness that the last call returned.
package protocol ByteStream: AnyObject {
    /// The descriptor to wait on.
    var descriptor: Int32 { get }

    /// Whether the stream has read bytes from the descriptor that `receive` has not yet returned, as TLS does.
    var hasBufferedBytes: Bool { get }

    func receive(into buffer: UnsafeMutableRawBufferPointer) throws(TransferFailure) -> StreamProgress
    func send(_ bytes: UnsafeRawBufferPointer) throws(TransferFailure) -> StreamProgress

    /// Closes the sending side.
    func finishSending()

    /// Closes the connection; further calls have no effect.
    ///
    /// - Parameter reset: whether the peer receives a RST.
    func close(reset: Bool)
}

/// The result of one attempt to receive or send.
package enum StreamProgress: Equatable {
    /// The number of transferred bytes, at least one.
    case bytes(Int)
    /// The peer has closed its sending side.
    case end
    /// The operation can continue when the descriptor is readable.
    case needsInput
    /// The operation can continue when the descriptor is writable.
    case needsOutput
}

/// A TCP connection without encryption.
package final class SocketStream: ByteStream {
    package private(set) var descriptor: Int32

    /// - Parameter descriptor: the descriptor of a non-blocking connection. The stream closes it.
    package init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(reset: false) }

    package var hasBufferedBytes: Bool { false }

    package func receive(into buffer: UnsafeMutableRawBufferPointer) throws(TransferFailure) -> StreamProgress {
        guard let base = buffer.baseAddress else { return .needsInput }
        switch Socket.receive(descriptor, into: base, buffer.count) {
        case .bytes(0): return .end
        case .bytes(let count): return .bytes(count)
        case .wouldBlock: return .needsInput
        case .failed: throw Self.failure(errno)
        }
    }

    package func send(_ bytes: UnsafeRawBufferPointer) throws(TransferFailure) -> StreamProgress {
        guard let base = bytes.baseAddress else { return .needsOutput }
        switch Socket.send(descriptor, base, bytes.count) {
        case .bytes(let count): return .bytes(count)
        case .wouldBlock: return .needsOutput
        case .failed: throw Self.failure(errno)
        }
    }

    package func finishSending() { Socket.shutdownWrite(descriptor) }

    package func close(reset: Bool) {
        guard descriptor >= 0 else { return }
        if reset { Socket.setReset(descriptor) }
        Socket.close(descriptor)
        descriptor = -1
    }

    private static func failure(_ code: Int32) -> TransferFailure {
        let isTimeout = code == ETIMEDOUT
        return TransferFailure(
            isTimeout ? .timeout : .reset,
            isTimeout ? "it stopped answering" : "it reset the connection"
        )
    }
}

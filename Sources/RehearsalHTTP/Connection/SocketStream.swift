import RehearsalPlatform

/// A TCP connection as it is.
package final class SocketStream: ByteStream {
    package private(set) var descriptor: Int32

    /// - Parameter descriptor: a connection that does not wait; it is closed with this stream.
    package init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(reset: false) }

    package var hasBuffered: Bool { false }

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
        let isLate = code == ETIMEDOUT
        return TransferFailure(isLate ? .timeout : .reset, isLate ? "it stopped answering" : "it reset the connection")
    }
}

package import RehearsalHTTP
import RehearsalPlatform

/// A connection on which nothing waits: whoever has to, waits for what the last call needed.
package protocol ByteStream: AnyObject {
    /// What to wait for news on.
    var descriptor: Int32 { get }

    /// Whether there are bytes that have been taken from the kernel already, so that no news of them will come.
    var hasBuffered: Bool { get }

    func receive(into buffer: UnsafeMutableRawBufferPointer) throws(TransferFailure) -> StreamProgress
    func send(_ bytes: UnsafeRawBufferPointer) throws(TransferFailure) -> StreamProgress

    /// Says that nothing more will be sent.
    func finishSending()

    /// Gives the connection up; a second time nothing happens.
    ///
    /// - Parameter reset: whether the peer learns that something went wrong.
    func close(reset: Bool)
}

/// What came of one attempt to read or to write.
package enum StreamProgress: Equatable {
    /// So many bytes, at least one.
    case bytes(Int)
    /// The peer has said that nothing more will come.
    case end
    /// There is nothing to be done before something can be read.
    case needsInput
    /// There is nothing to be done before something can be written.
    case needsOutput
}

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

import RehearsalFiles
import RehearsalPlatform

/// A TCP connection as it is.
final class SocketStream: ByteStream {
    private(set) var descriptor: Int32

    /// - Parameter descriptor: a connection that does not wait; it is closed with this stream.
    init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(reset: false) }

    var hasBuffered: Bool { false }

    func receive(into buffer: UnsafeMutableRawBufferPointer) throws(UpstreamFailure) -> StreamProgress {
        guard let base = buffer.baseAddress else { return .needsInput }
        switch Socket.receive(descriptor, into: base, buffer.count) {
        case .bytes(0): return .end
        case .bytes(let count): return .bytes(count)
        case .wouldBlock: return .needsInput
        case .failed: throw Self.failure(errno)
        }
    }

    func send(_ bytes: UnsafeRawBufferPointer) throws(UpstreamFailure) -> StreamProgress {
        guard let base = bytes.baseAddress else { return .needsOutput }
        switch Socket.send(descriptor, base, bytes.count) {
        case .bytes(let count): return .bytes(count)
        case .wouldBlock: return .needsOutput
        case .failed: throw Self.failure(errno)
        }
    }

    func finishSending() { Socket.shutdownWrite(descriptor) }

    func close(reset: Bool) {
        guard descriptor >= 0 else { return }
        if reset { Socket.setReset(descriptor) }
        Socket.close(descriptor)
        descriptor = -1
    }

    private static func failure(_ code: Int32) -> UpstreamFailure {
        let isLate = code == ETIMEDOUT
        return UpstreamFailure(isLate ? .timeout : .reset, isLate ? "it stopped answering" : "it reset the connection")
    }
}

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

/// The reason why no reply, or only part of one, came from a server.
package struct TransferFailure: Error, Hashable {
    package var kind: Kind
    /// What happened, as the end of a sentence about the server: `it reset the connection`.
    package var detail: String
    /// What the user may do about it.
    package var hint: String?

    /// The kinds of failures that callers tell apart.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The host's name has no address.
        case dns
        /// The server refuses connections.
        case refused
        /// No connection came about for another reason that the system reports.
        case unreachable
        case timeout
        /// The server reset the connection.
        case reset
        /// No TLS connection came about.
        case tls
        /// The server speaks TLS, and the connection is a plain one.
        case tlsOnPlainPort
        /// The bytes that came are not a reply of HTTP/1.
        case malformed
        /// The connection ended within the reply, or before it.
        case incomplete
    }

    package init(_ kind: Kind, _ detail: String, hint: String? = nil) {
        (self.kind, self.detail, self.hint) = (kind, detail, hint)
    }
}

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

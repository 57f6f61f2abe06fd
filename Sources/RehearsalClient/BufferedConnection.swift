package import RehearsalHTTP
import RehearsalPlatform

/// A connection with a buffer for received bytes that were not yet consumed.
package final class BufferedConnection {
    package let stream: any ByteStream
    package var input = InputBuffer()
    /// Whether the peer has closed its sending side.
    package private(set) var hasEnded = false

    package init(_ stream: any ByteStream) { self.stream = stream }

    private static let receiveSize = 32 << 10

    /// Receives available bytes into the buffer, with one read of the stream. The result `.end` sets ``hasEnded``.
    package func receive() throws(TransferFailure) -> StreamProgress {
        let outcome = withUnsafeTemporaryAllocation(byteCount: Self.receiveSize, alignment: 8) { buffer in
            Result { () throws(TransferFailure) in
                let progress = try stream.receive(into: buffer)
                if case .bytes(let count) = progress {
                    input.append(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
                }
                return progress
            }
        }
        let progress = try outcome.get()
        if progress == .end { hasEnded = true }
        return progress
    }

    /// Sends as many bytes as the stream accepts without waiting. Returns their number, and the last result of the
    /// stream.
    package func send(_ bytes: [UInt8], from start: Int) throws(TransferFailure) -> (
        count: Int, progress: StreamProgress
    ) {
        var sent = start
        while sent < bytes.count {
            let outcome = bytes.withUnsafeBytes { buffer in
                Result { () throws(TransferFailure) in
                    try stream.send(UnsafeRawBufferPointer(rebasing: buffer[sent...]))
                }
            }
            guard case .bytes(let count) = try outcome.get() else { return (sent - start, try outcome.get()) }
            sent += count
        }
        return (sent - start, .bytes(sent - start))
    }

    /// Sends all bytes. Returns false if the connection fails, or if the peer accepts no byte for `timeout`
    /// nanoseconds.
    package func sendAll(_ bytes: [UInt8], timeout: Int64) -> Bool {
        var sent = 0
        while sent < bytes.count {
            guard let (count, progress) = try? send(bytes, from: sent) else { return false }
            sent += count
            if sent == bytes.count { break }
            var interest = DescriptorWait.Interest(descriptor: stream.descriptor)
            (interest.reads, interest.writes) = (progress == .needsInput, progress != .needsInput)
            let deadline = SystemClock.now() &+ timeout
            guard DescriptorWait.wait(for: [interest], until: deadline, or: nil) == .ready else { return false }
        }
        return true
    }

    /// Waits until bytes can be received, the deadline passes or the flag is raised.
    ///
    /// - Parameters:
    ///   - deadline: an instant of ``SystemClock``.
    ///   - stop: a flag that ends the wait when it is raised; nil for none.
    package func awaitInput(until deadline: Int64, or stop: StopFlag? = nil) -> DescriptorWait.EndReason {
        let interest = DescriptorWait.Interest(descriptor: stream.descriptor, reads: true)
        return DescriptorWait.wait(for: [interest], until: deadline, or: stop)
    }

    /// Whether the connection cannot be reused: the peer has closed it, or unrequested bytes have arrived.
    package var isStale: Bool {
        if hasEnded || !input.isEmpty { return true }
        guard awaitInput(until: 0) == .ready else { return false }
        // On an idle TLS connection, received bytes may be protocol messages without application data.
        return (try? receive()) != .needsInput || !input.isEmpty
    }

    /// Closes in stages, so that the peer receives all sent bytes: a close with unread input could discard them (RFC
    /// 9112 §9.6).
    ///
    /// - Parameter timeout: the maximum time for the peer to close its side, in nanoseconds.
    package func closeGracefully(timeout: Int64 = 2_000_000_000) {
        guard stream.descriptor >= 0 else { return }
        stream.finishSending()
        let deadline = SystemClock.now() &+ timeout
        var remaining = Self.discardLimit
        while remaining > 0, !hasEnded {
            guard awaitInput(until: deadline) == .ready, case .bytes(let count) = (try? receive()) ?? .end else {
                break
            }
            remaining -= count
            input.drop(input.count)
        }
        stream.close(reset: false)
    }

    private static let discardLimit = 1 << 20
}

/// A buffer of received bytes that were not yet consumed.
package struct InputBuffer {
    private var storage: [UInt8] = []
    private var start = 0

    package var count: Int { storage.count - start }
    package var isEmpty: Bool { start == storage.count }

    package func withBytes<Result, Failure>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let outcome = storage.withUnsafeBytes { bytes in
            let rest = UnsafeRawBufferPointer(rebasing: bytes[start...])
            return Swift.Result { () throws(Failure) in try body(rest) }
        }
        return try outcome.get()
    }

    package mutating func append(_ bytes: UnsafeRawBufferPointer) { storage.append(contentsOf: bytes) }

    /// Removes the first `count` bytes and returns them.
    package mutating func take(_ count: Int) -> [UInt8] {
        defer { drop(count) }
        return Array(storage[start..<(start + count)])
    }

    package mutating func drop(_ count: Int) {
        start += count
        guard start == storage.count else { return }
        storage.removeAll(keepingCapacity: storage.capacity <= Self.retainedCapacity)
        start = 0
    }

    /// The maximum capacity in bytes that an empty buffer retains.
    private static let retainedCapacity = 64 << 10
}

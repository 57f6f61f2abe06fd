package import RehearsalHTTP
import RehearsalPlatform

/// A connection with a buffer of received bytes that are not yet consumed.
package final class BufferedConnection {
    package let stream: any ByteStream
    package var input = InputBuffer()
    /// Whether the peer has closed its sending side.
    package private(set) var hasEnded = false

    package init(_ stream: any ByteStream) { self.stream = stream }

    private static let piece = 32 << 10

    /// Receives available bytes into the buffer once; `.end` sets ``hasEnded``.
    package func receive() throws(TransferFailure) -> StreamProgress {
        let outcome = withUnsafeTemporaryAllocation(byteCount: Self.piece, alignment: 8) { buffer in
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

    /// Sends as many bytes as the stream accepts without waiting; returns their number, and the stream's progress.
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

    /// Sends all bytes; returns false if the peer has closed, or accepts none for `patience` nanoseconds.
    package func sendAll(_ bytes: [UInt8], patience: Int64) -> Bool {
        var sent = 0
        while sent < bytes.count {
            guard let (count, progress) = try? send(bytes, from: sent) else { return false }
            sent += count
            if sent == bytes.count { break }
            var want = DescriptorWait.Want(descriptor: stream.descriptor)
            (want.reads, want.writes) = (progress == .needsInput, progress != .needsInput)
            let deadline = SystemClock.now() &+ patience
            guard DescriptorWait.wait(for: [want], until: deadline, or: nil) == .ready else { return false }
        }
        return true
    }

    /// Waits until bytes can be received.
    ///
    /// - Parameters:
    ///   - deadline: an instant of ``SystemClock``.
    ///   - stop: a flag that ends the wait when raised.
    package func awaitInput(until deadline: Int64, or stop: StopFlag? = nil) -> DescriptorWait.Outcome {
        let want = DescriptorWait.Want(descriptor: stream.descriptor, reads: true)
        return DescriptorWait.wait(for: [want], until: deadline, or: stop)
    }

    /// Whether the connection cannot be reused: the peer has closed it, or unrequested bytes have arrived.
    package var isStale: Bool {
        if hasEnded || !input.isEmpty { return true }
        guard awaitInput(until: 0) == .ready else { return false }
        // Bytes on an idle TLS connection may be protocol messages without data.
        return (try? receive()) != .needsInput || !input.isEmpty
    }

    /// Closes in stages so that sent bytes arrive: closing with unread bytes would discard them (RFC 9112 §9.6).
    ///
    /// - Parameter span: the time for the peer to close its side, in nanoseconds.
    package func closeInOrder(within span: Int64 = 2_000_000_000) {
        guard stream.descriptor >= 0 else { return }
        stream.finishSending()
        let deadline = SystemClock.now() &+ span
        var left = Self.mostDiscarded
        while left > 0, !hasEnded {
            guard awaitInput(until: deadline) == .ready, case .bytes(let count) = (try? receive()) ?? .end else {
                break
            }
            left -= count
            input.drop(input.count)
        }
        stream.close(reset: false)
    }

    private static let mostDiscarded = 1 << 20
}

/// Received bytes that are not yet consumed.
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

    /// Removes and returns a number of bytes.
    package mutating func take(_ count: Int) -> [UInt8] {
        defer { drop(count) }
        return Array(storage[start..<(start + count)])
    }

    package mutating func drop(_ count: Int) {
        start += count
        guard start == storage.count else { return }
        storage.removeAll(keepingCapacity: storage.capacity <= Self.mostKept)
        start = 0
    }

    /// The largest capacity in bytes that an idle connection retains.
    private static let mostKept = 64 << 10
}

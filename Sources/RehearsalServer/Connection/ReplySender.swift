import Rehearsal
import RehearsalPlatform

/// A sender of a reply that stores the bytes that the kernel has not accepted yet.
struct ReplySender {
    /// The result of an attempt to send bytes.
    enum Transmission {
        /// The kernel accepted all bytes.
        case done
        /// The socket's send buffer is full; ``ReplySender/drain(at:_:)`` continues when it has space.
        case pending
        /// The system reports that the connection is closed or reset.
        case lost
    }

    private let descriptor: Int32
    private var unsent = UnsentBytes()
    /// The number of bytes of the reply that the kernel has accepted.
    private(set) var written = 0

    /// The bytes that the kernel has not accepted yet.
    private struct UnsentBytes {
        /// Copied bytes, which are sent first.
        var bytes: [UInt8] = []
        var offset = 0
        /// The reply from which a range of encoded bytes is sent after the copied bytes; nil without such a range.
        var source: PreparedReply?
        var sourceOffset = 0
        var sourceEnd = 0

        var isEmpty: Bool { offset == bytes.count && sourceOffset == sourceEnd }
    }

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    /// Ends the reply. Returns the number of its bytes that the kernel accepted.
    mutating func endReply() -> Int {
        defer { written = 0 }
        return written
    }

    /// Counts bytes that the connection sent itself.
    mutating func count(_ sent: Int) { written &+= sent }

    /// Stores bytes to send later.
    mutating func enqueue(with bytes: [UInt8]) { (unsent.bytes, unsent.offset) = (bytes, 0) }

    /// Stores a range of a message to send later. Its part of the head is copied; the body is sent without a copy.
    ///
    /// - Parameter date: the value of the message's `Date`.
    mutating func enqueue(with range: Range<Int>, of message: OutgoingReply, date: @autoclosure () -> [UInt8]) {
        let headLength = message.headLength
        if range.lowerBound < headLength {
            unsent.bytes = Array(message.head(date: date())[range.lowerBound..<min(range.upperBound, headLength)])
        }
        unsent.source = message.reply
        unsent.sourceOffset = message.encodedOffset(of: max(range.lowerBound, headLength))
        unsent.sourceEnd = message.encodedOffset(of: max(range.upperBound, headLength))
    }

    /// Sends the stored bytes until all are sent or the send buffer is full.
    ///
    /// - Parameter now: the loop's time, which is updated before each system call.
    mutating func drain(at now: inout Int64, _ capture: WireCaptureWriter?) -> Transmission {
        while !unsent.isEmpty {
            let isCopied = unsent.offset < unsent.bytes.count
            now = SystemClock.now()
            switch isCopied ? sendCopied(capture) : sendSource(capture) {
            case .failed: return .lost
            case .wouldBlock: return .pending
            case .bytes(let count):
                written &+= count
                if isCopied { unsent.offset += count } else { unsent.sourceOffset += count }
            }
        }
        unsent = UnsentBytes()
        return .done
    }

    private func sendCopied(_ capture: WireCaptureWriter?) -> Socket.TransferResult {
        unsent.bytes.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return .bytes(0) }
            let hasMore = unsent.sourceOffset < unsent.sourceEnd
            return send(base + unsent.offset, bytes.count - unsent.offset, more: hasMore, capture)
        }
    }

    private func sendSource(_ capture: WireCaptureWriter?) -> Socket.TransferResult {
        guard let source = unsent.source else { return .failed }
        return source.encoded.bytes.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return .bytes(0) }
            return send(base + unsent.sourceOffset, unsent.sourceEnd - unsent.sourceOffset, more: false, capture)
        }
    }

    /// Sends bytes. Captures the bytes that the kernel accepted; their offset in the reply is ``written``.
    private func send(
        _ base: UnsafeRawPointer,
        _ count: Int,
        more: Bool,
        _ capture: WireCaptureWriter?,
    ) -> Socket.TransferResult {
        let sent = Socket.send(descriptor, base, count, more: more)
        if case .bytes(let count) = sent { capture?.keep(base, count, at: written) }
        return sent
    }
}

/// A writer that adds the sent bytes of one exchange to the wire capture of its session.
struct WireCaptureWriter {
    /// The maximum number of captured bytes of one reply: 8 MiB.
    private static let maximumKept = 8 << 20
    /// The maximum while most of the store is filled with unread data: 4 KiB, enough for a head.
    private static let reducedMaximumKept = 4 << 10

    private let session: Session
    private let ordinal: Int
    private let descriptor: Int32

    /// Creates a writer for the open exchange of a connection; nil without one, or if its session captures no replies.
    @inline(__always)
    init?(_ connection: HTTPConnection) {
        guard connection.session.journal.wireCapture != nil, connection.record.isOpen else { return nil }
        (session, ordinal, descriptor) = (connection.session, connection.record.ordinal, connection.descriptor)
    }

    /// Stores bytes that the kernel has just accepted.
    ///
    /// - Parameter offset: the offset of the first byte in the reply.
    @inline(never)
    func keep(_ base: UnsafeRawPointer, _ count: Int, at offset: Int) {
        // The loop's time may be much older than this send, so the clock is read again.
        var record = JournalRecord.Sent(at: SystemClock.now(), offset: UInt64(offset), count: UInt64(count))
        // The address is part of a recording only, and reading it needs a system call.
        if offset == 0, session.journal.wireCapture?.copiesRecords == true {
            record.setAddress(Socket.localAddress(descriptor))
        }
        session.lock.withLock {
            let limit = session.journal.wireCapture?.isCrowded == true ? Self.reducedMaximumKept : Self.maximumKept
            let kept = min(count, max(0, limit - offset))
            session.journal.appendSentBytes(ordinal, record, UnsafeRawBufferPointer(start: base, count: kept))
        }
    }
}

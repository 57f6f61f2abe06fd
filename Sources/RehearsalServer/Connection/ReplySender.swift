import Rehearsal
import RehearsalPlatform

/// A sender of the part of a reply that the kernel has not taken.
struct ReplySender {
    /// The result of handing bytes to the kernel.
    enum Transmission {
        case done
        /// The kernel takes no more now; ``ReplySender/drain(at:_:)`` continues later.
        case pending
        /// The connection is lost.
        case lost
    }

    private let descriptor: Int32
    private var rest = Rest()
    /// The number of bytes of the reply that the kernel has taken.
    private(set) var written = 0

    /// Bytes that wait for the kernel.
    private struct Rest {
        /// Copied bytes, which are sent first.
        var bytes: [UInt8] = []
        var offset = 0
        /// The reply that holds the range of bytes that follows them.
        var source: PreparedReply?
        var sourceOffset = 0
        var sourceEnd = 0

        var isEmpty: Bool { offset == bytes.count && sourceOffset == sourceEnd }
    }

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    /// Ends the reply, and returns the number of its bytes that the kernel took.
    mutating func endReply() -> Int {
        defer { written = 0 }
        return written
    }

    /// Counts bytes that the kernel has taken.
    mutating func count(_ taken: Int) { written &+= taken }

    /// Keeps bytes that the kernel did not take.
    mutating func wait(with bytes: [UInt8]) { (rest.bytes, rest.offset) = (bytes, 0) }

    /// Keeps a range of a message: the head is copied, the body is sent without a copy.
    ///
    /// - Parameter date: the value of the message's `Date`.
    mutating func wait(with range: Range<Int>, of message: OutgoingReply, date: @autoclosure () -> [UInt8]) {
        let headLength = message.headLength
        if range.lowerBound < headLength {
            rest.bytes = Array(message.head(date: date())[range.lowerBound..<min(range.upperBound, headLength)])
        }
        rest.source = message.reply
        rest.sourceOffset = message.encodedOffset(of: max(range.lowerBound, headLength))
        rest.sourceEnd = message.encodedOffset(of: max(range.upperBound, headLength))
    }

    /// Sends until no bytes wait or the kernel takes no more.
    ///
    /// - Parameter now: set to the time of each system call, before it.
    mutating func drain(at now: inout Int64, _ capture: WireCaptureWriter?) -> Transmission {
        while !rest.isEmpty {
            let isCopied = rest.offset < rest.bytes.count
            now = SystemClock.now()
            switch isCopied ? sendCopied(capture) : sendSource(capture) {
            case .failed: return .lost
            case .wouldBlock: return .pending
            case .bytes(let count):
                written &+= count
                if isCopied { rest.offset += count } else { rest.sourceOffset += count }
            }
        }
        rest = Rest()
        return .done
    }

    private func sendCopied(_ capture: WireCaptureWriter?) -> Socket.TransferResult {
        rest.bytes.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return .bytes(0) }
            let hasMore = rest.sourceOffset < rest.sourceEnd
            return send(base + rest.offset, bytes.count - rest.offset, more: hasMore, capture)
        }
    }

    private func sendSource(_ capture: WireCaptureWriter?) -> Socket.TransferResult {
        guard let source = rest.source else { return .failed }
        return source.encoded.bytes.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return .bytes(0) }
            return send(base + rest.sourceOffset, rest.sourceEnd - rest.sourceOffset, more: false, capture)
        }
    }

    /// Hands bytes to the kernel, and captures those that it took before they are counted.
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

/// A record of the bytes of one reply that the kernel has taken, for a session that keeps them.
struct WireCaptureWriter {
    /// The limit of the bytes kept of one reply: 8 MiB.
    private static let mostKept = 8 << 20
    /// The limit while the store is crowded: enough for a head.
    private static let leastKept = 4 << 10

    private let session: Session
    private let ordinal: Int
    private let descriptor: Int32

    /// Returns nil for a session that keeps no replies, and for bytes that belong to no exchange.
    @inline(__always)
    init?(_ connection: HTTPConnection) {
        guard connection.session.journal.wireCapture != nil, connection.record.isOpen else { return nil }
        (session, ordinal, descriptor) = (connection.session, connection.record.ordinal, connection.descriptor)
    }

    /// Keeps bytes that the kernel has just taken, which begin at an offset of the reply.
    @inline(never)
    func keep(_ base: UnsafeRawPointer, _ count: Int, at offset: Int) {
        // The clock is read again: the turn may have begun long before this send.
        var record = JournalRecord.Sent(at: SystemClock.now(), offset: UInt64(offset), count: UInt64(count))
        if offset == 0 { record.take(Socket.ownAddress(descriptor)) }
        session.lock.withLock {
            let most = session.journal.wireCapture?.isCrowded == true ? Self.leastKept : Self.mostKept
            let kept = min(count, max(0, most - offset))
            session.journal.sent(ordinal, record, UnsafeRawBufferPointer(start: base, count: kept))
        }
    }
}
